/**
 * The command line. Finds the command, parses its options and runs it, or prints help. Each command is loaded only when
 * it is run, so that a search does not load the store, the server or the curation tools.
 */
import { DatasetError } from '../../dataset/dataset-error.ts'
import { printable } from '../../dataset/printable.ts'
import { LookupError } from '../../directory/requests/lookup-error.ts'
import { StoreUnavailable } from '../../store/contract.ts'
import {
  type Command,
  type CommandContext,
  type CommandGroups,
  type Console,
  Failure,
  type LoadCommand,
  quote,
  UsageError,
} from './command.ts'
import { toCommandError } from './lookup/sources/lookup-failure.ts'
import { parseOptions } from './parse-options.ts'
import { didYouMean } from './terminal/did-you-mean.ts'
import { createOutput, type Output } from './terminal/output.ts'
import { createScreen, type Screen } from './terminal/screen.ts'

const groups: CommandGroups = {
  Use: {
    search: async () => (await import('./lookup/search-command.ts')).search,
    resolve: async () => (await import('./lookup/resolve-command.ts')).resolve,
    find: async () => (await import('./lookup/find-command.ts')).find,
    banks: async () => (await import('./lookup/banks-command.ts')).banks,
    bank: async () => (await import('./lookup/bank-command.ts')).bank,
    branches: async () => (await import('./lookup/branches-command.ts')).branches,
    countries: async () => (await import('./lookup/countries-command.ts')).countries,
    requirements: async () => (await import('./lookup/requirements-command.ts')).requirements,
    examples: async () => (await import('./lookup/examples-command.ts')).examples,
    check: async () => (await import('./check/check-command.ts')).check,
    version: async () => (await import('./program/version-command.ts')).version,
  },
  Serve: {
    start: async () => (await import('./program/start-command.ts')).start,
    mcp: async () => (await import('./mcp/mcp-command.ts')).mcp,
    'store backup': async () => (await import('./store-command.ts')).backup,
  },
  Keys: {
    'keys issue': async () => (await import('./keys-command.ts')).issue,
    'keys list': async () => (await import('./keys-command.ts')).list,
    'keys revoke': async () => (await import('./keys-command.ts')).revoke,
    'keys rotate': async () => (await import('./keys-command.ts')).rotate,
    'records list': async () => (await import('./records-command.ts')).list,
  },
  Data: {
    export: async () => (await import('./export/export-command.ts')).exportCommand,
    'data check': async () => (await import('./data-check-command.ts')).dataCheck,
    'data get': async () => (await import('./channel/channel-commands.ts')).get,
    'data pull': async () => (await import('./channel/channel-commands.ts')).pull,
    'data rollback': async () => (await import('./channel/channel-commands.ts')).rollback,
    'data status': async () => (await import('./channel/channel-commands.ts')).status,
    'data keygen': async () => (await import('./channel/keygen-command.ts')).keygen,
    ...curationCommands('build', 'conflicts', 'diff', 'import', 'lint', 'release', 'report', 'update'),
  },
}

function curationCommands(...names: string[]): Record<string, LoadCommand> {
  const load = async (name: string) => (await (await import('./curation.ts')).curationCommands())[name] as Command
  return Object.fromEntries(names.map((name) => [`data ${name}`, () => load(name)]))
}

const commands: Readonly<Record<string, LoadCommand>> = Object.assign({}, ...Object.values(groups))
const names = Object.keys(commands)

/**
 * Resolves to the exit code: 0 on success, 1 on failure, 2 if the command was not understood. For a lookup, 1 means that
 * nothing was found, as with grep, so a failure is 2.
 */
