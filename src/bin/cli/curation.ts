/**
 * Loads the commands for data maintainers. They are in the package `bank-lookup-curation`, which other users do not need.
 */
import { createRequire } from 'node:module'
import { isPackage } from '../paths.ts'
import { type Command, Failure } from './command.ts'

const location = isPackage ? 'bank-lookup-curation' : '../../../packages/curation/src/commands.ts'

export async function curationCommands(): Promise<Record<string, Command>> {
  try {
    createRequire(import.meta.url).resolve(location)
  } catch {
    throw new Failure(
      'This command needs the package bank-lookup-curation; install it next to bank-lookup, or run it in a clone.',
    )
  }
  return (await import(location)).commands
}
