/**
 * Loaded into a process with `--import`: kills it at a step of writing a part of the startup cache, as `kill -9` would. The
 * variables `KILL_STEP` and `KILL_PART` name the step and the part.
 */
import fs, { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'

export const killSteps = ['opened', 'half written', 'written', 'renamed'] as const

const { KILL_STEP, KILL_PART = '' } = process.env
const { writeFile, rename } = fs.promises

function killAt(step: (typeof killSteps)[number], file: string, prepare = (): void => {}): void {
  if (step !== KILL_STEP || !basename(file).startsWith(KILL_PART)) return
  prepare()
  process.kill(process.pid, 'SIGKILL')
}

if (KILL_STEP !== undefined) {
  Object.assign(fs.promises, {
    writeFile: async (file: string, chunks: Uint8Array[], options: object): Promise<void> => {
      killAt('opened', file, () => writeFileSync(file, ''))
      killAt('half written', file, () => writeFileSync(file, Buffer.concat(chunks.slice(0, chunks.length / 2))))
      await writeFile(file, chunks, options)
      killAt('written', file)
    },
    rename: async (from: string, to: string): Promise<void> => {
      await rename(from, to)
      killAt('renamed', to)
    },
  })
  syncBuiltinESMExports()
}
