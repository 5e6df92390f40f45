/** The types of commands, and the errors that commands throw. */
import type { Readable } from 'node:stream'
import type { ParseArgsConfig } from 'node:util'
import type { Config, Database } from '../../config.ts'
import { hideKeys } from '../../keys/format.ts'
import type { Store } from '../../store/contract.ts'
import type { Output } from './terminal/output.ts'
import type { Environment, Screen } from './terminal/screen.ts'

/** Thrown if a command is not understood. The message says what to type instead. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Thrown if a command is understood but fails. The message says why. The exit code is 1. */
export class Failure extends Error {
  override name = 'Failure'
}

/** The streams and the environment that a command uses. Those of the process are the default. */
export interface CommandContext {
  stdin: Readable & { isTTY?: boolean }
  stdout: Output & { columns?: number }
  stderr: Output
  env: Environment
}

export interface ParsedArgs {
  /** Values by option name. The value of a repeatable option is an array. */
  values: Record<string, string | boolean | string[] | undefined>
  positionals: string[]
}

export interface CommandInfo {
  /** The arguments and options that the help text shows after the command's name. */
  usage: string
  summary: string
  options: NonNullable<ParseArgsConfig['options']>
  /** Two commands that show the usual options, without `bank-lookup`. */
  examples: readonly [string, string]
}

/** A command that works on the store of keys and records. `run` resolves to the command's output. */
export interface StoreCommand extends CommandInfo {
  run(input: ParsedArgs & { store: Store; database: Database }): Promise<string>
}

export interface Outcome {
  text: string
  /** The exit code, which is 1 if the command found something that has to be fixed. */
  code: 0 | 1
}

/** A command that works on a data folder and needs no store. */
export interface DataCommand extends CommandInfo {
  runOn(folder: string, input: ParsedArgs & { reportProgress: ProgressReporter }): Promise<Outcome>
}

/** A command that reads a stream and writes another one. `runOnStreams` resolves to the exit code. */
export interface StreamCommand extends CommandInfo {
  runOnStreams(input: ParsedArgs & Streams): Promise<0 | 1>
}

export interface Streams {
  config: Pick<Config, 'dataDir' | 'overlayDir'>
  /** The folder of the index cache. */
  cacheFolder: string
  input: AsyncIterable<Uint8Array>
  output: Output
  reportProgress: ProgressReporter
  /** Whether a person sees the progress. */
  isTerminal: boolean
}

/** A command for people: it prints tables that fit the terminal, or JSON. `runOnConsole` resolves to the exit code. */
export interface ConsoleCommand extends CommandInfo {
  runOnConsole(input: ParsedArgs & Console): Promise<number>
}

export interface Console {
  screen: Screen
  env: Environment
  input: AsyncIterable<Uint8Array> & { isTTY?: boolean }
  /** Waits until the reader has taken the output. */
  write(output: string | Uint8Array): Promise<void>
  /** Prints to standard error. */
  note(text: string): void
}

export type Command = StoreCommand | DataCommand | StreamCommand | ConsoleCommand

export type LoadCommand = () => Promise<Command>
/** Commands by group, in the order of the help text. */
export type CommandGroups = Readonly<Record<string, Readonly<Record<string, LoadCommand>>>>

/**
 * Prints progress to standard error immediately. The command's output, by contrast, is printed only when the command
 * ends.
 */
export type ProgressReporter = (text: string) => void

export function rejectExtraArguments(extra: string[], hint = ''): void {
  if (extra.length > 0) throw new UsageError(`Unexpected argument ${quote(extra[0])}.${hint && ` ${hint}`}`)
}

/** Formats a value as JSON for an error message, and masks any API key in it. */
export const quote = (value: unknown): string => (value === undefined ? 'missing' : hideKeys(JSON.stringify(value)))
