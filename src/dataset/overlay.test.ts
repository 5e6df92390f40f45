import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { bank, code, country, small, writeFolder } from '../../test/support/data/small-data.ts'
import { packDirectory } from '../directory/storage/packed-directory.ts'
import { readDataset } from './dataset.ts'
import { type LocatedLine, mergeLines } from './overlay.ts'

const emptied = (folder: string): string => {
  for (const name of ['countries.json', 'schemes.json', 'sources.json', 'banks/aa.jsonl', 'banks/bb.jsonl'])
    rmSync(join(folder, name), { force: true })
  return folder
}
const banksOf = (folder: string, overlay?: string) => [...readDataset(folder, overlay).banks]
const line = (row: object): string => `${JSON.stringify(row)}\n`

test('a line of the overlay replaces the bank with its id, or adds a bank in sorted position', (t) => {
  const folder = writeFolder(t, small())
  const overlay = emptied(writeFolder(t, small()))
  writeFileSync(
    join(overlay, 'banks/aa.jsonl'),
    line(bank('aa-another')) + line(bank('aa-first', { name: 'Ours', codes: [code('009')] })) + line(bank('aa-zulu')),
  )
  const banks = banksOf(folder, overlay)
  assert.deepEqual(
    banks.map(({ id, name }) => `${id} ${name}`),
    ['aa-another A Bank', 'aa-first Ours', 'aa-second A Bank', 'aa-zulu A Bank', 'bb-only A Bank'],
  )
  // The service serves the merged data.
  const packed = packDirectory(readDataset(folder, overlay))
  const rows = Buffer.from(packed.banks.get('AA')?.rows as Uint8Array).toString()
  assert.match(rows, /"name":"Ours".*"aa_code":\["009"\]/)
  const records = Buffer.from(packed.banks.get('AA')?.records as Uint8Array).toString()
  assert.equal(records.split('\n').length - 1, packed.banks.get('AA')?.recordEnds.length)
})

test('an overlay with a value that a spreadsheet could run as a formula is rejected', (t) => {
  const folder = writeFolder(t, small())
  for (const fault of [{ name: '=1+1' }, { aliases: ['Ours; -1'] }, { city: '\tA' }, { codes: [code('@1')] }]) {
    const overlay = emptied(writeFolder(t, small()))
    writeFileSync(join(overlay, 'banks/aa.jsonl'), line(bank('aa-ours', fault)))
    assert.throws(() => banksOf(folder, overlay), /overlay\/banks\/aa\.jsonl:1.* could run as a formula/)
  }
})

test('the overlay can add sources, schemes and whole countries', (t) => {
  const folder = writeFolder(t, small())
  const overlay = emptied(writeFolder(t, small()))
  const source = { ...small().sources[0], id: 'ours', title: 'Ours' }
  writeFileSync(join(overlay, 'sources.json'), JSON.stringify([source]))
  writeFileSync(join(overlay, 'countries.json'), JSON.stringify([country('CC'), country('BB', { name: 'Beeland' })]))
  writeFileSync(join(overlay, 'banks/cc.jsonl'), line(bank('cc-new', { sources: ['ours'] })))
  const dataset = readDataset(folder, overlay)
  assert.deepEqual(
    dataset.countries.map(({ code: id, name }) => `${id} ${name}`),
    ['AA AA', 'BB Beeland', 'RR RR', 'CC CC'],
  )
  assert.deepEqual(
    [...dataset.banks].map(({ id }) => id),
    ['aa-first', 'aa-second', 'bb-only', 'cc-new'],
  )
})

test('the overlay is part of the revision', (t) => {
  const folder = writeFolder(t, small())
  const overlay = emptied(writeFolder(t, small()))
  const plain = readDataset(folder).revision
  assert.equal(readDataset(folder, overlay).revision, plain)
  writeFileSync(join(overlay, 'banks/bb.jsonl'), line(bank('bb-only', { name: 'Ours' })))
  assert.notEqual(readDataset(folder, overlay).revision, plain)
})

test('an error in the overlay names the file of the overlay', (t) => {
  const folder = writeFolder(t, small())
  const overlay = emptied(writeFolder(t, small()))
  const write = (text: string): void => writeFileSync(join(overlay, 'banks/aa.jsonl'), text)
  write(line(bank('aa-first', { type: 'shop' })))
  assert.throws(() => banksOf(folder, overlay), /^DatasetError: overlay\/banks\/aa\.jsonl:1: type is "shop"/)
  write(line(bank('aa-zulu')) + line(bank('aa-first')))
  assert.throws(
    () => banksOf(folder, overlay),
    /overlay\/banks\/aa\.jsonl:2: aa-first follows aa-zulu, but ids must be sorted/,
  )
  write('{"id":"aa-first"')
  assert.throws(
    () => banksOf(folder, overlay),
    /overlay\/banks\/aa\.jsonl:1: there is no newline at the end of the file/,
  )
  write('nonsense\n')
  assert.throws(() => banksOf(folder, overlay), /overlay\/banks\/aa\.jsonl:1: is not JSON/)
  assert.throws(() => banksOf(folder, join(overlay, 'missing')), /cannot be read as a data folder/)
  mkdirSync(join(overlay, 'nothing'))
  assert.equal(banksOf(folder, join(overlay, 'nothing')).length, 3)
})

test('a merge has every bank once, sorted, and the overlay wins', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 30 }).map((all) => all.toSorted())
  const placed = (file: string, all: string[]): LocatedLine[] =>
    all.map((id, at) => ({ text: `{"id":"${id}","from":"${file}"}`, location: { file, line: at + 1 } }))
  fc.assert(
    fc.property(ids, ids, (shipped, own) => {
      const merged = mergeLines(placed('shipped', shipped), placed('own', own)).map(({ text }) => JSON.parse(text))
      assert.deepEqual(
        merged.map(({ id }) => id),
        [...new Set([...shipped, ...own])].toSorted(),
      )
      for (const { id, from } of merged) assert.equal(from, own.includes(id) ? 'own' : 'shipped')
    }),
  )
})
