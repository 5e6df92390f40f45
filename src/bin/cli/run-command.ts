/** Runs a command with what its kind needs: the console, streams, a data folder, or the store of keys and records. */
import type {
  Command,
  Console,
  ConsoleCommand,
  DataCommand,
  ParsedArgs,
  StoreCommand,
  StreamCommand,
} from './command.ts'
import type { Screen } from './terminal/screen.ts'

export function run(command: Command, parsed: ParsedArgs, screen: Screen): Promise<number> {
  if ('runOnConsole' in command) return runOnConsole(command, parsed, screen)
  if ('runOnStreams' in command) return runOnStreams(command, parsed)
  return 'runOn' in command ? runOnData(command, parsed) : runOnStore(command, parsed)
}

function runOnConsole(command: ConsoleCommand, parsed: ParsedArgs, screen: Screen): Promise<number> {
  const { stdin: input, stdout } = process
  // A reader such as `head` may close the pipe early. bank-lookup.js reports all other errors.
  const write: Console['write'] = (output) => new Promise((resolve) => stdout.write(output, () => resolve()))
  return command.runOnConsole({ ...parsed, screen, input, write, note: printToStderr })
}

async function runOnStore(command: StoreCommand, parsed: ParsedArgs): Promise<number> {
  const [{ database }, { openStore }] = await Promise.all([readSettings(), import('../server/open-store.ts')])
  const store = await openStore(database, (folder) => process.stderr.write(`Created the folder ${folder}.\n`))
  try {
    process.stdout.write(await command.run({ ...parsed, store, database }))
  } finally {
    await store.close()
  }
  return 0
}

async function runOnStreams(command: StreamCommand, parsed: ParsedArgs): Promise<number> {
  const [config, { cacheDir }] = await Promise.all([readSettings(), import('../paths.ts')])
  const streams = { input: process.stdin, output: process.stdout, isTerminal: process.stderr.isTTY === true }
  return command.runOnStreams({ ...parsed, ...streams, config, cacheFolder: cacheDir, reportProgress: printToStderr })
}

async function runOnData(command: DataCommand, parsed: ParsedArgs): Promise<number> {
  const { dataDir } = await readSettings()
  const { text, code } = await command.runOn(dataDir, { ...parsed, reportProgress: printToStderr })
  process.stdout.write(text)
  return code
}

async function readSettings() {
  const [{ readConfig }, { defaultPaths }] = await Promise.all([import('../../config.ts'), import('../paths.ts')])
  return readConfig(process.env, defaultPaths)
}

const printToStderr = (text: string): void => void process.stderr.write(text)
