import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedAccountSchema } from '../../src/directory/accounts/check/account-check-schema.ts'
import type { PaymentMethod } from '../../src/directory/records/account-requirements-record.ts'
import type { SupportedCountry } from '../../src/directory/records/country-record.ts'
import { computedNote, domesticRuleOf } from '../../src/identifiers/domestic-iban.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { records } from '../support/data/shipped-records.ts'
import { readings } from '../support/resolve-helpers.ts'
import { assertFits } from '../support/schemas.ts'
import { shippedDirectory } from '../support/services/service.ts'
import { allMethods, checkAccount, examplesOf, methodOf } from './account-helpers.ts'

test('the examples of every payment method pass, and are valid if the directory knows the bank', () => {
  const methods = allMethods()
  assert.ok(methods.length > 140)
  for (const method of methods) {
    const result = checkAccount(method.id, examplesOf(method))
    assertFits(checkedAccountSchema, result)
    assert.notEqual(result.verdict, 'invalid', `${method.id}: ${JSON.stringify(result.fields)}`)
    if (result.bank?.relation === 'holder') assert.equal(result.verdict, 'valid', method.id)
    assert.deepEqual(Object.keys(result.fields).toSorted(), method.fields.map(({ key }) => key).toSorted())
  }
})

test('the examples of a domestic method give the IBAN of the country, if a rule determines it', () => {
  let computed = 0
  for (const method of allMethods()) {
    const { country, iban, iban_note, fields } = checkAccount(method.id, examplesOf(method))
    if ('iban' in fields) assert.deepEqual([iban, iban_note], [fields.iban?.value, null], method.id)
    else if (iban !== null) {
      assert.ok(iban.startsWith(country), method.id)
      assert.ok(iban_note?.startsWith(computedNote), method.id)
      computed++
    } else if (domesticRuleOf(country) && method.kind === 'bank_account') {
      assert.match(iban_note ?? '', /bank that holds this account is not confirmed/, method.id)
    }
  }
  assert.ok(computed > 25, `${computed}`)
})

test('a RIB gives an IBAN that resolve reads with the same bank', () => {
  let checked = 0
  for (const { id, country, parts, iban: hasIbans, example } of shippedDirectory().packed.accountForms) {
    if (!hasIbans) continue
    const { iban, bank } = checkAccount(id, { account_number: example })
    const [reading] = readings(iban ?? '')
    assert.deepEqual([reading?.kind, reading?.verdict, reading?.banks[0]?.id], ['iban', 'valid', bank?.id], id)
    assert.equal(reading?.parts.country, country)
    assert.ok(parts.national_check)
    checked++
  }
  assert.equal(checked, 18)
})

test('a Canadian account has its clearing member id: 0, the institution and the transit number', () => {
  const result = checkAccount('ca_eft', {
    institution_number: '003',
    transit_number: '01372',
    account_number: '123-4567',
  })
  assert.equal(result.verdict, 'valid')
  assert.equal(result.fields.account_number?.value, '1234567')
  assert.equal(result.iso20022?.ClrSysMmbId?.ClrSysId.Cd, 'CACPA')
  assert.equal(result.iso20022?.ClrSysMmbId?.MmbId, '000301372')
  assert.deepEqual([result.iso20022?.BICFI, result.iso20022?.Nm], ['ROYCCAT2', 'Royal Bank of Canada'])
  assert.deepEqual([result.iban, result.iban_note], [null, null])
})

/** [method, fields, verdict, address]. The numbers have zeros where an account has its number. */
const addresses: [string, Record<string, string>, string, object | null][] = [
  [
    'ch_iban',
    { iban: 'CH6209000000000000000' },
    'valid',
    { StrtNm: 'Mingerstrasse 20', PstCd: '3030', TwnNm: 'Bern', Ctry: 'CH' },
  ],
  [
    'li_iban',
    { iban: 'LI2708800000000000000' },
    'valid',
    { StrtNm: 'Städtle 44', PstCd: '9490', TwnNm: 'Vaduz', Ctry: 'LI' },
  ],
  // Only the city of the head office is known.
  [
    'us_wire',
    { routing_number: '021000021', account_number: '000000000' },
    'valid',
    { StrtNm: null, PstCd: null, TwnNm: 'Columbus', Ctry: 'US' },
  ],
  ['ca_eft', { institution_number: '003', transit_number: '01372', account_number: '0000000' }, 'valid', null],
  // The sort code of the example belongs to no confirmed bank.
  ['gb_sort_code', { sort_code: '089999', account_number: '66374958' }, 'possible', null],
]

