import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bank, code } from '../../../../test/support/data/small-data.ts'
import { inventedDirectory } from '../../../../test/support/resolve-data.ts'
import { createReader, type Reading } from '../../../../test/support/resolve-helpers.ts'

const holdersOf = (reading: Reading | undefined): unknown[] =>
  (reading?.banks ?? []).map(({ id, relation, since }) => [id, relation, since])

const blz = (value: string, more = {}) => code(value, { scheme: 'de_blz', ...more })

test('a former code leads to the successor, with the date of the merger, and then to the former holder', (t) => {
  const [reading] = createReader(t)('12345678', 'de')
  assert.equal(reading?.verdict, 'former')
  assert.equal(reading?.bic, 'ELBADEFF')
  assert.deepEqual(holdersOf(reading), [
    ['de-elbe', 'successor', '2020-01-01'],
    ['de-old', 'former_holder', '2020-01-01'],
  ])
})

test('a closed bank without a successor has no BIC to use, and a note', (t) => {
  const data = inventedDirectory()
  data.banks.de = [
    bank('de-gone', { status: 'closed', bic: 'GONEDEFF', codes: [blz('12345678', { status: 'former' })] }),
  ]
  const [reading] = createReader(t, data)('12345678', 'de')
  assert.deepEqual([reading?.verdict, reading?.bic], ['former', null])
  assert.match(reading?.note ?? '', /^The bank has merged or closed/)
})

test('a code that is still in force belongs to the merged bank, and its successor comes second', (t) => {
  const data = inventedDirectory()
  data.banks.de = [
    bank('de-elbe', { reach: 'international', bic: 'ELBADEFF', codes: [blz('37040044')] }),
    bank('de-old', {
      status: 'merged',
      successor: 'de-elbe',
      bic: 'OLDBDEFF',
      codes: [blz('12345678', { in_force: true })],
    }),
  ]
  const [reading] = createReader(t, data)('12345678', 'de')
  assert.equal(reading?.bic, 'OLDBDEFF')
  assert.deepEqual(holdersOf(reading), [
    ['de-old', 'holder', null],
    ['de-elbe', 'successor', null],
  ])
})

test('if several banks share a code, the reading has a BIC only if they have the same one', (t) => {
  const data = inventedDirectory()
  const codes = [blz('37040044')]
  data.banks.de = [bank('de-one', { bic: 'ELBADEFF', codes }), bank('de-two', { bic: 'ELBADEFF', codes })]
  assert.equal(createReader(t, data)('37040044', 'de')[0]?.bic, 'ELBADEFF')
  data.banks.de = [bank('de-one', { bic: 'ELBADEFF', codes }), bank('de-two', { bic: 'ODERDEFF', codes })]
  const [reading] = createReader(t, data)('37040044', 'de')
  assert.deepEqual([reading?.bic, reading?.bank_count], [null, 2])
})

test('if a code has its own BIC, the reading has that BIC', (t) => {
  const data = inventedDirectory()
  data.banks.de = [bank('de-elbe', { bic: 'ELBADEFF', codes: [blz('37040044', { bic: 'ELBADEFF370' })] })]
  assert.equal(createReader(t, data)('37040044', 'de')[0]?.bic, 'ELBADEFF370')
})

test('an unknown branch code is not attributed to the head office if banks share the first eight characters', (t) => {
  const data = inventedDirectory()
  data.banks.de = [bank('de-head', { bic: 'ELBADEFF' }), bank('de-member', { bic: 'ELBADEFF100' })]
  const [reading] = createReader(t, data)('ELBADEFF999')
  assert.equal(reading?.bic, null)
  assert.deepEqual([...new Set(reading?.banks.map(({ relation }) => relation))], ['usual_holder'])
})

test('a code of twelve digits, longer than the index of numeric codes holds, leads to its bank', (t) => {
  const data = inventedDirectory()
  data.schemes = data.schemes.map((scheme) =>
    scheme.id === 'ca_institution' ? { ...scheme, pattern: '^\\d{12}$' } : scheme,
  )
  data.banks.ca = [
    bank('ca-maple', { bic: 'MAPLCATT', codes: [code('102100099996', { scheme: 'ca_institution' })] }),
    bank('ca-old', {
      status: 'merged',
      successor: 'ca-maple',
      codes: [code('102100099988', { scheme: 'ca_institution', status: 'former' })],
    }),
  ]
  const read = createReader(t, data)
  assert.deepEqual([read('102100099996')[0]?.verdict, read('102100099996', 'ca')[0]?.bic], ['valid', 'MAPLCATT'])
  assert.deepEqual(
    holdersOf(read('102100099988', 'ca')[0]).map((holder) => (holder as string[])[0]),
    ['ca-maple', 'ca-old'],
  )
  assert.deepEqual(holdersOf(read('102100099970', 'ca')[0]), [])
})
