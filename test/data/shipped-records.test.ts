/** Guarantees about the shipped records that are not lint rules. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bankRecordSchema } from '../../src/directory/records/bank-record.ts'
import { dataset, openBanks, records } from '../support/data/shipped-records.ts'
import { assertFits } from '../support/schemas.ts'
import { dataFolder } from '../support/services/service.ts'

test('every supported country has an open bank', () => {
  const countries = dataset.countries.filter(({ kind }) => kind === 'country').map(({ code }) => code)
  assert.equal(countries.length, 144)
  const populated = new Set(openBanks.map(({ country }) => country))
  assert.deepEqual(
    countries.filter((code) => !populated.has(code)),
    [],
  )
})

test('each record fits the schema in strict mode', () => {
  assertFits({ type: 'array', items: bankRecordSchema }, records)
})

test('the dataset holds the lines of the files unchanged', () => {
  for (const [code, bytes] of dataset.lines) {
    const file = readFileSync(join(dataFolder, `banks/${code.toLowerCase()}.jsonl`))
    assert.equal(Buffer.compare(bytes, file), 0, code)
  }
})

test('there are more than 20,000 US routing numbers', () => {
  const codes = records.flatMap((bank) => bank.codes ?? [])
  assert.ok(codes.filter(({ scheme }) => scheme === 'us_aba' || scheme === 'us_fedwire').length > 20_000)
})

/** The routing number of a merged bank stays in use for years, so its successor lists it. */
test('a number in the newest Fedwire directory is current at an open bank, unless its bank has no known successor', () => {
  const newest = [...dataset.sources.keys()]
    .filter((id) => id.startsWith('us-fedwire-'))
    .sort()
    .at(-1)
  const held = new Set(
    openBanks.flatMap(({ codes = [] }) =>
      codes.filter(({ scheme, status }) => scheme === 'us_fedwire' && status === undefined).map(({ value }) => value),
    ),
  )
  const numbers = records
    .filter(({ country, successor }) => country === 'US' && successor !== undefined)
    .flatMap(({ codes = [] }) => codes.filter(({ scheme, source }) => scheme === 'us_fedwire' && source === newest))
  assert.ok(numbers.length > 50)
  assert.deepEqual(
    numbers.filter(({ value }) => !held.has(value)),
    [],
  )
})

test('at least 480 addresses have a postcode; a street is no post box, and a town has no number of a post office', () => {
  const known = records.flatMap(({ id, address }) => (address ? [{ id, ...address }] : []))
  assert.ok(known.filter(({ postcode }) => postcode !== undefined).length >= 480)
  for (const { id, street, town } of known) {
    if (street !== undefined) assert.match(street, /^(?!.*(postfach|case postale|casella)).*\d/i, id)
    assert.doesNotMatch(town, /\d/, id)
  }
})

/** A payment to a German account uses the BIC of its bank code, even if the bank was absorbed. */
test('at least 99.5 % of the current German bank codes have a BIC, and codes of absorbed banks are current', () => {
  const banks = records.filter(({ country }) => country === 'DE')
  const current = banks.flatMap((bank) =>
    (bank.codes ?? []).filter(({ status }) => status === undefined).map(({ bic = bank.bic }) => bic),
  )
  assert.ok(current.length >= 3_500, String(current.length))
  const withBic = current.filter((bic) => bic !== undefined).length
  assert.ok(withBic / current.length >= 0.995, `${withBic} of ${current.length}`)
  const inForce = banks.flatMap(({ codes = [] }) => codes.filter(({ in_force }) => in_force))
  assert.ok(inForce.length >= 551, String(inForce.length))
})

test('each example of an account number matches its pattern', () => {
  for (const { code, account_number } of dataset.countries) {
    if (account_number.example) assert.match(account_number.example, new RegExp(account_number.pattern), code)
  }
})