test('the bank is identified with the structured address of its head office, as far as it is known', () => {
  for (const [method, fields, verdict, address] of addresses) {
    const result = checkAccount(method, fields)
    assertFits(checkedAccountSchema, result)
    assert.deepEqual([result.verdict, result.iso20022?.PstlAdr], [verdict, address], method)
  }
})

test('a German account number that does not match the method of its bank code keeps its verdict, with a note', () => {
  const doubt = /check digit method 13, which the Bundesbank lists for this bank code/
  const iban = checkAccount('de_iban', { iban: 'DE08370400440532013100' })
  assert.deepEqual([iban.verdict, iban.account_checked], ['valid', false])
  assert.match(iban.note ?? '', doubt)
  const cases: [bank: string, account: string, hasDoubt: boolean][] = [
    ['37040044', '532013100', true],
    ['37040044', '0532013000', false],
    ['37040044', '532013000', false],
    // Method 24 is not among those that are checked.
    ['10010010', '1234567890', false],
  ]
  for (const [bank_code, account_number, hasDoubt] of cases) {
    const { verdict, note } = checkAccount('de_account', { bank_code, account_number })
    assert.equal(verdict, 'valid', account_number)
    assert.equal(doubt.test(note ?? ''), hasDoubt, account_number)
  }
  const [reading] = readings('DE08370400440532013100')
  assert.deepEqual([reading?.verdict, doubt.test(reading?.note ?? '')], ['valid', true])
})

test('the member id is composed as the clearing system of the country requires', () => {
  for (const [method, values, expected] of [
    ['us_ach', { routing_number: '021000021', account_number: '1', account_type: 'checking' }, 'USABA 021000021'],
    ['in_ifsc', { ifsc: 'SBIN0000001', account_number: '000000000' }, 'INFSC SBIN0000001'],
    ['za_account', { bank: 'za-absa', account_number: '0000000000' }, 'ZANCC 632005'],
    ['de_iban', { iban: 'DE89370400440532013000' }, 'DEBLZ 37040044'],
    ['es_iban', { iban: 'ES9121000418450200051332' }, 'ESNCC 21000418'],
    ['nz_account', { account_number: '01-0902-0068389-00' }, 'NZNCC 010902'],
    ['gb_sort_code', { sort_code: '08-99-99', account_number: '66374958' }, 'GBDSC 089999'],
    [
      'br_account',
      { bank: '001', branch_code: '0001', account_number: '000000', account_type: 'checking' },
      'BRISP 00000000',
    ],
  ] as const) {
    const id = checkAccount(method, values).iso20022?.ClrSysMmbId
    assert.equal(`${id?.ClrSysId.Cd} ${id?.MmbId}`, expected, method)
  }
})

test('a bank or branch code without its leading zeros is the full code, and the note says so', () => {
  for (const [method, key, typed, full] of [
    ['il_account', 'bank_code', '10', '010'],
    ['cl_account', 'bank', '1', '001'],
    ['ca_eft', 'institution_number', '3', '003'],
    ['jp_account', 'bank', '1', '0001'],
    ['br_account', 'bank', '1', '001'],
    ['za_account', 'bank', '51001', '051001'],
    ['dk_account', 'bank_code', '400', '0400'],
    ['us_ach', 'routing_number', '21000021', '021000021'],
    ['gb_sort_code', 'sort_code', '40004', '040004'],
    ['jp_account', 'branch_code', '1', '001'],
    ['il_account', 'branch_code', '12', '012'],
    ['ca_eft', 'transit_number', '1372', '01372'],
  ] as const) {
    const fields = { ...examplesOf(methodOf(method)), [key]: full }
    const whole = checkAccount(method, fields)
    const short = checkAccount(method, { ...fields, [key]: typed })
    assert.equal(short.fields[key]?.value, full, method)
    const added = `Leading zeros were added: ${full}.`
    assert.deepEqual(short, { ...whole, note: whole.note === null ? added : `${added} ${whole.note}` }, method)
  }
  const none = checkAccount('il_account', { ...examplesOf(methodOf('il_account')), bank_code: '98' })
  assert.equal(none.fields.bank_code?.verdict, 'invalid')
  const empty = checkAccount('il_account', { ...examplesOf(methodOf('il_account')), branch_code: '0' })
  assert.equal(empty.fields.branch_code?.verdict, 'invalid')
})

