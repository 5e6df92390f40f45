import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { resolveSchema } from '../src/http/routes/resolve.ts'
import { readings } from './readings.ts'
import { assertFits } from './schemas.ts'

/** The first reading in short: its kind, its verdict, and the bank that comes first with how it is tied. */
function shortly(identifier: string, country?: string): string {
  const [reading] = readings(identifier, country)
  if (!reading) return 'nothing'
  const [bank] = reading.banks
  return [reading.scheme ?? reading.kind, reading.verdict, bank && `${bank.relation} ${bank.id}`]
    .filter(Boolean)
    .join(', ')
}

const cases: [identifier: string, country: string | undefined, reading: string][] = [
  ['DE89 3704 0044 0532 0130 00', undefined, 'iban, accepted, holder de-commerzbank'],
  ['iban: de89370400440532013000', undefined, 'iban, accepted, holder de-commerzbank'],
  ['GB29 NWBK 6016 1331 9268 19', undefined, 'iban, accepted, holder gb-natwest'],
  ['cobadeff', undefined, 'bic, accepted, holder de-commerzbank'],
  ['COBADEFFXXX', undefined, 'bic, accepted, holder de-commerzbank'],
  ['7LTWFZYICNSX8D621K86', undefined, 'lei, accepted, holder de-deutsche-bank'],
  ['021000021', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['058', undefined, 'ng_cbn, not_checked, holder ng-gtbank'],
  ['058', 'ng', 'ng_cbn, not_checked, holder ng-gtbank'],
  ['632005', undefined, 'za_branch, not_checked, holder za-absa'],
  ['37040044', undefined, 'de_blz, not_checked, holder de-commerzbank'],
  ['NWBK', undefined, 'gb_bic4, not_checked, holder gb-natwest'],
  ['20-29-59', undefined, 'gb_sort_code, not_checked, usual_holder gb-barclays-bank-uk'],
  ['202959', 'gb', 'gb_sort_code, not_checked, usual_holder gb-barclays-bank-uk'],
  ['20-29-59 63748472', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['20295963748472', 'uk', 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['0000014579', undefined, 'nuban, not_checked, possible ng-access-bank'],
  ['000301372', undefined, 'ca_eft, not_checked, holder ca-royal-bank-of-canada'],
  ['//CC000301372', undefined, 'ca_eft, not_checked, holder ca-royal-bank-of-canada'],
  ['01372-003', undefined, 'ca_cheque, not_checked, holder ca-royal-bank-of-canada'],
  ['ng-access-bank', undefined, 'bank_id, accepted, holder ng-access-bank'],
  ['030', 'ca', 'ca_institution, not_checked, successor ca-national-bank-of-canada'],
  ['1234567890123', 'gh', 'account_number, not_checked'],
  ['20-29-59, 63748472', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['20.29.59/63748472', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['63748472 20-29-59', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['20-29-59 637484348', undefined, 'gb_account, refused'],
  ['003-01372', 'ca', 'ca_eft, not_checked, holder ca-royal-bank-of-canada'],
  ['003 01372', undefined, 'ca_eft, not_checked, holder ca-royal-bank-of-canada'],
  ['01372003', 'ca', 'ca_cheque, not_checked, holder ca-royal-bank-of-canada'],
  ['950211', 'ng', 'ng_cbn_ofi, not_checked, holder ng-kuda'],
  ['SWIFT: COBADEFF', undefined, 'bic, accepted, holder de-commerzbank'],
  ['BICFFRPP', undefined, 'bic, accepted, holder fr-banque-internationale-de-commerce-bic-bred'],
  ['ABCDZZ22', undefined, 'bic, refused'],
  ['XX46370400440532013000', undefined, 'iban, refused'],
  ['gb-tesco-bank', undefined, 'bank_id, accepted, successor gb-barclays-bank-uk'],
  ['6800', 'cz', 'cz_code, not_checked, former_holder cz-sberbank-cz-as-v-likvidaci'],
  ['"021000021"', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['//FW021000021', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['21000021', undefined, 'us_aba, refused'],
  ['2O-29-59 63748472', undefined, 'gb_account, refused'],
  ['０５８', 'ng', 'ng_cbn, not_checked, holder ng-gtbank'],
  ['BIC: BNPAFRPP', undefined, 'bic, accepted, holder fr-bnp-paribas'],
  ['BIC/SWIFT COBADEFFXXX', undefined, 'bic, accepted, holder de-commerzbank'],
  ['SWIFT code: COBADEFF', undefined, 'bic, accepted, holder de-commerzbank'],
  ['BIC COBADEF', undefined, 'bic, refused'],
  ['IBAN GB29', undefined, 'iban, refused'],
  ['LEI 529900K16YGKC8BES892', undefined, 'lei, accepted, holder de-deutsche-kreditbank'],
  ['Routing number: 021000021', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['Sort code 090128', undefined, 'gb_sort_code, not_checked, usual_holder gb-santander-uk'],
  ['Sort code 058', undefined, 'gb_sort_code, refused'],
  ['Sort code 040100', undefined, 'gh_sort, not_checked, holder gh-gcb'],
  ['sortcode: 20-29-59', undefined, 'gb_sort_code, not_checked, usual_holder gb-barclays-bank-uk'],
  ['Sort code 20-29-59 63748472', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['Sort code: 20-29-59 Account No: 63748472', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['20-29-59 a/c 63748472', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['Account number: 63748472, sort code 202959', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  // An account without its sort code is no wrong sort code.
  ['63748472', 'gb', 'account_number, not_checked'],
  ['4-00-04', undefined, 'gb_sort_code, refused'],
  ['1372-003', 'ca', 'ca_cheque, refused'],
  ['NUBAN 0000014579', undefined, 'nuban, not_checked, possible ng-access-bank'],
  ['Account number: 0000014579', 'ng', 'nuban, not_checked, possible ng-access-bank'],
  ['058 1234567896', 'ng', 'nuban, accepted, holder ng-gtbank'],
  ['1234567896 058', undefined, 'nuban, accepted, holder ng-gtbank'],
  ['058 1234567895', 'ng', 'nuban, refused'],
  ['950211 1234567897', 'ng', 'nuban, accepted, holder ng-kuda'],
  ['063 1234567894', 'ng', 'nuban, accepted, successor ng-access-bank'],
  // An account of Diamond Bank, which Access Bank took over.
  ['044 1234567894', 'ng', 'nuban, accepted, holder ng-access-bank'],
  // The code is from a list we do not trust enough to refuse by it.
  ['50072 1234567890', 'ng', 'nuban, not_checked, unconfirmed_holder ng-amucha-mfb'],
  ['999 1234567896', undefined, 'nothing'],
  // Nobody has the code, so the digit is not checked.
  ['234 8031234567', 'ng', 'nuban, not_checked'],
  // The codes of the payment system do not enter the check digit.
  ['000014 0690000032', 'ng', 'nuban, accepted, holder ng-access-bank'],
  ['bank code 044 account number 0690000032', 'ng', 'nuban, accepted, holder ng-access-bank'],
  ['Bank: 058 Account: 1234567896', 'ng', 'nuban, accepted, holder ng-gtbank'],
  ['SC 20-29-59', undefined, 'gb_sort_code, not_checked, usual_holder gb-barclays-bank-uk'],
  ['acc 55779911 sc 20-00-00', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  // What is called an account is no bank's code.
  ['account 021000021', undefined, 'nothing'],
  ['account 021000021', 'us', 'account_number, not_checked'],
  ['account number 044', 'ng', 'nuban, refused'],
  ['account 37040044', 'de', 'account_number, not_checked'],
  ['account 123456', 'gb', 'account_number, not_checked'],
  ['account 12345', 'gb', 'account_number, refused'],
  ['nuban 123456789', undefined, 'nuban, refused'],
  ['account DE89370400440532013000', undefined, 'iban, accepted, holder de-commerzbank'],
  ['Routing 0210000211', undefined, 'us_aba, refused'],
  ['Routing/ABA # 021000021', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['Routing number 000301372', undefined, 'ca_eft, not_checked, holder ca-royal-bank-of-canada'],
  ['BIC: 058', 'ng', 'bic, refused'],
  ['BIC: DE89370400440532013000', undefined, 'iban, accepted, holder de-commerzbank'],
  ['BIC (SWIFT): COBADEFF', undefined, 'bic, accepted, holder de-commerzbank'],
  ['code BIC : BNPAFRPP', undefined, 'bic, accepted, holder fr-bnp-paribas'],
  ['BIC: BIC: COBADEFF', undefined, 'bic, accepted, holder de-commerzbank'],
  ['IBAN NO 93 8601 1117 947', undefined, 'iban, accepted, holder no-danske-bank'],
  ['IBAN no. NO93 8601 1117 947', undefined, 'iban, accepted, holder no-danske-bank'],
  ['LEI529900K16YGKC8BES892', undefined, 'lei, accepted, holder de-deutsche-kreditbank'],
  ['ABA/RTN 021000021', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['bank code 044', 'ng', 'ng_cbn, not_checked, holder ng-access-bank'],
  ['BLZ 12030000', undefined, 'de_blz, not_checked, holder de-deutsche-kreditbank'],
  ['IBAN (EUR): DE89370400440532013000', undefined, 'iban, accepted, holder de-commerzbank'],
  ['//fw021000021', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['//BL12030000', undefined, 'de_blz, not_checked, holder de-deutsche-kreditbank'],
  ['021,000,021', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  // A code of Paystack's is Nigerian, whoever else has the digits.
  ['404', 'ca', 'ca_institution, not_checked'],
  // Nobody could tell where the sort code ends.
  ['4111111111111111', 'gb', 'gb_account, refused'],
  ['22-95-96 1234567890', undefined, 'gb_account, refused'],
  ['601613 0031926819', undefined, 'gb_account, accepted, usual_holder gb-natwest'],
  ['Swift code', undefined, 'nothing'],
  ['bank code', undefined, 'nothing'],
  ['09-01-28', undefined, 'gb_sort_code, not_checked, usual_holder gb-santander-uk'],
  ['090128', undefined, 'ng_nip, not_checked, holder ng-ndiorah-mfb'],
  ['63748472 20 29 59', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['63748472 202959', undefined, 'gb_account, accepted, usual_holder gb-barclays-bank-uk'],
  ['\u202aDE89370400440532013000\u202c', undefined, 'iban, accepted, holder de-commerzbank'],
  ['\u2066021000021\u2069', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['٠٢١٠٠٠٠٢١', undefined, 'us_aba, accepted, holder us-jpmorgan-chase-bank'],
  ['MC58 1009 6180 7901 2345 6789 085', undefined, 'iban, accepted, holder fr-lyonnaise-de-banque-lb'],
  // Well formed, and nobody's: no rule refuses it.
  ['37040045', 'de', 'de_blz, not_checked'],
  ['410105', 'za', 'za_branch, not_checked'],
  ['099', 'ng', 'ng_cbn, not_checked'],
  ['50547', 'ng', 'ng_cbn_ofi, not_checked'],
  ['999', 'ca', 'ca_institution, not_checked'],
  ['9999', 'es', 'es_entidad, not_checked'],
  // A name is no number written wrong, though registers have numbers of nearly any form.
  ['santander', 'gb', 'nothing'],
  ['Access Bank', 'ng', 'nothing'],
  ['1st Bank', 'us', 'nothing'],
  // Too short for any account.
  ['058', 'gh', 'gh_sort, refused'],
  ['O1', 'ug', 'ug_bou, refused'],
  ['2100002', 'us', 'us_aba, refused'],
  // Indian codes are no BICs.
  ['SBIN0001234', undefined, 'nothing'],
  ['CHASUS33', 'us', 'bic, accepted, holder us-jpmorgan-chase-bank'],
  ['hello world', undefined, 'nothing'],
]

for (const [identifier, country, reading] of cases) {
  test(`${identifier}${country ? ` in ${country}` : ''} is read as: ${reading}`, () => {
    assert.equal(shortly(identifier, country), reading)
  })
}

test('a BIC whose first letters look like digits is not read as an IBAN', () => {
  assert.deepEqual(
    readings('RZOOAT2L999').map(({ kind }) => kind),
    ['bic'],
  )
})

test('an account may be at a bank that took over the one whose code it was made with, or that no list confirms', () => {
  const possible = (account: string): string[] =>
    readings(account, 'ng').flatMap(({ banks }) => banks.map(({ id }) => id))
  // By a former code; those whose own it is come first, though fewer know them.
  const [surest, ...others] = possible('1234567894')
  assert.equal(surest, 'ng-rand-merchant-bank')
  assert.ok(others.includes('ng-access-bank'))
  assert.ok(possible('1234567896').includes('ng-branch-international-finance'))
})

test('an account that is checked at its bank says so in a note, and so does one whose bank nobody knows', () => {
  const noteOf = (identifier: string): string | null | undefined => readings(identifier, 'ng')[0]?.note
  assert.match(noteOf('058 1234567896') ?? '', /fits this institution/)
  assert.match(noteOf('234 8031234567') ?? '', /no institution has the code 234/)
  assert.equal(noteOf('058 1234567895'), null)
})

test('of an account with its bank both are mended', () => {
  assert.equal(readings('O58 1234567896', 'ng')[0]?.suggestion, '058 1234567896')
})

test('what could be mended comes before what could not', () => {
  assert.deepEqual(
    readings('MZI1VDH2BQFLZGLQDO60').map(({ kind, suggestion }) => [kind, suggestion]),
    [
      ['lei', 'MZI1VDH2BQLFZGLQDO60'],
      ['iban', null],
    ],
  )
})

test('a code that several countries use is shown for each of them, unless one is named', () => {
  const everywhere = readings('058').map(({ scheme }) => scheme)
  assert.deepEqual(everywhere.slice(0, 1), ['ng_cbn'])
  assert.ok(everywhere.includes('be_code') && everywhere.includes('tz_bot'))
  assert.deepEqual(
    readings('058', 'be').map(({ scheme }) => scheme),
    ['be_code'],
  )
})

test('what is wrong is told with the reason, the place and what was probably meant', () => {
  const [swapped] = readings('DE89 3704 0044 0523 0130 00')
  assert.deepEqual(
    [swapped?.verdict, swapped?.reason, swapped?.suggestion],
    ['refused', 'checksum', 'DE89370400440532013000'],
  )
  const [short] = readings('DE8937040044053201300')
  assert.deepEqual(
    [short?.reason, short?.message],
    ['length', 'An IBAN that begins with DE (Germany) has 22 characters; this one has 21.'],
  )
  const [lost] = readings('21000021', 'us')
  assert.deepEqual([lost?.kind, lost?.reason, lost?.suggestion], ['us_aba', 'length', '021000021'])
  const [zero] = readings('58', 'ng')
  assert.deepEqual([zero?.scheme, zero?.verdict, zero?.suggestion], ['ng_cbn', 'refused', '058'])
  const [letter] = readings('O21OOOO21', 'us')
  assert.deepEqual([letter?.verdict, letter?.suggestion], ['refused', '021000021'])
  assert.ok([swapped, short, lost, zero, letter].every((reading) => reading?.banks.length === 0))
})

const slips: [identifier: string, reason: string, at: [number, number] | null, suggestion: string | null][] = [
  ['21000021', 'length', null, '021000021'],
  ['02100002l', 'format', [8, 9], '021000021'],
  ['021000012', 'checksum', null, '021000021'],
  ['7-01-16 34012583', 'length', null, '07011634012583'],
  ['12-34-56 1234567O', 'format', [13, 14], '12345612345670'],
  ['529900K16YGKC8BES8922', 'length', null, '529900K16YGKC8BES892'],
  ['529900K16YGKC8BES89', 'length', null, null],
  ['COBADEFFXX', 'length', null, null],
  ['CHASG82L', 'format', [5, 6], 'CHASGB2L'],
  ['1T60 X054 2811 1010 0000 0123 456', 'format', [0, 1], 'IT60X0542811101000000123456'],
  ['UK29 NWBK 6016 1331 9268 19', 'country', [0, 2], 'GB29NWBK60161331926819'],
  ['EL16 0110 1250 0000 0001 2300 695', 'country', [0, 2], 'GR1601101250000000012300695'],
  ['DE89 3704 0044 5320 1300 0', 'length', null, 'DE89370400440532013000'],
  // No bank of our data has the code, but a digit it must be.
  ['CH93 O076 2011 6238 5295 7', 'format', [4, 5], 'CH9300762011623852957'],
  // BRAC would fit the check digits, and is no bank's.
  ['GB03 BARC 2020 1530 0934 59', 'checksum', null, null],
]

for (const [identifier, reason, at, suggestion] of slips) {
  test(`${identifier} is refused for its ${reason}${suggestion ? `, and may be ${suggestion}` : ''}`, () => {
    const [reading] = readings(identifier)
    assert.deepEqual(
      [reading?.verdict, reading?.reason, reading?.at, reading?.suggestion],
      ['refused', reason, at, suggestion],
    )
  })
}

test('whatever is asked, the readings are as the schema says', () => {
  const soup = fc.string({ unit: fc.constantFrom(...'0123456789ABDEGINX -/.OIl\u00a0ß'), maxLength: 40 })
  const country = fc.constantFrom(undefined, 'ng', 'us', 'gb', 'ca', 'eu', 'de', 'gh')
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 100 })), country, (identifier, named) => {
      const result = { readings: readings(identifier, named), message: null }
      assertFits(resolveSchema, result)
    }),
    { numRuns: 300 },
  )
})
