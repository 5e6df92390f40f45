/** Runs a command with what its kind needs: the console, streams, a data folder, or the store of keys and records. */
import type {
  Command,
  CommandContext,
  Console,
  ConsoleCommand,
  DataCommand,
  ParsedArgs,
  StoreCommand,
  StreamCommand,
} from './command.ts'
import type { Screen } from './terminal/screen.ts'

export function run(command: Command, parsed: ParsedArgs, screen: Screen, context: CommandContext): Promise<number> {
  if ('runOnConsole' in command) return runOnConsole(command, parsed, screen, context)
  if ('runOnStreams' in command) return runOnStreams(command, parsed, context)
  return 'runOn' in command ? runOnData(command, parsed, context) : runOnStore(command, parsed, context)
}

function runOnConsole(
  command: ConsoleCommand,
  parsed: ParsedArgs,
  screen: Screen,
  { stdin: input, stdout, stderr, env }: CommandContext,
): Promise<number> {
  // A reader such as `head` may close the pipe early. bank-lookup.js reports all other errors.
  const write: Console['write'] = (output) => new Promise((resolve) => stdout.write(output, () => resolve()))
  return command.runOnConsole({ ...parsed, screen, env, input, write, note: printTo(stderr) })
}

async function runOnStore(
  command: StoreCommand,
  parsed: ParsedArgs,
  { stdout, stderr, env }: CommandContext,
): Promise<number> {
  const [{ database }, { openStore }] = await Promise.all([readSettings(env), import('../server/open-store.ts')])
  const store = await openStore(database, (folder) => stderr.write(`Created the folder ${folder}.\n`))
  try {
    stdout.write(await command.run({ ...parsed, store, database }))
  } finally {
    await store.close()
  }
  return 0
}

async function runOnStreams(
  command: StreamCommand,
  parsed: ParsedArgs,
  { stdin: input, stdout: output, stderr, env }: CommandContext,
): Promise<number> {
  const [config, { cacheDir }] = await Promise.all([readSettings(env), import('../paths.ts')])
  const streams = { input, output, isTerminal: stderr.isTTY === true, reportProgress: printTo(stderr) }
  return command.runOnStreams({ ...parsed, ...streams, config, cacheFolder: cacheDir })
}

async function runOnData(
  command: DataCommand,
  parsed: ParsedArgs,
  { stdout, stderr, env }: CommandContext,
): Promise<number> {
  const { dataDir } = await readSettings(env)
  const { text, code } = await command.runOn(dataDir, { ...parsed, reportProgress: printTo(stderr) })
  stdout.write(text)
  return code
}

async function readSettings(env: CommandContext['env']) {
  const [{ readConfig }, { defaultPaths }] = await Promise.all([import('../../config.ts'), import('../paths.ts')])
  return readConfig(env, defaultPaths)
}

const printTo =
  (stream: CommandContext['stderr']) =>
  (text: string): void =>
    void stream.write(text)
