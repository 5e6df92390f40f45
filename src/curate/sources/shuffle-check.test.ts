import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NamedRow } from './header.ts'
import { inSomeOrder, keysOf } from './shuffle-check.ts'
import { UnusableFile } from './source-file.ts'

type Column = 'Code' | 'Name' | 'BIC'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

/** Different numbers in an order that looks like chance: squares modulo a prime. */
const scattered = (count: number): number[] => upTo(count).map((at) => (at * at * 7_919) % 104_729)

async function* rowsOf(all: Iterable<Partial<Record<Column, string>>>): AsyncGenerator<NamedRow<Column>> {
  let line = 1
  for (const row of all) yield { line: ++line, cells: { Code: '', Name: '', BIC: '', ...row } }
}

/** How many rows come through. */
async function read(all: Iterable<Partial<Record<Column, string>>>, ...names: Column[]): Promise<number> {
  let count = 0
  for await (const _ of inSomeOrder(rowsOf(all), keysOf(...names))) count++
  return count
}

const coded = (codes: (string | number)[]): { Code: string }[] => codes.map((code) => ({ Code: `${code}` }))

const mend = 'rows were moved: fetch the file again, or sort its rows by Code'

const refused = (all: Iterable<Partial<Record<Column, string>>>, message: string, ...names: Column[]): Promise<void> =>
  assert.rejects(read(all, ...names), { name: UnusableFile.name, message })

test('sorted rows come through, numbers by their size and letters without their accents', async () => {
  assert.equal(await read(coded([7, '0008', 90, 100, 2099]), 'Code'), 5)
  assert.equal(await read(coded(['Abc', 'älter', 'BANK', 'Číslo', 'Dom']), 'Code'), 5)
})

test('rows of which a quarter follow a higher one are still in order', async () => {
  // Every fourth row comes from far below.
  const codes = upTo(900).map((at) => (at % 4 === 0 ? at : 10_000 + at))
  assert.equal(await read(coded(codes), 'Code'), 900)
})

test('shuffled rows are refused, with the first that is out of order and how many are', async () => {
  const codes = scattered(900)
  const descents = codes.filter((code, at) => code < (codes[at - 1] ?? 0)).length
  const at = codes.findIndex((code, place) => code < (codes[place - 1] ?? 0))
  const found = `Code ${codes[at]} follows ${codes[at - 1]}, the first of ${descents} steps down in 899, as if shuffled`
  await refused(coded(codes), `line ${at + 2}: ${found}; ${mend}.`, 'Code')
})

test('of few rows none may follow a higher one', async () => {
  const found = 'Code 1 follows 2, the first of 1 steps down in 1, as if shuffled'
  await refused(coded([2, 1]), `line 3: ${found}; ${mend}.`, 'Code')
  await assert.rejects(read(coded([1, 2, 3, 5, 4, 6, 7, 8, 9]), 'Code'), /^UnusableFile: line 6: Code 4 follows 5/)
})

test('equal keys are in order, however many there are', async () => {
  assert.equal(await read(coded(Array(30).fill('7')), 'Code'), 30)
  assert.equal(await read(coded([...Array(15).fill('7'), ...Array(15).fill('8')]), 'Code'), 30)
  await assert.rejects(read(coded(upTo(30).map((at) => at % 2)), 'Code'), /the first of 15 steps down in 29,/)
})

test('one key in order is enough', async () => {
  const moved = scattered(10)
  for (const key of ['Code', 'Name', 'BIC'] as const) {
    const rows = moved.map((value, at) => ({ Code: `${value}`, Name: `${value}`, BIC: `${value}`, [key]: `A${at}` }))
    assert.equal(await read(rows, 'Code', 'Name', 'BIC'), 10)
  }
})

test('by none of several keys in order, the message names them and what to sort by', async () => {
  const rows = [9, 8, 7].map((value) => ({ Code: `${value}`, Name: `Bank ${value}` }))
  const found = 'Code 8 follows 9, the first of 2 steps down in 2, as if shuffled'
  await refused(rows, `line 3: ${found}, and by Name the rows are in no order either; ${mend}.`, 'Code', 'Name')
})

test('rows without a value are passed over, and a key that few have is not enough', async () => {
  assert.equal(await read(coded([1, '', 2, '', '', 3]), 'Code'), 6)
  const rows = scattered(12).map((code, at) => ({ Code: `${code}`, BIC: at === 3 ? 'A' : at === 9 ? 'B' : '' }))
  await assert.rejects(read(rows, 'Code', 'BIC'), /Code \d+ follows \d+/)
})

test('each row is handed on before the next is asked for', async () => {
  let asked = 0
  function* endless(): Generator<{ Code: string }> {
    for (;;) yield { Code: `${++asked}` }
  }
  for await (const { line } of inSomeOrder(rowsOf(endless()), keysOf('Code'))) {
    assert.equal(line, asked + 1)
    if (asked === 1_000) break
  }
})