test('a prefix of another operator only leads to a note', () => {
  for (const [method, operator, phone_number, note] of [
    [
      'gh_mobile_money',
      'gh-telecel-cash',
      '0241234567',
      /^The prefix 24 is assigned to MTN Mobile Money, not to Telecel/,
    ],
    [
      'gh_mobile_money',
      '300592',
      '+233 24 123 4567',
      /^The prefix 24 is assigned to MTN Mobile Money, not to AT Money/,
    ],
    ['ke_mobile_money', 'ke-airtel-money', '254757123456', /^The prefix 757 is assigned to M-Pesa/],
    ['ci_mobile_money', 'ci-orange-money-cote-divoire', '+225 05 23 45 67 89', /^The prefix 05 is assigned to MTN/],
    ['cm_mobile_money', 'cm-orange-money-cameroun', '671234567', /^The prefix 67 is assigned to MTN/],
    ['gh_mobile_money', 'gh-mtn-momo', '233241234567', null],
    ['ke_mobile_money', 'ke-m-pesa', '0757123456', null],
    ['ke_mobile_money', 'ke-airtel-money', '0756123456', null],
    // These wallets take the numbers of every operator, or their prefixes are not known.
    ['gh_mobile_money', 'gh-ghanapay', '0241234567', null],
    ['ci_mobile_money', 'ci-wave-cote-divoire', '0523456789', null],
    ['tz_mobile_money', 'tz-halopesa', '0751234567', null],
  ] as const) {
    const result = checkAccount(method, { operator, phone_number })
    assert.deepEqual([result.verdict, result.fields.phone_number?.verdict], ['valid', 'possible'], operator)
    if (note) assert.match(result.note ?? '', note)
    else assert.equal(result.note, null, operator)
  }
})

test('the example of a wallet has a prefix of its operator', () => {
  const wallets = allMethods().filter(({ kind }) => kind === 'mobile_money')
  assert.ok(wallets.length > 14)
  for (const method of wallets) assert.equal(checkAccount(method.id, examplesOf(method)).note, null, method.id)
})

test('the phone number of a Nigerian wallet is suggested without its first 0', () => {
  for (const bank of ['ng-opay', '100004', '999992', 'ng-palmpay', 'ng-momo-psb']) {
    const { account_number: number } = checkAccount('ng_nuban', { bank, account_number: '08012345678' }).fields
    assert.deepEqual([number?.reason, number?.suggestion], ['length', '8012345678'], bank)
    assert.match(number?.message ?? '', /phone number without the first 0\.$/)
  }
  // The check digit does not match this bank.
  const other = checkAccount('ng_nuban', { bank: '058', account_number: '08012345678' })
  assert.equal(other.fields.account_number?.suggestion, null)
})

test('a wallet that is given by its id has the same note as by its code', () => {
  const [byId, byCode] = ['ng-opay', '100004'].map((bank) =>
    checkAccount('ng_nuban', { bank, account_number: '8012345678' }),
  )
  assert.match(byId?.note ?? '', /^The account number was not checked: /)
  assert.deepEqual([byCode?.note, byCode?.verdict], [byId?.note, byId?.verdict])
})

test('a NUBAN is checked with its bank, whether the bank is given by code, id or BIC', () => {
  for (const bank of ['044', 'ng-access-bank', 'ABNGNGLA']) {
    const right = checkAccount('ng_nuban', { bank, account_number: '0690000031' })
    assert.deepEqual([right.verdict, right.account_checked, right.bic], ['valid', true, 'ABNGNGLA'], bank)
  }
  const wrong = checkAccount('ng_nuban', { bank: '058', account_number: '0690000031' })
  assert.deepEqual([wrong.verdict, wrong.fields.account_number?.reason], ['invalid', 'checksum'])
  assert.equal(wrong.fields.bank?.verdict, 'valid')
  assert.deepEqual([wrong.bic, wrong.iso20022], [null, null])
})

test('a branch code is looked up where there is a list, and branch_checked says if there is none', () => {
  for (const [method, values, expected] of [
    ['in_ifsc', { ifsc: 'DCBL0000002', account_number: '123456789' }, 'valid true Kalbadevi'],
    ['in_ifsc', { ifsc: 'DCBL0999999', account_number: '123456789' }, 'unknown true undefined'],
    ['au_bsb', { bsb: '062-000', account_number: '12345678' }, 'valid true 48 Martin Place Sydney'],
    ['au_bsb', { bsb: '62000', account_number: '12345678' }, 'valid true 48 Martin Place Sydney'],
    [
      'jp_account',
      { bank: '0001', branch_code: '999', account_type: 'ordinary', account_number: '1234567' },
      'unknown true undefined',
    ],
    [
      'ca_eft',
      { institution_number: '003', transit_number: '01372', account_number: '1234567' },
      'valid false undefined',
    ],
    ['ng_nuban', { bank: '044', account_number: '0690000031' }, 'valid null undefined'],
  ] as const) {
    const { verdict, branch_checked: isChecked, branch, iso20022 } = checkAccount(method, values)
    assert.equal(`${verdict} ${isChecked} ${branch?.name}`, expected, method)
    // A payment message must not name a branch that does not exist.
    if (verdict === 'unknown') assert.equal(iso20022?.ClrSysMmbId, null)
  }
})

