/** The operator's command line. Finds the command, parses its options and runs it, or prints help. */

import { parseArgs } from 'node:util'
import { InvalidSetting, readConfig } from '../../config.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { StoreUnavailable } from '../../store/contract.ts'
import { cacheDir, defaultPaths } from '../paths.ts'
import { openStore } from '../server/open-store.ts'
import { check } from './check/check.ts'
import {
  type CommandInfo,
  type DataCommand,
  Failure,
  type ParsedArgs,
  quote,
  type StoreCommand,
  type StreamCommand,
  UsageError,
} from './command.ts'
import { build } from './data/build.ts'
import { conflicts } from './data/conflicts.ts'
import { diff } from './data/diff.ts'
import { importSource } from './data/import.ts'
import { lint } from './data/lint.ts'
import { report } from './data/report.ts'
import { issue, list as listKeys, revoke, rotate } from './keys.ts'
import { list as listRecords } from './records.ts'
import { backup } from './store.ts'

/** In the order of the help text: first the commands for all operators, then those for data maintainers. */
type Command = StoreCommand | DataCommand | StreamCommand

const commands: Record<string, Command> = {
  check,
  'keys issue': issue,
  'keys list': listKeys,
  'keys revoke': revoke,
  'keys rotate': rotate,
  'records list': listRecords,
  'store backup': backup,
  'data build': build,
  'data conflicts': conflicts,
  'data diff': diff,
  'data import': importSource,
  'data lint': lint,
  'data report': report,
}

/** Resolves to the exit code: 0 on success, 1 on failure, 2 if the command was not understood. */
export async function runCommand(args: string[]): Promise<number> {
  try {
    const helpText = requestedHelp(args)
    if (helpText !== undefined) {
      process.stdout.write(helpText)
      return 0
    }
    const { name, command } = findCommand(args)
    const parsed = parse(command, name, args.slice(name.split(' ').length))
    if ('runOnStreams' in command) return await runOnStreams(command, parsed)
    return 'runOn' in command ? await runOnData(command, parsed) : await runOnStore(command, parsed)
  } catch (error) {
    if (!expectedErrors.some((kind) => error instanceof kind)) throw error
    process.stderr.write(`bank-lookup: ${(error as Error).message}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

const expectedErrors = [UsageError, Failure, InvalidSetting, StoreUnavailable, DatasetError]

function requestedHelp(args: string[]): string | undefined {
  if (args.length === 0 || ['help', '--help', '-h'].includes(args[0] as string)) return help(Object.keys(commands))
  if (!args.includes('--help')) return undefined
  const group = commandsInGroup(args)
  if (group.length > 0) return help(group)
  const { name, command } = findCommand(args)
  return `Usage: bank-lookup ${name} ${command.usage}\n${command.summary}\n`
}

function findCommand(args: string[]): { name: string; command: Command } {
  const name = args.slice(0, 2).join(' ')
  for (const known of [args[0] ?? '', name]) {
    const command = Object.hasOwn(commands, known) ? commands[known] : undefined
    if (command) return { name: known, command }
  }
  const group = commandsInGroup(args)
  if (group.length > 0) throw new UsageError(`Incomplete command "${args[0]}". Commands: ${group.join(', ')}.`)
  throw new UsageError(`Unknown command ${quote(name)}. Commands: ${Object.keys(commands).join(', ')}.`)
}

/**
 * For an incomplete command, such as `data` or `data --help`, returns all commands that start with that word. For any
 * other arguments, returns an empty array.
 */
const commandsInGroup = ([first = '', second = '-']: string[]): string[] =>
  second.startsWith('-') ? Object.keys(commands).filter((name) => name.startsWith(`${first} `)) : []

async function runOnStore(command: StoreCommand, parsed: ParsedArgs): Promise<number> {
  const { database } = readConfig(process.env, defaultPaths)
  const store = await openStore(database)
  try {
    process.stdout.write(await command.run({ ...parsed, store, database }))
  } finally {
    await store.close()
  }
  return 0
}

async function runOnStreams(command: StreamCommand, parsed: ParsedArgs): Promise<number> {
  const config = readConfig(process.env, defaultPaths)
  const reportProgress = (text: string): void => void process.stderr.write(text)
  const streams = { input: process.stdin, output: process.stdout, isTerminal: process.stderr.isTTY === true }
  return command.runOnStreams({ ...parsed, ...streams, config, cacheFolder: cacheDir, reportProgress })
}

async function runOnData(command: DataCommand, parsed: ParsedArgs): Promise<number> {
  const { dataDir } = readConfig(process.env, defaultPaths)
  const reportProgress = (line: string): void => void process.stderr.write(line)
  const { text, code } = await command.runOn(dataDir, { ...parsed, reportProgress })
  process.stdout.write(text)
  return code
}

function parse({ usage, options }: CommandInfo, name: string, args: string[]): ParsedArgs {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values as ParsedArgs['values'], positionals }
  } catch (error) {
    const [reason] = (error as Error).message.split('. ')
    throw new UsageError(`${reason}. Usage: bank-lookup ${name} ${usage}`)
  }
}

function help(names: string[]): string {
  const lines = names.map((name) => {
    const { usage, summary } = commands[name] as CommandInfo
    return `  ${name} ${usage}\n      ${summary}`
  })
  return `Usage: bank-lookup <command>

${lines.join('\n')}

DATABASE_URL selects the store and DATA_DIR the data folder; the defaults are the same as for npm start.
`
}
