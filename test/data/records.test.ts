/** What holds for the shipped records beside the rules of the lint, which has its own test. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bankRecordSchema } from '../../src/directory/bank.ts'
import { assertFits } from '../schemas.ts'
import { dataFolder } from '../service.ts'
import { dataset, openBanks, records } from './records.ts'

test('there is a bank for every supported country', () => {
  const countries = dataset.countries.filter(({ kind }) => kind === 'country').map(({ code }) => code)
  assert.equal(countries.length, 45)
  const populated = new Set(openBanks.map(({ country }) => country))
  assert.deepEqual(
    countries.filter((code) => !populated.has(code)),
    [],
  )
})

test('each record fits the schema in strict mode', () => {
  assertFits({ type: 'array', items: bankRecordSchema }, records)
})

test('the lines that are served are those of the files', () => {
  for (const [code, bytes] of dataset.lines) {
    const file = readFileSync(join(dataFolder, `banks/${code.toLowerCase()}.jsonl`))
    assert.equal(Buffer.compare(bytes, file), 0, code)
  }
})

test('there are routing numbers by the thousand', () => {
  const codes = records.flatMap((bank) => bank.codes ?? [])
  assert.ok(codes.filter(({ scheme }) => scheme === 'us_aba' || scheme === 'us_fedwire').length > 20_000)
})

test('the example of an account number fits its pattern', () => {
  for (const { code, account_number } of dataset.countries) {
    if (account_number.example) assert.match(account_number.example, new RegExp(account_number.pattern), code)
  }
})
