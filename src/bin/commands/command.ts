/** What a command is: the words it takes, and what it does with them. */
import type { ParseArgsConfig } from 'node:util'
import type { Database } from '../../config.ts'
import type { Store } from '../../store/contract.ts'

/** What the operator typed cannot be done as it is; the message says how it can. */
export class Misuse extends Error {
  override name = 'Misuse'
}

export interface Command {
  /** As it is typed after the command's name. */
  usage: string
  summary: string
  options: NonNullable<ParseArgsConfig['options']>
  run(input: {
    values: Record<string, string | boolean | undefined>
    words: string[]
    store: Store
    database: Database
  }): Promise<string>
}
