/** The type of a command, its input, and the errors that commands throw. */
import type { Readable } from 'node:stream'
import type { ParseArgsConfig } from 'node:util'
import { hideKeys } from '../../keys/key-format.ts'
import type { Output } from './terminal/output.ts'
import type { Environment, Screen } from './terminal/screen.ts'

/** Thrown if a command is not understood. The message says what to type instead. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Thrown if a command is understood but fails. The message says why. The exit code is that of `failureCode`. */
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

export interface Command {
  /** The arguments and options that the help text shows after the command's name. */
  usage: string
  summary: string
  options: NonNullable<ParseArgsConfig['options']>
  /** Two commands that show the usual options, without `bank-lookup`. */
  examples: readonly [string, string]
  /** The exit code of a failure, if it is not 1. A lookup has 2: its 1 means that nothing was found, as with grep. */
  failureCode?: 2
  /** Resolves to the exit code. */
  run(input: CommandInput): Promise<number>
}

/** The options of a command are texts and flags. */
export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const

export type CommandInput = ParsedArgs & Console

export interface Console {
  screen: Screen
  env: Environment
  /** Standard input is opened only by the commands that read it. */
  openInput(): AsyncIterable<Uint8Array> & { isTTY?: boolean }
  output: Output
  /** Writes to the output, and waits until the reader has taken it. */
  write(content: string | Uint8Array): Promise<void>
  /** Prints to standard error at once. */
  note(text: string): void
  /** Whether a person sees the notes. */
  showsNotes: boolean
}

export type LoadCommand = () => Promise<Command>
/** Commands by group, in the order of the help text. */
export type CommandGroups = Readonly<Record<string, Readonly<Record<string, LoadCommand>>>>

export function rejectExtraArguments(extra: string[], hint = ''): void {
  if (extra.length > 0) throw new UsageError(`Unexpected argument ${quote(extra[0])}.${hint && ` ${hint}`}`)
}

/** Formats a value as JSON for an error message, and masks any API key in it. */
export const quote = (value: unknown): string => (value === undefined ? 'missing' : hideKeys(JSON.stringify(value)))
