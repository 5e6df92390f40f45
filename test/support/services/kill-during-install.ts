/**
 * Loaded into a process with `--import`: kills it at a step of installing a release, as `kill -9` would. `KILL_STEP` is the
 * number of the step: each file that is written or renamed in `KILL_FOLDER` is one. A file is left half written.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { KILL_STEP, KILL_FOLDER = '' } = process.env
const { writeFileSync, renameSync } = fs
let steps = 0

function isLastStep(file: unknown): boolean {
  if (!String(file).startsWith(KILL_FOLDER)) return false
  steps++
  return steps === Number(KILL_STEP)
}

if (KILL_STEP !== undefined) {
  Object.assign(fs, {
    writeFileSync: (file: string, content: string | Buffer, options: object): void => {
      const isLast = isLastStep(file)
      writeFileSync(file, isLast ? content.slice(0, content.length >> 1) : content, options)
      if (isLast) process.kill(process.pid, 'SIGKILL')
    },
    renameSync: (from: string, to: string): void => {
      renameSync(from, to)
      if (isLastStep(to)) process.kill(process.pid, 'SIGKILL')
    },
  })
  syncBuiltinESMExports()
}
