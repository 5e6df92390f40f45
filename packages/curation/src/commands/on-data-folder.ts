/** Runs a command on the configured data folder. */
import type { Console } from '../../../../src/bin/cli/command.ts'
import { readSettings } from '../../../../src/bin/cli/settings-and-store.ts'

export interface Outcome {
  text: string
  /** The exit code, which is 1 if the command found something that has to be fixed. */
  code: 0 | 1
}

/** Prints the text of the outcome, and resolves to its exit code. */
export async function onDataFolder(
  { env, write }: Console,
  work: (folder: string) => Promise<Outcome>,
): Promise<number> {
  const { dataDir } = await readSettings(env)
  const { text, code } = await work(dataDir)
  await write(text)
  return code
}
