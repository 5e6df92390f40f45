#!/usr/bin/env node
/**
 * Entry point of the command-line tool. It is plain JavaScript, so that an old version of Node can run it and print
 * which version is needed.
 */
import './check-node-version.js'

process.stdout.on('error', ({ code, message }) => {
  // Ignore a reader that closes the pipe early, such as `head`: that is not an error.
  if (code === 'EPIPE') return
  process.stderr.write(`bank-lookup: Cannot write the output (${message}).\n`)
  process.exit(1)
})
// Ignore errors on stderr: there is nowhere left to report them.
process.stderr.on('error', () => {})

await import('./compile-cache.js')
const { runCommand } = await import('./cli/main.ts')
process.exitCode = await runCommand(process.argv.slice(2))
