#!/usr/bin/env node
/** The entry of the command line, in plain JavaScript so that any Node can read it and say what is missing. */
import './runtime.js'

process.stdout.on('error', ({ code, message }) => {
  // A reader that has seen enough, as `head` has, is no failure.
  if (code === 'EPIPE') return
  process.stderr.write(`bank-lookup: The answer cannot be written (${message}).\n`)
  process.exit(1)
})
// Where nobody reads what goes wrong, nobody can be told that either.
process.stderr.on('error', () => {})

await import('./compile-cache.js')
const { runCommand } = await import('./cli/main.ts')
process.exitCode = await runCommand(process.argv.slice(2))
