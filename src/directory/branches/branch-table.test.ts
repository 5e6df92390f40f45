import assert from 'node:assert/strict'
import { test } from 'node:test'
import { branchText } from '../../../test/support/data/small-data.ts'
import { createBranchTable, overlayTable } from './branch-table.ts'

const branchFile = (rows: string[][]): string => branchText(rows.map((cells) => cells.join('\t')))

const tableOf = (rows: string[][]) => createBranchTable(Buffer.from(branchFile(rows)))

const codesOf = (rows: Iterable<{ code: string }>): string[] => [...rows].map(({ code }) => code)

test('finds every row of a list of any length, and no other code', () => {
  for (let length = 0; length < 20; length++) {
    const codes = Array.from({ length }, (_, at) => String(100 + at * 2))
    const table = tableOf(codes.map((code, at) => (at % 3 === 0 ? [code] : [code, 'Ñame', 'City'.repeat(at)])))
    for (let code = 98; code < 142; code++) {
      assert.equal(
        table.find(String(code))?.code,
        codes.find((one) => one === String(code)),
      )
    }
    assert.equal(table.find('10'), undefined)
    assert.equal(table.find('1000'), undefined)
  }
})

test('a cell that is empty or left out is null', () => {
  const table = tableOf([
    ['001'],
    ['002', 'Main', '', 'NSW', '', 'Other Bank'],
    ['003', '', '', '', 'aa-first', '', '001'],
  ])
  assert.deepEqual(table.find('001'), {
    code: '001',
    name: null,
    city: null,
    region: null,
    holder: null,
    holderName: null,
    successor: null,
    rails: null,
  })
  assert.deepEqual(
    { ...table.find('002') },
    {
      code: '002',
      name: 'Main',
      city: null,
      region: 'NSW',
      holder: null,
      holderName: 'Other Bank',
      successor: null,
      rails: null,
    },
  )
  assert.deepEqual([table.find('003')?.holder, table.find('003')?.successor], ['aa-first', '001'])
})

test('finds the rows with a prefix, and those with a holder', () => {
  const rows = [
    ['1001'],
    ['1002', '', '', '', 'aa-first'],
    ['1101', 'aa-first'],
    ['2001', '', '', '', 'aa-first-two'],
    ['2002', '', '', '', 'aa-first'],
  ]
  const table = tableOf(rows)
  assert.deepEqual(codesOf(table.withPrefix('10')), ['1001', '1002'])
  assert.deepEqual(codesOf(table.withPrefix('1')), ['1001', '1002', '1101'])
  assert.deepEqual(codesOf(table.withPrefix('3')), [])
  assert.deepEqual(codesOf(table.withPrefix('00')), [])
  assert.deepEqual(codesOf([...table.withHolder()].filter((row) => row !== undefined)), ['1002', '2001', '2002'])
})

test('rows of an overlay replace rows with the same code, and others are added', () => {
  const shipped = tableOf([['101', 'Old'], ['103', 'Third', '', '', 'aa-first'], ['201']])
  const overlay = tableOf([
    ['101', 'New'],
    ['102', 'Second'],
    ['103', 'Mine'],
    ['104', '', '', '', 'aa-two'],
  ])
  const table = overlayTable(shipped, overlay)
  assert.deepEqual(
    [...table.withPrefix('1')].map(({ code, name }) => [code, name]),
    [
      ['101', 'New'],
      ['102', 'Second'],
      ['103', 'Mine'],
      ['104', null],
    ],
  )
  assert.deepEqual(codesOf(table.withPrefix('')), ['101', '102', '103', '104', '201'])
  assert.deepEqual(
    ['101', '102', '201'].map((code) => table.find(code)?.code),
    ['101', '102', '201'],
  )
  assert.deepEqual(codesOf([...table.withHolder()].filter((row) => row !== undefined)), ['104'])
})
