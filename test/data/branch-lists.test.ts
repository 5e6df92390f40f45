import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readBranchFiles } from '../../packages/curation/src/branch-list-files.ts'
import { openDataFolder } from '../../packages/curation/src/data-folder.ts'
import { branchFile } from '../../src/dataset/data-files.ts'
import { throwFault } from '../../src/dataset/dataset-error.ts'
import { type BranchRow, parseBranchRows } from '../../src/dataset/tables/branch-rows.ts'
import type { DrawnBranchCode } from '../support/data/draw-branch-codes.ts'
import { dataFolder } from '../support/services/service.ts'

const files = readBranchFiles(dataFolder)

const lists = new Map(
  [...files].map(([file, bytes]) => [
    file,
    new Map(parseBranchRows(bytes, file, throwFault).map((row) => [row.code, row])),
  ]),
)

const rowOf = (list: string, code: string): BranchRow | undefined => lists.get(branchFile(list))?.get(code)

test('the branch lists take at most 12 MB, and 3 MB packed', () => {
  const all = Buffer.concat([...files.values()])
  assert.ok(all.length <= 12_000_000, `${all.length} bytes`)
  const packed = gzipSync(all).length
  assert.ok(packed <= 3_000_000, `${packed} bytes`)
})

test('a code that a sponsor lends leads to the bank that uses it', () => {
  assert.equal(rowOf('in_ifsc', 'YESB0DNB002')?.holder, 'in-delhi-nagrik-sehkari-bank')
  // NPCI's code of the user is the IFSC prefix of another bank.
  assert.equal(rowOf('in_ifsc', 'HDFC0CMALAD')?.holder, 'in-malad-sahakari-bank')
  assert.equal(rowOf('in_ifsc', 'SBIN0000001')?.holder, '')
})

test('no Japanese branch belongs to a bank that no longer exists', () => {
  const codes = new Set(
    [...openDataFolder(dataFolder).banks.values()].flatMap(({ codes: own = [] }) =>
      own.flatMap(({ scheme, value }) => (scheme === 'jp_zengin' ? [value] : [])),
    ),
  )
  const prefixes = new Set([...(lists.get(branchFile('jp_branch'))?.keys() ?? [])].map((code) => code.slice(0, 4)))
  assert.deepEqual(
    [...prefixes].filter((prefix) => !codes.has(prefix)),
    [],
  )
})

test('the drawn branch codes are those of the lists', () => {
  const table = readFileSync(join(import.meta.dirname, 'branch-codes.json'), 'utf8')
  const { codes } = JSON.parse(table) as { codes: DrawnBranchCode[] }
  assert.equal(codes.length, 120)
  for (const { code, list, case: kind, verdict, holder } of codes) {
    const row = rowOf(list, code)
    assert.equal(row === undefined, kind === 'unassigned', code)
    assert.equal((row?.successor ?? '') !== '', kind === 'merged', code)
    assert.equal((row?.holder || row?.holder_name || '') !== '', kind === 'lent', code)
    assert.equal(holder === null, verdict === 'unknown', code)
    if (row?.holder) assert.equal(holder, row.holder, code)
  }
})
