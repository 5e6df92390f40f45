import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../src/identifiers/vectors/iban.json' with { type: 'json' }
import { readings } from '../support/resolve-helpers.ts'
import { shippedDirectory } from '../support/services/service.ts'

test('a former code leads to the successor, with the date of the merger, and then to the former holder', () => {
  const [reading] = readings('030', 'ca')
  assert.deepEqual(
    reading?.banks.map(({ id, relation, since }) => [id, relation, since]),
    [
      ['ca-national-bank-of-canada', 'successor', '2025-03-01'],
      ['ca-canadian-western-bank', 'former_holder', '2025-03-01'],
    ],
  )
  assert.equal(reading?.bic, 'BNDCCAMM')
})

test('a closed bank has no BIC to use, and an unknown branch has the BIC of its head office', () => {
  const [gone] = readings('6800', 'cz')
  assert.equal(gone?.bic, null)
  assert.match(gone?.note ?? '', /merged or closed/)
  const [branch] = readings('COBADEFF999')
  assert.deepEqual([branch?.bic, branch?.banks[0]?.id], ['COBADEFF', 'de-commerzbank'])
  assert.match(branch?.note ?? '', /not in the directory/)
})

test('an unknown BIC is not attributed to banks that have a similar one', () => {
  for (const unknown of ['GENODEF1', 'GENODEF1ZZZ', 'BYLADEM1', 'DEUTDEF0', 'RZOOAT2L999', 'WELADEDL']) {
    const [reading] = readings(unknown)
    assert.equal(reading?.bic, null, unknown)
    assert.deepEqual([...new Set(reading?.banks.map(({ relation }) => relation))], ['usual_holder'], unknown)
    assert.match(reading?.note ?? '', /not in the directory/)
  }
  assert.match(readings('DEUTDEF0')[0]?.note ?? '', /^This is a test BIC: its eighth character is 0\. /)
})

test('a company with several BICs has no BIC to use', () => {
  const [reading] = readings('L3I9ZG2KFGXZ61BMYR72')
  assert.deepEqual(
    reading?.banks.map(({ id }) => id.slice(0, 2)),
    ['ca', 'in', 'hk', 'cn', 'sg', 'gb'],
  )
  assert.equal(reading?.bic, null)
})

test('of hundreds of banks, the result has the first 50 and the total number', () => {
  const [shared] = readings('POLUPLPR')
  assert.equal(shared?.bic, 'POLUPLPR')
  assert.equal(shared?.banks.length, 50)
  assert.ok((shared?.bank_count ?? 0) > 100)
})

test('a UK IBAN belongs to the bank with its bank code, and a note says if the sort code contradicts it', () => {
  const [same] = readings('GB29 NWBK 6016 1331 9268 19')
  assert.deepEqual([same?.bic, same?.note], ['NWBKGB2L', null])
  const [other] = readings('GB62 NWBK 0400 0410 0000 02')
  assert.equal(other?.bic, 'NWBKGB2L')
  assert.deepEqual(
    other?.banks.map(({ id }) => id),
    ['gb-natwest', 'gb-monzo-bank'],
  )
  assert.match(other?.note ?? '', /belong to different banks/)
  const [unconfirmed] = readings('GB37 HBUK 4005 1510 0000 03')
  assert.deepEqual([unconfirmed?.bic, unconfirmed?.note], ['HBUKGB4B', null])
  assert.deepEqual(
    unconfirmed?.banks.map(({ id, relation }) => [id, relation]),
    [['gb-hsbc-uk-bank', 'holder']],
  )
  // This bank code is known only from a BIC.
  const [byBic] = readings('GB60 ZOPA 0400 0400 0000 00')
  assert.deepEqual([byBic?.bic, byBic?.banks[0]?.id], [null, 'gb-zopa-bank'])
  assert.match(byBic?.note ?? '', /belong to different banks/)
  // A subsidiary in Lithuania has a BIC with the same first four letters.
  assert.equal(readings('GB09 GUAV 3000 8300 0000 00')[0]?.banks[0]?.id, 'gb-guavapay')
  const [agreed] = readings('GB17 REVO 0099 6931 9268 19')
  assert.deepEqual(
    [agreed?.banks[0]?.id, agreed?.banks[0]?.relation, agreed?.verdict],
    ['gb-revolut', 'holder', 'valid'],
  )
})

test('the note on a closed bank does not replace other notes', () => {
  const [reading] = readings('CZ27 6800 0000 1920 0014 5399', 'fr')
  assert.match(reading?.note ?? '', /^This IBAN is from .* The bank has merged or closed/)
})

test('an IBAN or BIC from a country other than the given one is read, with a note', () => {
  const [reading] = readings('DE89 3704 0044 0532 0130 00', 'ng')
  assert.equal(reading?.banks[0]?.id, 'de-commerzbank')
  assert.match(reading?.note ?? '', /^This IBAN is from DE \(Germany\), not from the country in the request\.$/)
  assert.equal(
    readings('COBADEFF', 'ng')[0]?.note,
    'This BIC is from DE (Germany), not from the country in the request.',
  )
})

test('a Nigerian account number leads to all possible banks, with a note that this is not proof', () => {
  const [reading] = readings('0000014579')
  assert.equal(reading?.bic, null)
  assert.match(reading?.note ?? '', /not proof/)
  assert.ok((reading?.banks.length ?? 0) > 5)
  assert.ok(reading?.banks.every(({ relation }) => relation === 'possible'))
})

test('every published IBAN and bank code leads to the published bank code and BIC', () => {
  const headOffice = (bic: string): string => bic.replace(/XXX$/, '')
  assert.ok(vectors.ibans.length > 90)
  for (const { iban, bank_code, bic, outdated } of vectors.ibans as Vector<{ iban: string }>[]) {
    const [reading] = readings(iban)
    assert.deepEqual([reading?.kind, reading?.parts.bank_code], ['iban', bank_code], iban)
    assert.notEqual(reading?.verdict, 'invalid', iban)
    if (bic !== undefined && !outdated) assert.equal(reading?.bic, headOffice(bic), iban)
  }
  for (const { country, bank_code, bic = '', outdated } of vectors.bank_codes as Vector<{ country: string }>[]) {
    if (outdated) continue
    const bics = readings(bank_code, country).map((reading) => reading.bic)
    assert.ok(bics.includes(headOffice(bic)), `${country} ${bank_code}: ${bics}`)
  }
})

type Vector<Named> = Named & { bank_code: string; bic?: string; outdated?: boolean }

test('a current code of every fortieth open bank leads back to that bank', () => {
  const { packed } = shippedDirectory()
  let checked = 0
  for (const { records, recordEnds } of packed.banks.values()) {
    const lines = Buffer.from(records).toString().split('\n')
    for (let index = 0; index < recordEnds.length; index += 40) {
      const { id, country, status, codes = [] } = JSON.parse(lines[index] as string)
      const code = codes.find((candidate: { status?: string }) => candidate.status === undefined)
      if (status !== 'active' || !code) continue
      const banks = readings(code.value, country).flatMap((reading) => reading.banks)
      assert.ok(
        banks.some((bank) => bank.id === id),
        `${id} ${code.scheme} ${code.value}`,
      )
      checked++
    }
  }
  assert.ok(checked > 300)
})