test('a sort code and its account number are checked together, and the suggestion is for the wrong field', () => {
  const wrong = checkAccount('gb_sort_code', { sort_code: '089999', account_number: '63674958' })
  assert.equal(wrong.verdict, 'invalid')
  assert.equal(wrong.fields.account_number?.reason, 'checksum')
  assert.equal(wrong.fields.account_number?.suggestion, '66374958')
  const short = checkAccount('gb_sort_code', { sort_code: '8-99-99', account_number: '66374958' })
  assert.equal(short.fields.sort_code?.value, '089999')
})

test('a British IBAN is computed only if the bank is confirmed', () => {
  const unsure = checkAccount('gb_sort_code', { sort_code: '601613', account_number: '31926819' })
  assert.deepEqual([unsure.verdict, unsure.iban], ['possible', null])
  assert.match(unsure.iban_note ?? '', /not confirmed/)
  const sure = checkAccount('gb_sort_code', { sort_code: '608371', account_number: '00000000' })
  assert.equal(sure.verdict, 'valid')
  assert.match(sure.iban ?? '', /^GB\d\dSRLG60837100000000$/)
  assert.equal(sure.iban_note, computedNote)
})

test('national check digits are checked across the fields of a domestic number', () => {
  const right = { bank_code: '0800', account_prefix: '19', account_number: '2000145399' }
  assert.equal(checkAccount('cz_account', right).iban, 'CZ6508000000192000145399')
  const wrong = checkAccount('cz_account', { ...right, account_number: '2000145398' })
  assert.deepEqual([wrong.verdict, wrong.iban], ['invalid', null])
  assert.equal(wrong.fields.account_number?.reason, 'national_checksum')
  assert.equal(wrong.bank?.id, 'cz-ceska-sporitelna')
})

test('Germany has no IBAN without a confirmed rule, and the note says so', () => {
  const { verdict, iban, iban_note } = checkAccount('de_account', {
    bank_code: '37040044',
    account_number: '0532013000',
  })
  assert.deepEqual([verdict, iban], ['valid', null])
  assert.match(iban_note ?? '', /German banks/)
})

test('a value of another country or of another kind is invalid, and the message says why', () => {
  for (const [method, values, key, message] of [
    ['de_iban', { iban: 'FR1420041010050500013M02606' }, 'iban', /from FR \(France\)/],
    ['ng_nuban', { bank: 'gh-gcb', account_number: '0690000031' }, 'bank', /in GH \(Ghana\)/],
    ['ng_nuban', { bank: 'Access Bank', account_number: '0690000031' }, 'bank', /takes the id of a bank, its code or/],
    [
      'gh_mobile_money',
      { operator: 'MTN', phone_number: '0231234567' },
      'operator',
      /id of an institution or its code/,
    ],
    ['gh_mobile_money', { operator: '040100', phone_number: '0231234567' }, 'operator', /./],
    ['us_ach', { routing_number: '021000022', account_number: '1', account_type: 'checking' }, 'routing_number', /./],
    [
      'us_ach',
      { routing_number: '021000021', account_number: '1', account_type: 'gold' },
      'account_type',
      /one of "checking"/,
    ],
    ['ke_mobile_money', { operator: 'ke-m-pesa', phone_number: '12' }, 'phone_number', /./],
  ] as const) {
    const result = checkAccount(method, values)
    assert.equal(result.verdict, 'invalid', method)
    assert.equal(result.fields[key]?.verdict, 'invalid', method)
    assert.match(result.fields[key]?.message ?? '', message)
    assert.equal(result.bic, null)
  }
})

test('a code that no bank has is unknown, and a former code is former', () => {
  const unknown = checkAccount('ca_eft', {
    institution_number: '999',
    transit_number: '00001',
    account_number: '1234567',
  })
  assert.deepEqual([unknown.verdict, unknown.bank], ['unknown', null])
  const former = checkAccount('ca_eft', {
    institution_number: '030',
    transit_number: '00001',
    account_number: '1234567',
  })
  assert.deepEqual([former.verdict, former.iso20022?.ClrSysMmbId], ['former', null])
  assert.equal(former.bank?.relation, 'successor')
})

