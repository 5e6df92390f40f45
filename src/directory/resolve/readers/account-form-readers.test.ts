import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cbuDigitOf, clabeDigitOf, ibanOf, ribKeyOf } from '../../../../test/support/account-check-digits.ts'
import { formsDirectory } from '../../../../test/support/account-form-data.ts'
import { assertReadings, createReader, summaryOf } from '../../../../test/support/resolve-helpers.ts'

const withClabeDigit = (digits: string): string => digits + clabeDigitOf(digits)
const withKey = (text: string): string => text + ribKeyOf(text)
const withCbuDigits = (branch: string, account: string): string =>
  branch + cbuDigitOf(branch) + account + cbuDigitOf(account)

const clabe = withClabeDigit('99801512345678901')
const cbu = withCbuDigits('2990123', '4567890123456')
const cvu = withCbuDigits('0000042', '0001234567890')
const beninRib = withKey('BJ99901234000123456789')
const cameroonRib = withKey('100990123412345678901')
const gabonRib = withKey('400990123412345678901')
const cci = '99712300045678901234'

test('an account number with its bank is found without a country, and its check digits are checked', (t) => {
  const read = createReader(t, formsDirectory())
  assertReadings(read, [
    [clabe, undefined, 'account_number, valid, holder mx-bravo'],
    [cbu, undefined, 'account_number, valid, holder ar-plata'],
    [beninRib, undefined, 'account_number, valid, holder bj-oueme'],
    [cameroonRib, undefined, 'account_number, valid, holder cm-sanaga'],
    [gabonRib, undefined, 'account_number, valid, holder ga-ogooue'],
    [`CLABE: ${clabe}`, undefined, 'account_number, valid, holder mx-bravo'],
    [`${clabe.slice(0, 3)} ${clabe.slice(3, 6)} ${clabe.slice(6)}`, 'mx', 'account_number, valid, holder mx-bravo'],
  ])
  const [reading] = read(clabe)
  assert.deepEqual(reading?.parts, {
    country: 'MX',
    bank_code: '998',
    branch_code: '015',
    account: '12345678901',
    check_digit: clabe.slice(-1),
  })
  assert.deepEqual([reading?.account_checked, reading?.bic], [true, 'BRAVMXMM'])
  // The RIB of Benin starts like an IBAN.
  assert.equal(read(beninRib).length, 1)
})

test('wrong check digits are invalid, with the bank and a suggestion if one typo explains them', (t) => {
  const read = createReader(t, formsDirectory())
  const wrong = clabe.slice(0, -1) + String((Number(clabe.slice(-1)) + 1) % 10)
  assertReadings(read, [
    [wrong, undefined, 'account_number, invalid, holder mx-bravo'],
    [wrong, 'mx', 'account_number, invalid, holder mx-bravo'],
    [`${clabe}0`, 'mx', 'account_number, invalid'],
  ])
  assert.deepEqual([read(wrong)[0]?.reason, read(wrong)[0]?.at, read(wrong)[0]?.bic], ['checksum', [17, 18], null])
  const swapped = beninRib.replace('6789', '6798')
  assert.equal(read(swapped, 'bj')[0]?.suggestion, beninRib)
  assert.equal(read(beninRib.replace('BJ999', 'BJ99'), 'bj')[0]?.reason, 'length')
})

test('without a country, a number is not read in a form unless a bank has the bank code', (t) => {
  const unknown = withClabeDigit('11101512345678901')
  assertReadings(createReader(t, formsDirectory()), [
    [unknown, undefined, 'nothing'],
    [unknown, 'mx', 'account_number, unknown'],
    [withKey('100110123412345678901'), undefined, 'nothing'],
    [cameroonRib, 'ga', 'account_number, unknown'],
  ])
})

test('a number without a check digit rule is valid in its country, and possible without a country', (t) => {
  const read = createReader(t, formsDirectory())
  assertReadings(read, [
    [cci, 'pe', 'account_number, valid, holder pe-ucayali'],
    [cci, undefined, 'account_number, possible, holder pe-ucayali'],
  ])
  assert.equal(read(cci, 'pe')[0]?.account_checked, false)
  assert.match(read(cci)[0]?.note ?? '', /add the country/)
})

test('an account at a payment provider has no bank', (t) => {
  const read = createReader(t, formsDirectory())
  assertReadings(read, [
    [cvu, undefined, 'account_number, unknown'],
    [cvu, 'ar', 'account_number, unknown'],
    [cvu.slice(0, -1) + String((Number(cvu.slice(-1)) + 1) % 10), undefined, 'nothing'],
  ])
  assert.equal(read(cvu)[0]?.parts.provider, '0042')
})

