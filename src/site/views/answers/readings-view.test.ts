import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewContext } from '../../../../test/support/view-data.ts'
import { besideAnswer, type Reading } from './readings.ts'
import { answer, answerStatus, isAnswer } from './readings-view.ts'

const commerzbank: Reading['banks'][number] = {
  ...{ id: 'de-commerzbank', name: 'Commerzbank', short_name: null, country: 'DE', type: 'commercial_bank' },
  ...{
    city: 'Frankfurt am Main',
    region: null,
    code: null,
    code_scheme: null,
    codes: {},
    bic: 'COBADEFF',
    status: 'active',
  },
  ...{ relation: 'holder', since: null },
}

const iban: Reading = {
  ...{ kind: 'iban', scheme: null, verdict: 'valid', canonical: 'DE89370400440532013000' },
  ...{
    checks: ['length', 'structure', 'mod97'],
    account_checked: false,
    branch_checked: null,
    reason: null,
    message: null,
    at: null,
  },
  ...{
    suggestion: null,
    parts: { country: 'DE', bank_code: '37040044', account: '0532013000' },
    bic: 'COBADEFF',
    iban: null,
    ...{ bic_match: null, bic_note: null, formatted: 'DE89 3704 0044 0532 0130 00', masked: 'DE••••••••••••••••3000' },
  },
  ...{ branch: null, sepa: true, qr_iban: false, rails: [] },
  ...{ note: null, cause: null, bank_count: 1, banks: [commerzbank] },
}

const nigerian = { code: '058', code_scheme: 'ng_cbn', codes: { ng_cbn: ['058'], ng_nip: ['000013'] }, bic: 'GTBINGLA' }

const code: Reading = {
  ...iban,
  ...{ kind: 'bank_code', scheme: 'ng_cbn', verdict: 'possible', canonical: '058', checks: ['length', 'structure'] },
  ...{ account_checked: null, parts: { country: 'NG', code: '058' }, bic: 'GTBINGLA' },
  ...{ note: 'Several countries use this code; add the country to choose one.' },
  banks: [{ ...commerzbank, id: 'ng-gtbank', name: 'Guaranty Trust Bank', country: 'NG', ...nigerian }],
}

const answerOf = (readings: Reading[], identifier = ''): string =>
  answer(viewContext, { readings, message: null }, identifier).text
const textOf = (html: string): string => html.replaceAll(/<svg.*?<\/svg>|<[^>]*>/g, '').replaceAll(/\s+/g, ' ')

test('a valid identifier is shown as people print it, unless it was typed like this', () => {
  const printed = 'DE89 3704 0044 0532 0130 00'
  assert.match(textOf(answerOf([iban], 'de89370400440532013000')), new RegExp(`^ ?Valid IBAN.* ${printed}`))
  assert.doesNotMatch(answerOf([iban], ` ${printed}`), /answer-identifier/)
  assert.doesNotMatch(answerOf([{ ...iban, formatted: null }], 'x'), /answer-identifier/)
})

const caveat = /Valid does not mean the account exists\. Only the bank can tell\./

test('the answer is the first line: verdict, bank and the codes for that kind of payment', () => {
  const line = /<h2 class="answer-line">(.*?)<\/h2>/s
  assert.equal(textOf(line.exec(answerOf([iban]))?.[1] ?? ''), 'Valid IBAN · Commerzbank · BIC COBADEFF')
  assert.equal(
    textOf(line.exec(answerOf([code]))?.[1] ?? ''),
    'Known code · Guaranty Trust Bank · CBN 058 · NIP 000013',
  )
  assert.match(answerOf([iban]), /data-copy="COBADEFF"/)
  assert.equal(answerStatus({ readings: [iban], message: null }), 'Valid IBAN · Commerzbank')
})

test('a code with several meanings is only possible, and a former one is labelled', () => {
  const other = { ...code, scheme: 'be_bank_code' }
  const former: Reading = { ...other, verdict: 'former' }
  assert.match(answerOf([code, former]), /<article class="answer possible known">.*Known code/s)
  assert.match(answerOf([code, other]), /<article class="answer possible">.*Possible code/s)
  assert.match(textOf(answerOf([code, former])), /also Nigeria: Guaranty Trust Bank former code/)
})

test('a routing number is shown for each list that has it, and an account number with the usual codes of its bank', () => {
  const line = (reading: Reading): string =>
    textOf(/<h2 class="answer-line">(.*?)<\/h2>/s.exec(answerOf([reading]))?.[1] ?? '')
  const codes = { us_aba: ['021000021'], us_fedwire: ['021000021'], us_fdic: ['628'] }
  const banks = [{ ...commerzbank, name: 'Chase', country: 'US', codes }]
  const routing: Reading = { ...iban, kind: 'us_aba', canonical: '021000021', parts: { institution: '2100' }, banks }
  assert.equal(line(routing), 'Valid US routing number · Chase · ABA 021000021 · Fedwire 021000021')
  const nuban: Reading = { ...code, kind: 'nuban', scheme: null, verdict: 'valid', parts: { account: '1000000001' } }
  assert.match(line(nuban), /Guaranty Trust Bank · CBN 058 · NIP 000013$/)
})

test('the list below an answer does not repeat it, has the order of its readings, and is empty for a BIC', () => {
  const listed = ['zz-last', 'de-commerzbank', 'ng-gtbank'].map((id) => ({ id }))
  const other: Reading = { ...code, scheme: 'xx_code', banks: [commerzbank] }
  const idsBeside = (...readings: Reading[]) => besideAnswer(listed, { readings, message: null }).map(({ id }) => id)
  assert.deepEqual(idsBeside(code, other), ['de-commerzbank', 'zz-last'])
  assert.deepEqual(idsBeside({ ...iban, kind: 'bic' }), [])
  assert.deepEqual(idsBeside(), ['zz-last', 'de-commerzbank', 'ng-gtbank'])
  const shown = answer(viewContext, { readings: [code, other], message: null }, '058', '', [commerzbank]).text
  assert.doesNotMatch(shown, /answer-others/)
})

