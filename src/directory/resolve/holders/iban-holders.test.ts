import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bank } from '../../../../test/support/data/small-data.ts'
import { inventedDirectory } from '../../../../test/support/resolve-data.ts'
import { createReader, type Reading } from '../../../../test/support/resolve-helpers.ts'
import { fromBban } from '../../../identifiers/iban.ts'

const bankIds = (reading: Reading | undefined): string[] => (reading?.banks ?? []).map(({ id }) => id)

test('a country without its own bank codes uses those of another country', (t) => {
  const [reading] = createReader(t)('MC5810096180790123456789085')
  assert.deepEqual([reading?.verdict, bankIds(reading)], ['valid', ['fr-seine']])
  assert.equal(reading?.note, 'Banks in MC (Monaco) use the bank codes of FR (France).')
})

test('a bank that is found only by the first letters of its BIC is indicative', (t) => {
  const data = inventedDirectory()
  data.banks.gb?.push(bank('gb-trent', { bic: 'TRENGB2L' }))
  const [reading] = createReader(t, data)(fromBban('GB', 'TREN60161331926819'))
  assert.deepEqual([reading?.verdict, bankIds(reading)], ['possible', ['gb-trent']])
  assert.equal(reading?.note, 'The bank was matched only by the first letters of its BIC, so it may be the wrong bank.')
})

test('a UK IBAN whose bank code and sort code belong to different banks is only possible', (t) => {
  const read = createReader(t)
  const [same] = read(fromBban('GB', 'SEVR04000410000002'))
  assert.deepEqual([bankIds(same), same?.note], [['gb-severn'], null])
  const [different] = read(fromBban('GB', 'THAM04000410000002'))
  assert.deepEqual([different?.verdict, bankIds(different)], ['possible', ['gb-thames', 'gb-severn']])
  assert.match(different?.note ?? '', /belong to different banks/)
})

test('no bank is looked up if the suggestion has a different bank code', (t) => {
  const [reading] = createReader(t)('DE89 3704 0404 0532 0130 00')
  assert.deepEqual([reading?.suggestion, bankIds(reading)], ['DE89370400440532013000', []])
  assert.equal(reading?.note, 'The bank code may be wrong, so no bank is looked up.')
})
