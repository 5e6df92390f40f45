/** The operator's command line: finds the command that is meant, reads its options, and says what it takes. */

import { parseArgs } from 'node:util'
import { InvalidSetting, readConfig } from '../../config.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { hideKeys } from '../../keys/format.ts'
import { StoreUnavailable } from '../../store/contract.ts'
import { projectRoot } from '../paths.ts'
import { openStore } from '../server/open-store.ts'
import { type Command, type CommandInfo, type DataCommand, Failure, type ParsedArgs, UsageError } from './command.ts'
import { build } from './data/build.ts'
import { conflicts } from './data/conflicts.ts'
import { diff } from './data/diff.ts'
import { importSource } from './data/import.ts'
import { lint } from './data/lint.ts'
import { report } from './data/report.ts'
import { issue, list as listKeys, revoke, rotate } from './keys.ts'
import { list as listRecords } from './records.ts'
import { backup } from './store.ts'

const commands: Record<string, Command | DataCommand> = {
  'data build': build,
  'data conflicts': conflicts,
  'data diff': diff,
  'data import': importSource,
  'data lint': lint,
  'data report': report,
  'keys issue': issue,
  'keys list': listKeys,
  'keys revoke': revoke,
  'keys rotate': rotate,
  'records list': listRecords,
  'store backup': backup,
}

/** Resolves to the exit code: 1 if it could not be done, 2 if it was not understood. */
export async function runCommand(words: string[]): Promise<number> {
  if (words.length === 0 || ['help', '--help', '-h'].includes(words[0] as string)) {
    process.stdout.write(help())
    return 0
  }
  const name = words.slice(0, 2).join(' ')
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    const begun = command ? [] : beginningWith(words)
    if (begun.length > 0 && words.includes('--help')) {
      process.stdout.write(help(begun))
      return 0
    }
    if (begun.length > 0) throw new UsageError(`"${words[0]}" is the beginning of a command: ${begun.join(', ')}.`)
    if (!command) throw new UsageError(`There is no command ${hideKeys(JSON.stringify(name))}. ${hint(name)}`)
    if (words.includes('--help')) {
      process.stdout.write(`bank-lookup ${name} ${command.usage}\n${command.summary}\n`)
      return 0
    }
    const typed = readWords(command, name, words.slice(2))
    return 'runOn' in command ? await runOnData(command, typed) : await runOnStore(command, typed)
  } catch (error) {
    if (!expected.some((kind) => error instanceof kind)) throw error
    process.stderr.write(`bank-lookup: ${(error as Error).message}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

const expected = [UsageError, Failure, InvalidSetting, StoreUnavailable, DatasetError]

async function runOnStore(command: Command, typed: ParsedArgs): Promise<number> {
  const { database } = readConfig(process.env, projectRoot)
  const store = await openStore(database)
  try {
    process.stdout.write(await command.run({ ...typed, store, database }))
  } finally {
    await store.close()
  }
  return 0
}

async function runOnData(command: DataCommand, typed: ParsedArgs): Promise<number> {
  const { dataDir } = readConfig(process.env, projectRoot)
  const { text, code } = await command.runOn(dataDir, { ...typed, say: (line) => process.stderr.write(line) })
  process.stdout.write(text)
  return code
}

function readWords({ usage, options }: CommandInfo, name: string, args: string[]): ParsedArgs {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values as ParsedArgs['values'], words: positionals }
  } catch (error) {
    const [reason] = (error as Error).message.split('. ')
    throw new UsageError(`${reason}. It is used so: bank-lookup ${name} ${usage}`)
  }
}

function help(names = Object.keys(commands)): string {
  const lines = names.map((name) => {
    const { usage, summary } = commands[name] as CommandInfo
    return `  ${name} ${usage}\n      ${summary}`
  })
  return `bank-lookup <command>\n\n${lines.join('\n')}\n\nDATABASE_URL says which store is meant, DATA_DIR which data folder; the default is the one of npm start.\n`
}

/** Where the second word is missing: those that could be meant. */
const beginningWith = ([first = '', second = '-']: string[]): string[] =>
  second.startsWith('-') ? Object.keys(commands).filter((name) => name.startsWith(`${first} `)) : []

function hint(typed: string): string {
  const [closest] = Object.keys(commands)
    .map((name) => ({ name, distance: distance(typed, name) }))
    .toSorted((a, b) => a.distance - b.distance)
  const list = `The commands are: ${Object.keys(commands).join(', ')}.`
  return closest && closest.distance <= 4 ? `Did you mean "${closest.name}"?` : list
}

/** How many letters have to be added, left out or changed to get from one to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [at, other] of [...to].entries()) {
      const changed = (row[at] as number) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[at + 1] as number) + 1, (next[at] as number) + 1))
    }
    row = next
  }
  return row.at(-1) as number
}
