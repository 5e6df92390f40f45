/**
 * Draws the branch codes in `test/data/branch-codes.json` from the shipped lists, with the response that each must get.
 * Run it after an import: `node test/support/data/draw-branch-codes.ts`. The same seed and lists give the same codes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataFolder } from '../../../packages/curation/src/data-folder.ts'
import { branchFile } from '../../../src/dataset/data-files.ts'
import { throwFault } from '../../../src/dataset/dataset-error.ts'
import { type BranchRow, parseBranchRows } from '../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'

const root = join(import.meta.dirname, '../../..')
const seed = 20261118

export interface DrawnBranchCode {
  code: string
  country: string
  /** The id of the account form, which names the list. */
  list: string
  case: 'assigned' | 'unassigned' | 'lent' | 'merged'
  verdict: 'valid' | 'unknown' | 'former'
  holder: string | null
  sponsor: string | null
}

type Draw = [count: number, kind: DrawnBranchCode['case'], isDrawn?: (row: BranchRow) => boolean]

const isLent = ({ holder, holder_name }: BranchRow): boolean => holder !== '' || holder_name !== ''

const lists: [list: string, scheme: string, draws: Draw[]][] = [
  [
    'au_bsb',
    'au_bsb',
    [
      [20, 'assigned'],
      [10, 'unassigned'],
      [10, 'merged'],
    ],
  ],
  [
    'in_ifsc',
    'in_ifsc',
    [
      [14, 'assigned'],
      [10, 'unassigned'],
      [12, 'lent', ({ holder }) => holder !== ''],
      [4, 'lent', ({ holder_name }) => holder_name !== ''],
    ],
  ],
  [
    'jp_branch',
    'jp_zengin',
    [
      [28, 'assigned'],
      [12, 'unassigned'],
    ],
  ],
]

const { banks } = openDataFolder(join(root, 'data'))
const random = createRandom(seed)
const codes = lists.flatMap(([list, scheme, draws]) => drawFrom(list, scheme, draws))
const table = { drawn_by: 'test/support/data/draw-branch-codes.ts', seed, codes }
writeFileSync(join(root, 'test/data/branch-codes.json'), `${JSON.stringify(table, null, 2)}\n`)

function drawFrom(list: string, scheme: string, draws: Draw[]): DrawnBranchCode[] {
  const file = branchFile(list)
  const rows = parseBranchRows(readFileSync(join(root, 'data', file)), file, throwFault)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const country = list.slice(0, 2).toUpperCase()
  const bankOf = createPrefixFinder(scheme)
  const isOpen = (id: string): boolean => banks.get(id)?.status === 'active'
  const drawn = new Map<string, DrawnBranchCode>()
  for (const [count, kind, isDrawn = () => true] of draws) {
    for (let [found, tries] = [0, 0]; found < count; ) {
      if (++tries > 1_000_000) throw new Error(`${file} has too few rows of the kind ${kind}.`)
      const row = rows[Math.floor(random() * rows.length)] as BranchRow
      const bank = bankOf(row.code)
      if (bank?.status !== 'active') continue
      const code = kind === 'unassigned' ? otherCode(row.code) : row.code
      if (drawn.has(code) || (kind === 'unassigned' ? byCode.has(code) : kindOf(row) !== kind || !isDrawn(row)))
        continue
      if (row.holder !== '' && !isOpen(row.holder)) continue
      const isKnown = kind === 'lent' ? row.holder !== '' : kind !== 'unassigned'
      drawn.set(code, {
        code,
        country,
        list,
        case: kind,
        verdict: !isKnown ? 'unknown' : kind === 'merged' ? 'former' : 'valid',
        holder: isKnown ? row.holder || bank.id : null,
        sponsor: kind === 'lent' && isKnown ? bank.id : null,
      })
      found++
    }
  }
  return [...drawn.values()]
}

function kindOf(row: BranchRow): DrawnBranchCode['case'] {
  if (row.successor !== '') return 'merged'
  return isLent(row) ? 'lent' : 'assigned'
}

/** Replaces the last three characters by random digits. */
function otherCode(code: string): string {
  return `${code.slice(0, -3)}${String(Math.floor(random() * 1000)).padStart(3, '0')}`
}

function createPrefixFinder(scheme: string): (code: string) => BankRecord | undefined {
  const holders = new Map<string, BankRecord>()
  for (const bank of banks.values()) {
    for (const { scheme: own, value, status } of bank.codes ?? []) {
      if (own === scheme && status === undefined) holders.set(value, bank)
    }
  }
  return (code) => [4, 3, 2].map((length) => holders.get(code.slice(0, length))).find((bank) => bank !== undefined)
}

/** A small generator of pseudorandom numbers (mulberry32), so that the draw can be repeated. */
function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
