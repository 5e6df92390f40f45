/**
 * Draws records at random for an audit by hand: `npx node bench/sample-records.ts --seed 20261116 --count 60 --outside us`.
 * The same seed draws the same records of the same data. `--data` names another data folder, such as that of an older release.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    outside: { type: 'string', default: '' },
    data: { type: 'string', default: 'data' },
  },
})

const records = readRecords(join(values.data, 'banks'), values.outside)
for (const line of draw(records, Number(values.count), Number(values.seed))) console.log(line)

function readRecords(folder: string, leftOut: string): string[] {
  const files = readdirSync(folder).filter((file) => file !== `${leftOut}.jsonl`)
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
  const byId = lines.map((line) => [JSON.parse(line).id as string, line] as const)
  return byId.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
}

/** The first steps of a Fisher-Yates shuffle: each record is as likely as any other and is drawn once at most. */
function draw(lines: string[], count: number, seed: number): string[] {
  const random = mulberry32(seed)
  const size = Math.min(count, lines.length)
  for (let at = 0; at < size; at += 1) {
    const other = at + Math.floor(random() * (lines.length - at))
    const [here, there] = [lines[at] as string, lines[other] as string]
    lines[at] = there
    lines[other] = here
  }
  return lines.slice(0, size)
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
