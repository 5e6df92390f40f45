/** What a command is: the words it takes, and what it does with them. */
import type { ParseArgsConfig } from 'node:util'
import type { Database } from '../../config.ts'
import type { Store } from '../../store/contract.ts'

/** What the operator typed cannot be done as it is; the message says how it can. */
export class UsageError extends Error {
  override name = 'Misuse'
}

/** It was understood, and could not be done; the message says why. */
export class Failure extends Error {
  override name = 'Failure'
}

export interface ParsedArgs {
  /** A list where an option may be given several times. */
  values: Record<string, string | boolean | string[] | undefined>
  words: string[]
}

export interface CommandInfo {
  /** As it is typed after the command's name. */
  usage: string
  summary: string
  options: NonNullable<ParseArgsConfig['options']>
}

/** A command on keys and records. Resolves to what it says. */
export interface Command extends CommandInfo {
  run(input: ParsedArgs & { store: Store; database: Database }): Promise<string>
}

export interface Outcome {
  text: string
  /** The exit code: 1 where something was found that has to be mended. */
  code: 0 | 1
}

/** A command on a data folder; it needs no store. */
export interface DataCommand extends CommandInfo {
  runOn(folder: string, input: ParsedArgs & { say: Progress }): Promise<Outcome>
}

/** Tells at once how far it has come, apart from what the command answers. */
export type Progress = (text: string) => void