test('only an account number gets the caveat', () => {
  assert.match(answerOf([iban]), caveat)
  assert.doesNotMatch(answerOf([code]), caveat)
  assert.doesNotMatch(answerOf([{ ...iban, kind: 'bic', account_checked: null }]), caveat)
})

test('an invalid IBAN shows the typo, the correction as a form, and its bank', () => {
  const shown = answerOf([
    {
      ...{ ...iban, verdict: 'invalid', canonical: 'DE89370400440523013000', bic: null, reason: 'checksum' },
      ...{ message: 'The check digits (89) do not match.', suggestion: 'DE89370400440532013000' },
    },
  ])
  assert.match(shown, /Invalid IBAN/)
  assert.match(shown, /<code>DE89 3704 0044 05<mark>23<\/mark> 0130 00<\/code>/)
  assert.match(shown, /Use <code>DE89 3704 0044 05<mark>32<\/mark> 0130 00<\/code>/)
  assert.match(shown, /<form class="answer-suggestion" method="post" action="\/base\/check">/)
  assert.match(shown, /data-bank="de-commerzbank"/)
  assert.doesNotMatch(shown, caveat)
})

test('other readings take one line each', () => {
  const other: Reading = { ...code, scheme: 'xx_code', parts: { country: 'DE', code: '058' }, banks: [commerzbank] }
  const shown = textOf(answerOf([code, other]))
  assert.match(shown, /also Germany: Commerzbank/)
  assert.match(shown, /Several countries use this code\. Choose a country to narrow it down\./)
})

test('a number that is not recognised is never offered as a search, because searches are in the URL', () => {
  assert.match(answerOf([], 'hello world'), /<a href="\/base\/\?q=hello\+world">search banks for “hello world”<\/a>/)
  assert.doesNotMatch(answerOf([], '0123456789'), /0123456789|\?q=/)
})

test('a bank that does not surely hold the code has a badge', () => {
  const banks = [{ ...commerzbank, relation: 'unconfirmed_holder' as const }]
  assert.match(
    answerOf([{ ...iban, verdict: 'possible', banks }]),
    /<span class="badge unconfirmed_holder">unconfirmed<\/span>/,
  )
})

test('several possible banks are rows with ids of their own', () => {
  const banks = ['one', 'two'].map((name) => ({
    ...commerzbank,
    id: `de-${name}`,
    name,
    relation: 'possible' as const,
  }))
  const shown = answerOf([{ ...iban, verdict: 'possible', bic: null, bank_count: 2, banks }])
  assert.match(textOf(shown), /Possible IBAN · 2 possible banks/)
  assert.match(shown, /role="row" id="answer-de-one"/)
})

test('a text is answered only by readings: one without digits needs a bank, and no readings are no answer', () => {
  const isAnswerTo = (text: string, readings: Reading[]): boolean => isAnswer({ readings, message: null }, text)
  const unknown: Reading = { ...iban, banks: [] }
  assert.equal(isAnswerTo('1st national', []), false)
  assert.equal(isAnswerTo('barclays', [unknown]), false)
  assert.equal(isAnswerTo('021000022', [unknown]), true)
  assert.equal(isAnswerTo('COBADEFF', [iban]), true)
})

const ifsc: Reading = {
  ...{ ...code, scheme: 'in_ifsc', verdict: 'valid', canonical: 'YESB0DNB003', note: null, branch_checked: true },
  parts: { country: 'IN', code: 'YESB0DNB003' },
  branch: { code: 'YESB0DNB003', name: 'Krishna Nagar', city: 'Delhi', region: null },
  bank_count: 2,
  banks: [
    { ...commerzbank, id: 'in-nagrik', name: 'Nagrik Bank', country: 'IN' },
    { ...commerzbank, id: 'in-yes-bank', name: 'YES Bank', country: 'IN', relation: 'sponsor' },
  ],
}

test('a branch code shows the branch, the bank that uses it, and the bank that lends it', () => {
  const shown = answerOf([ifsc])
  assert.match(textOf(shown), /Known code · Nagrik Bank ·.*Branch Krishna Nagar, Delhi · lent by YES Bank/)
  assert.match(shown, /lent by <a href="[^"]*" data-bank="in-yes-bank">/)
  assert.doesNotMatch(shown, /possible bank/)
  assert.equal(answerStatus({ readings: [ifsc], message: null }), 'Known code · Nagrik Bank')
})

test('a branch code that is not in the list is unknown, and one of a bank that we do not have is known', () => {
  const unknown: Reading = { ...ifsc, verdict: 'unknown', bic: null, bank_count: 0, banks: [] }
  const note = 'The list does not have the code.'
  const shown = textOf(answerOf([{ ...unknown, branch: null, note }]))
  assert.match(shown, /Unknown code .*The list does not have the code\./)
  assert.doesNotMatch(shown, /unknown bank/)
  assert.match(textOf(answerOf([unknown])), /Known code, unknown bank .*Branch Krishna Nagar, Delhi/)
})

test('a valid number with a branch code that was not looked up says so', () => {
  const remark = /The branch code was not checked: the directory has no list of these codes\./
  assert.match(answerOf([{ ...iban, branch_checked: false }]), remark)
  assert.doesNotMatch(answerOf([{ ...iban, branch_checked: false, verdict: 'unknown' }]), remark)
  assert.doesNotMatch(answerOf([iban]), remark)
  assert.doesNotMatch(answerOf([ifsc]), remark)
})