test('a form without check digits needs its separators or the country', (t) => {
  const read = createReader(t, formsDirectory())
  assertReadings(read, [
    ['99-0001-0123456-00', undefined, 'account_number, possible, holder nz-waikato'],
    ['99-0001-0123456-00', 'nz', 'account_number, valid, holder nz-waikato'],
    ['99 0001 0123456 000', undefined, 'account_number, possible, holder nz-waikato'],
    ['990001012345600', undefined, 'nothing'],
    ['990001012345600', 'nz', 'account_number, valid, holder nz-waikato'],
    ['9990-001-1234567', undefined, 'account_number, possible, holder jp-tone'],
    ['99900011234567', 'jp', 'account_number, valid, holder jp-tone'],
    ['9990-001', undefined, 'jp_zengin, possible, holder jp-tone'],
    ['9990-001', 'jp', 'jp_zengin, valid, holder jp-tone'],
    ['9990001', 'jp', 'account_number, possible'],
    ['98123', undefined, 'nothing'],
    ['98123', 'ke', 'ke_bank, valid, holder ke-tana'],
    ['Branch code: 98123', 'ke', 'ke_bank, valid, holder ke-tana'],
    ['97123', 'ke', 'ke_bank, unknown'],
  ])
  assert.equal(read('99 0001 0123456 000')[0]?.parts.suffix, '000')
})

test('a prefix that only indicates the bank is possible, and the longest known prefix decides', (t) => {
  const data = formsDirectory()
  data.banks.au?.push({
    ...data.banks.au[0],
    id: 'au-yarra',
    codes: [{ scheme: 'au_bsb', value: '067', source: 'a-list' }],
  })
  const read = createReader(t, data)
  assertReadings(read, [
    ['062-000', undefined, 'au_bsb, possible, usual_holder au-murray'],
    ['BSB 062000', 'au', 'au_bsb, possible, usual_holder au-murray'],
    ['067-000', undefined, 'au_bsb, possible, usual_holder au-yarra'],
    ['999-000', undefined, 'nothing'],
    ['999-000', 'au', 'au_bsb, unknown'],
    ['account 062000', 'au', 'account_number, possible'],
    ['062-000 12345678', undefined, 'account_number, possible, usual_holder au-murray'],
    ['062000 12345678', 'au', 'account_number, possible, usual_holder au-murray'],
    ['06200012345678', 'au', 'account_number, possible, usual_holder au-murray'],
  ])
  assert.equal(read('062-000')[0]?.bic, null)
})

test('a branch code with letters is found anywhere, and a letter O in place of its zero is corrected', (t) => {
  const read = createReader(t, formsDirectory())
  assertReadings(read, [
    ['gang0012345', undefined, 'in_ifsc, valid, holder in-ganga'],
    ['IFSC: GANG0012345', 'in', 'in_ifsc, valid, holder in-ganga'],
    ['INDU0012345', undefined, 'nothing'],
    ['INDU0012345', 'in', 'in_ifsc, unknown'],
  ])
  for (const code of [undefined, 'in']) assert.equal(read('GANGO012345', code)[0]?.suggestion, 'GANG0012345')
})

test('an IBAN that the registry lacks is read with the national number inside it', (t) => {
  const read = createReader(t, formsDirectory())
  const benin = ibanOf('BJ', beninRib)
  const cameroon = ibanOf('CM', cameroonRib)
  const otherKey = String((Number(cameroonRib.slice(-2)) % 97) + 1).padStart(2, '0')
  assertReadings(read, [
    [benin, undefined, 'iban, valid, holder bj-oueme'],
    [benin, 'bj', 'iban, valid, holder bj-oueme'],
    [`IBAN ${benin.replaceAll(/.{4}/g, '$& ')}`, undefined, 'iban, valid, holder bj-oueme'],
    [cameroon, undefined, 'iban, valid, holder cm-sanaga'],
    [ibanOf('CM', gabonRib), undefined, 'iban, unknown'],
    [ibanOf('CM', cameroonRib.slice(0, -2) + otherKey), undefined, 'iban, invalid, holder cm-sanaga'],
    [cameroon.slice(0, -1), undefined, 'iban, invalid'],
    [ibanOf('TD', cameroonRib), undefined, 'iban, unknown'],
    // An IBAN that is as short as a RIB is still an IBAN.
    [benin.slice(0, -3), undefined, 'iban, invalid'],
    [ibanOf('BJ', beninRib.slice(0, -3)), undefined, 'iban, unknown'],
  ])
  const [reading] = read(benin)
  assert.deepEqual([reading?.bic, reading?.account_checked, reading?.parts.bank_code], ['OUEMBJBJ', true, 'BJ999'])
  assert.match(reading?.note ?? '', /not in the IBAN registry/)
  assert.match(read(benin, 'cm')[0]?.note ?? '', /^This IBAN is from BJ/)
  const swapped = benin.replace('6789', '6798')
  assert.deepEqual(
    [read(swapped)[0]?.suggestion, summaryOf(read(swapped)[0])],
    [benin, 'iban, invalid, holder bj-oueme'],
  )
})