test('a phone number is accepted in local and international notation', () => {
  for (const [written, value] of [
    ['0754 123 456', '0754123456'],
    ['255 754 123 456', '255754123456'],
    ['+255 754-123-456', '+255754123456'],
    ['00255 754 123 456', '+255754123456'],
    ['+255 (0) 754 123 456', '+255754123456'],
  ] as const) {
    const { fields } = checkAccount('tz_mobile_money', { operator: 'tz-m-pesa', phone_number: written })
    assert.deepEqual([fields.phone_number?.verdict, fields.phone_number?.value], ['possible', value], written)
  }
})

test('an empty optional field is left out', () => {
  const result = checkAccount('cz_account', { bank_code: '0800', account_prefix: ' ', account_number: '2000145399' })
  assert.equal(result.fields.account_prefix, undefined)
  assert.equal(result.iban, 'CZ7908000000002000145399')
})

test('any text in any field gives a result, never an error', () => {
  const texts = ['', ' ', '0', 'x', '\u0000', '😀', '1'.repeat(100), 'DE', '//CC', '((((', '+', "'; --", '١٢٣']
  for (const method of allMethods()) {
    for (const text of texts) {
      const values = Object.fromEntries(method.fields.map(({ key }) => [key, text]))
      assertFits(checkedAccountSchema, checkAccount(method.id, values))
    }
  }
})

test('every US routing number is valid for the list that has it, and possible for the other one', () => {
  const country = shippedDirectory().findCountry('us') as SupportedCountry
  const verdictFor = (method: PaymentMethod, number: string) => {
    const values = { ...examplesOf(method), routing_number: number }
    const { verdict, account } = shippedLookups().inspectAccount({ country, method, values })
    return { verdict, note: account?.note ?? '' }
  }
  const lists = { us_ach: 'us_aba', us_wire: 'us_fedwire' }
  const schemesByNumber = new Map<string, Set<string>>()
  for (const { codes = [] } of records.filter((bank) => bank.country === 'US')) {
    for (const { scheme, value, status } of codes) {
      if (!Object.values(lists).includes(scheme) || status !== undefined) continue
      schemesByNumber.set(value, (schemesByNumber.get(value) ?? new Set()).add(scheme))
    }
  }
  assert.ok(schemesByNumber.size > 16_000)
  const otherList = /is on the (ACH|Fedwire) list of 20[\d-]{8}, not on the (?!\1)(ACH|Fedwire) list of 20[\d-]{8}\./
  for (const [methodId, scheme] of Object.entries(lists)) {
    const method = methodOf(methodId)
    for (const [number, schemes] of schemesByNumber) {
      const { verdict, note } = verdictFor(method, number)
      const text = `${methodId} ${number}: ${verdict} ${note}`
      assert.ok(verdict === 'valid' || verdict === 'possible', text)
      assert.equal(otherList.test(note), !schemes.has(scheme), text)
      if (!schemes.has(scheme)) assert.equal(verdict, 'possible', text)
    }
  }
})

test('a number on the other list leads to the bank’s only number on the right one', () => {
  const wire = (routing_number: string) => checkAccount('us_wire', { routing_number, account_number: '1' })
  const listed = wire('026009593')
  assert.deepEqual([listed.verdict, listed.note, listed.iso20022?.ClrSysMmbId?.MmbId], ['valid', null, '026009593'])
  const lists = 'is on the ACH list of 2023-03-07, not on the Fedwire list of 2025-12-04.'
  const frost = wire('111014383')
  assert.equal(frost.fields.routing_number?.verdict, 'possible')
  assert.equal(frost.note, `111014383 ${lists} The bank has one number on the Fedwire list of 2025-12-04: 114000093.`)
  // Bank of America has several numbers for wires.
  assert.equal(wire('111000025').note, `111000025 ${lists}`)
  const [reading] = readings('111014383')
  assert.deepEqual([reading?.verdict, reading?.note], ['valid', frost.note])
  assert.equal(checkAccount('us_ach', { routing_number: '111014383', account_number: '1' }).note, null)
  const short = wire('21000021')
  assert.deepEqual([short.verdict, short.note], ['valid', 'Leading zeros were added: 021000021.'])
  assert.equal(wire('021000022').verdict, 'invalid')
})