export async function runCommand(args: string[], streams: CommandContext = process): Promise<number> {
  const screen = createScreen(streams.stdout, streams.env)
  const stdout = createOutput(streams.stdout, screen.ownSequences)
  const stderr = createOutput(streams.stderr)
  let failureCode: 1 | 2 = 1
  try {
    const helpText = await requestedHelp(args, screen)
    if (helpText !== undefined) {
      stdout.write(helpText)
      return 0
    }
    const { name, load } = findCommand(args)
    const command = await load()
    failureCode = command.failureCode ?? 1
    const parsed = parseOptions(command, name, args.slice(name.split(' ').length))
    return await command.run({ ...parsed, ...createConsole(streams, { stdout, stderr }, screen) })
  } catch (caught) {
    const error = caught instanceof LookupError ? toCommandError(caught) : caught
    if (!isExpected(error)) throw error
    stderr.write(`bank-lookup: ${printable(error.message)}\n`)
    return error instanceof UsageError ? 2 : failureCode
  }
}

const createConsole = (
  streams: CommandContext,
  { stdout, stderr }: Record<'stdout' | 'stderr', Output>,
  screen: Screen,
): Console => ({
  screen,
  env: streams.env,
  openInput: () => streams.stdin,
  output: stdout,
  // A reader such as `head` may close the pipe early. bank-lookup.js reports all other errors.
  write: (content) => new Promise((resolve) => stdout.write(content, () => resolve())),
  note: (text) => void stderr.write(text),
  showsNotes: stderr.isTTY === true,
})

const expectedErrors = [UsageError, Failure, StoreUnavailable, DatasetError]

/** Known by their names, because most commands load neither the settings nor a channel. */
const expectedNames = ['InvalidSetting', 'ChannelError']

const isExpected = (error: unknown): error is Error =>
  error instanceof Error && (expectedErrors.some((kind) => error instanceof kind) || expectedNames.includes(error.name))

async function requestedHelp(args: string[], screen: Screen): Promise<string | undefined> {
  const [first, ...rest] = args
  const isGeneral = first === undefined || ['help', '--help', '-h'].includes(first)
  if (!(isGeneral || args.includes('--help') || args.includes('-h'))) return undefined
  const { commandHelp, generalHelp, groupHelp } = await import('./help.ts')
  const named = isGeneral ? rest : args
  if (named.length === 0) return generalHelp(groups, screen)
  const group = commandsInGroup(named)
  if (group.length > 0)
    return groupHelp(Object.fromEntries(group.map((name) => [name, commands[name] as LoadCommand])), screen)
  const { name, load } = findCommand(named)
  return commandHelp(name, await load(), screen)
}

/** Options that people try first in a new program. */
const versionOptions = ['--version', '-v', '-V']

function findCommand([first = '', second = '']: string[]): { name: string; load: LoadCommand } {
  const word = versionOptions.includes(first) ? 'version' : first
  const typed = `${word} ${second}`.trim()
  for (const name of [word, typed]) {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (load) return { name, load }
  }
  const group = commandsInGroup([word, second === '' ? '-' : second])
  if (group.length > 0) throw new UsageError(`Incomplete command "${word}". Commands: ${group.join(', ')}.`)
  throw new UsageError(unknownCommand(word, typed))
}

/** Names the nearest command, or else the commands of the same group, or where to find all of them. */
function unknownCommand(word: string, typed: string): string {
  const near = didYouMean(typed, names)
  if (near) return `Unknown command ${quote(typed)}.${near}`
  const nearFirst = didYouMean(word, names)
  if (nearFirst) return `Unknown command ${quote(word)}.${nearFirst}`
  const sameGroup = names.filter((name) => name.startsWith(`${word} `))
  const hint = sameGroup.length > 0 ? `Commands: ${sameGroup.join(', ')}.` : 'bank-lookup help lists the commands.'
  return `Unknown command ${quote(sameGroup.length > 0 ? typed : word)}. ${hint}`
}

/**
 * For an incomplete command, such as `data` or `data --help`, returns all commands that start with that word. For any
 * other arguments, returns an empty array.
 */
const commandsInGroup = ([first = '', second = '-']: string[]): string[] =>
  second.startsWith('-') ? names.filter((name) => name.startsWith(`${first} `)) : []
