#!/usr/bin/env node
/** The entry of the command line, in plain JavaScript so that any Node can read it and say what is missing. */
import './runtime.js'

const { runCommand } = await import('./command-line.ts')
process.exitCode = await runCommand(process.argv.slice(2))
