/** Writes an overlay that renames one bank. Each `state` gives it a different name, so the data changes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '../../test/support/data/shipped.ts'

export function writeOverlay(folder: string, state: number): void {
  const [line = ''] = readFileSync(join(dataFolder, 'banks/gh.jsonl'), 'utf8').split('\n', 1)
  const bank = JSON.parse(line)
  mkdirSync(join(folder, 'banks'), { recursive: true })
  writeFileSync(join(folder, 'banks/gh.jsonl'), `${JSON.stringify({ ...bank, name: `${bank.name} ${state}` })}\n`)
}
