#!/usr/bin/env node
/**
 * Entry point of the command-line tool. It is plain JavaScript, so that even an old version of Node can run it and
 * report which version is needed.
 */
import './check-node-version.js'

process.stdout.on('error', ({ code, message }) => {
  // Ignore EPIPE: a reader such as `head` may close the pipe early, which is not an error.
  if (code === 'EPIPE') return
  process.stderr.write(`bank-lookup: Cannot write the output (${message}).\n`)
  process.exit(1)
})
// Ignore errors on stderr: there is nowhere left to report them.
process.stderr.on('error', () => {})

await import('./compile-cache.js')
const { runCommand } = await import('./cli/main.ts')
process.exitCode = await runCommand(process.argv.slice(2))
