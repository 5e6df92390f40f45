import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCodeIndex, createCodeTablesBuilder } from './code-index.ts'

const codes = ['102100099', '102100000', '1021', '102', '021000021', '0210', '102100099']
const builder = createCodeTablesBuilder(new Map([['xx_bank', { use: 'payment' }]]))
for (const [bank, value] of codes.entries()) {
  builder.add(bank, { codes: [{ scheme: 'xx_bank', value, source: 'a-list' }] })
}
const steps = builder.finish()
let step = steps.next()
while (!step.done) step = steps.next()
const index = createCodeIndex(['xx_bank'], step.value)

const banksIn = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, at) => index.bankAt(start + at))

test('codes of up to nine digits are found, in the order of the banks', () => {
  for (const value of codes) {
    const banks = codes.flatMap((code, bank) => (code === value ? [bank] : []))
    assert.deepEqual(
      index.find(value).map(({ bank, value: found }) => [bank, found]),
      banks.map((bank) => [bank, value]),
    )
  }
  assert.deepEqual(index.find('10210000'), [])
})

test('a prefix finds the whole code first, then the longer ones', () => {
  const { start, wholeEnd, end } = index.startingWith('1021')
  assert.deepEqual(banksIn(start, wholeEnd), [2])
  assert.deepEqual(banksIn(wholeEnd, end), [1, 0, 6])
  assert.equal(index.entryAt(wholeEnd).value, '102100000')
})

test('a code with more than nine digits is a word of the search index', () => {
  assert.deepEqual(index.find('1021000999'), [])
  const { start, end } = index.startingWith('1021000999')
  assert.equal(start, end)
})
