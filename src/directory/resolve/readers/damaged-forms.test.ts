import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clabeDigitOf, ribKeyOf } from '../../../../test/support/account-check-digits.ts'
import { formsDirectory } from '../../../../test/support/account-form-data.ts'
import { assertReadings, createReader } from '../../../../test/support/resolve-helpers.ts'

const clabe = `99801512345678901${clabeDigitOf('99801512345678901')}`
const beninRib = `BJ99901234000123456789${ribKeyOf('BJ99901234000123456789')}`
const cameroonRib = `100990123412345678901${ribKeyOf('100990123412345678901')}`
const cci = '99712300045678901234'

test('a label that names one form chooses it without a country, even if no bank has the code', (t) => {
  const unknown = `11101512345678901${clabeDigitOf('11101512345678901')}`
  assertReadings(createReader(t, formsDirectory()), [
    [`CLABE ${unknown}`, undefined, 'account_number, unknown'],
    [`CCI ${cci}`, undefined, 'account_number, valid, holder pe-ucayali'],
    ['BSB 062000', undefined, 'au_bsb, possible, usual_holder au-murray'],
    ['BSB 06-2000', undefined, 'au_bsb, possible, usual_holder au-murray'],
    ['BSB 999-000', undefined, 'au_bsb, unknown'],
    ['BSB and account number: 062-000 12345678', undefined, 'account_number, possible, usual_holder au-murray'],
    // The country rules the label out.
    [`CLABE ${unknown}`, 'au', 'account_number, invalid'],
  ])
})

test('a number after the label of its form is invalid if its length is wrong', (t) => {
  const read = createReader(t, formsDirectory())
  assertReadings(read, [
    [`CLABE ${clabe.slice(0, -1)}`, undefined, 'account_number, invalid'],
    ['CBU 299012345678901234561', undefined, 'account_number, invalid'],
    ['BSB 062-00', undefined, 'au_bsb, invalid'],
    ['IFSC GANG001234', undefined, 'in_ifsc, invalid, holder in-ganga'],
    [`RIB ${beninRib.slice(0, -1)}`, undefined, 'account_number, invalid, holder bj-oueme'],
    [`RIB ${cameroonRib.slice(0, -1)}`, undefined, 'account_number, invalid'],
    ['RIB 12345', undefined, 'account_number, invalid'],
    // The length is right, and only the country can say which RIB this is.
    [`RIB 99999${cameroonRib.slice(5)}`, undefined, 'nothing'],
    ['RIB eye', undefined, 'nothing'],
  ])
  assert.equal(
    read(`CLABE ${clabe.slice(0, -1)}`)[0]?.message,
    'A number of type "CLABE" has 18 digits; this one has 17.',
  )
  assert.equal(
    read(`RIB ${cameroonRib.slice(0, -1)}`)[0]?.message,
    'A number of type "RIB" has 23 digits; this one has 22.',
  )
  assert.equal(read('RIB 12345')[0]?.message, 'A number of type "RIB" has 23 or 24 characters; this one has 5.')
})

test('without a label, a damaged number is explained if a bank code with letters and the country say what it is', (t) => {
  const read = createReader(t, formsDirectory())
  assertReadings(read, [
    ['GANG1012345', 'in', 'in_ifsc, invalid, holder in-ganga'],
    ['GANG1012345', undefined, 'nothing'],
    ['INDU1012345', 'in', 'account_number, possible'],
    ['Ganga Banker 1', 'in', 'nothing'],
    [beninRib.slice(0, -1), undefined, 'account_number, invalid, holder bj-oueme'],
    [beninRib.slice(0, -3), undefined, 'nothing'],
    ['BJ123456789012345678901', undefined, 'nothing'],
  ])
  assert.deepEqual([read('GANG1012345', 'in')[0]?.reason, read('GANG1012345', 'in')[0]?.at], ['format', [4, 5]])
})
