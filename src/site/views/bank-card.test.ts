import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barclays, codeWith, detailOf, gtbank, viewContext } from '../../../test/support/view-data.ts'
import type { BankDetail } from '../../directory/records/bank-record.ts'
import { bankCard, type CardOptions } from './bank-card.ts'

const cardOf = (bank: BankDetail, options?: CardOptions): string => bankCard(viewContext, bank, options).text

const frn = codeWith({
  ...{ scheme: 'gb_frn', label: 'Firm reference number', use: 'identity', used_for: 'the register', value: '122702' },
})
const sortCode = codeWith({ scheme: 'gb_sort_code', label: 'Sort code', used_for: 'Faster Payments', value: '200052' })
const nip = codeWith({
  scheme: 'ng_nip',
  label: 'NIP institution code',
  used_for: 'instant transfers',
  value: '000013',
})

test('the head has the name, the country in words and the main code', () => {
  const card = cardOf(detailOf(gtbank, [codeWith({}), nip]), { level: 1 })
  assert.match(card, /<h1 class="bank-card-name">Guaranty Trust Bank<\/h1>/)
  assert.match(card, /<a href="\/base\/countries\/ng">Nigeria<\/a> · Commercial bank · Lagos/)
  assert.match(
    card,
    /<span class="main-code-label">CBN bank code<\/span><button[^>]* data-copy="058"[^>]* data-also="NIP is 000013"/,
  )
  assert.match(cardOf(detailOf(gtbank, [])), /<h2 class="bank-card-name" tabindex="-1">/)
})

test('payment codes and the BIC come first, each with its use; register numbers are folded', () => {
  const card = cardOf(detailOf({ ...barclays, lei: 'G5GSEF7VJP5I7OUK5573' }, [frn, sortCode]))
  const [toPay = '', identity = ''] = card.split('<details class="identity">')
  assert.match(
    toPay,
    /<h3>To pay<\/h3>.*Sort code.*<p class="used-for">Faster Payments<\/p>.*200052.*BIC \(SWIFT code\)/s,
  )
  assert.doesNotMatch(toPay, /122702|G5GSEF7VJP5I7OUK5573/)
  assert.match(identity, /122702.*G5GSEF7VJP5I7OUK5573.*gb-barclays-bank/s)
})

test('codes of payment providers are folded, and never the code to pay with', () => {
  const [label, use, used_for] = ['Paystack bank code', 'provider', 'requests to Paystack'] as const
  const paystack = codeWith({ scheme: 'paystack', label, use, used_for, value: '999992' })
  const card = cardOf(detailOf({ ...gtbank, code: null, code_scheme: null }, [paystack]))
  const [toPay = '', folded = ''] = card.split('<details class="identity providers">')
  assert.doesNotMatch(toPay, /999992/)
  assert.match(
    folded,
    /^<summary>Payment providers<span class="count">Paystack<\/span>.*requests to Paystack.*999992/is,
  )
  assert.doesNotMatch(cardOf(detailOf(gtbank, [nip])), /Payment providers/)
})

test('every code has its source', () => {
  const card = cardOf(detailOf(gtbank, [codeWith({ bic: 'GTBINGLB' })]))
  assert.match(
    card,
    /<h4>CBN bank code<\/h4>.*BIC GTBINGLB.*<summary>9 Oct 2026.*<a href="https:\/\/list\.example"[^>]*>A list<\/a>\. A publisher, 9 Oct 2026\. Licence: MIT \(free to pass on\)\./s,
  )
})

test('a BIC has its source, unless the source is not recorded', () => {
  const detail = detailOf(gtbank, [codeWith({})])
  const bicGroup = (card: string) => card.split('BIC (SWIFT code)')[1]?.split('</ul>')[0] ?? ''
  assert.match(bicGroup(cardOf(detail)), /<code>GTBINGLA<\/code>.*<summary>9 Oct 2026.*A list<\/a>\. A publisher/s)
  const unknown = { ...detail, bic_details: [{ bic: 'GTBINGLA', source: null, as_of: null }] }
  assert.match(bicGroup(cardOf(unknown)), /<code>GTBINGLA<\/code>/)
  assert.doesNotMatch(bicGroup(cardOf(unknown)), /<summary>/)
})

test('the card shows the chosen code first, and says so if the bank has none', () => {
  const detail = detailOf(gtbank, [codeWith({}), nip])
  const headOf = (card: string): string => card.split('</header>')[0] ?? ''
  const choice = { scheme: 'ng_nip', code: '' }
  assert.match(headOf(cardOf(detail, { choice })), /data-copy="000013" data-what="NIP institution code 000013"/)
  const without = { ...detail, codes: { ng_cbn: ['058'] }, code_details: [codeWith({})] }
  assert.match(headOf(cardOf(without, { choice })), /CBN bank code.*data-copy="058".*no NIP code/)
  assert.match(headOf(cardOf(detail, { choice: { scheme: 'bic', code: '' } })), /data-copy="GTBINGLA"/)
})

test('a code that was asked for is the main code, and is marked and first in its list', () => {
  const values = ['10040000', '20040000', '30040000', '37040044', '40040028', '50040000', '60040071']
  const codes = values.map((value) => codeWith({ scheme: 'de_blz', label: 'Bankleitzahl', value }))
  const bank = { ...barclays, country: 'DE', codes: { de_blz: values } }
  const card = cardOf(detailOf(bank, codes), { choice: { scheme: '', code: '37040044' } })
  assert.match(card, /<span class="main-code-label">Bankleitzahl<\/span><button[^>]* data-copy="37040044"/)
  assert.match(card, /<ul class="code-columns"[^>]*><li class="asked"><button[^>]* data-copy="37040044"/)
})

test('the main code is in the head alone, and its group keeps the source', () => {
  const card = cardOf(detailOf(gtbank, [codeWith({}), nip]))
  assert.equal(card.match(/data-copy="058"/g)?.length, 1)
  assert.match(card, /<h4>CBN bank code<\/h4>.*?<summary>9 Oct 2026.*<h4>NIP institution code<\/h4>.*000013/s)
})

test('a code from a list older than 12 months has a badge', () => {
  assert.match(
    cardOf(detailOf(gtbank, [codeWith({ as_of: '2023-03' })])),
    /<span class="badge old">as of Mar 2023<\/span>/,
  )
  assert.doesNotMatch(cardOf(detailOf(gtbank, [codeWith({ as_of: '2025-11-17' })])), /badge old/)
  assert.match(cardOf(detailOf(gtbank, [codeWith({ as_of: '2025-11-16' })])), /badge old/)
})

test('an unconfirmed code says why; a former one is struck through and cannot be copied', () => {
  const notes = ['Two lists disagree about 200052.', 'Another note.']
  const card = cardOf(detailOf(barclays, [{ ...sortCode, status: 'unconfirmed' }], { notes }))
  assert.match(card, /<div class="code-group unconfirmed".*>unconfirmed<\/span>/s)
  assert.match(
    card,
    /Listed by A publisher, but no source that we trust confirms it\. .*Two lists disagree about 200052\.<\/p>/,
  )
  const former = cardOf(detailOf(barclays, [{ ...sortCode, status: 'former' }]))
  assert.match(former, /<s><code>200052<\/code><\/s>/)
  assert.doesNotMatch(former, /data-copy="200052"/)
})

test('many codes have a filter, a button that copies all of them, and the bank’s own BIC first', () => {
  const codes = Array.from({ length: 8 }, (_, at) =>
    codeWith({
      scheme: 'us_aba',
      label: 'ABA routing number',
      value: `02100000${at}`,
      bic: at < 7 ? 'OTHRUS33' : null,
    }),
  )
  const card = cardOf(detailOf({ ...barclays, country: 'US', bic: 'CHASUS33' }, codes))
  assert.match(card, /<label[^>]*>Find in 8 routing numbers<\/label><input[^>]* data-filters-codes>/)
  assert.match(card, /<ul class="code-columns"[^>]*><li><button[^>]*data-copy="021000007"/)
  assert.match(card, /data-copy="021000007\n021000000\n021000001[^"]*"[^>]*>.*?Copy all/s)
  assert.match(card, /8 codes: <a/)
})

test('without a code, the card says what to do', () => {
  assert.match(
    cardOf(detailOf({ ...barclays, codes: {} }, [])),
    /Ask your customer for the sort code; <a href="\/base\/check">check it here<\/a>\./,
  )
  const codes = { us_aba: ['021000021', '021000128'] }
  assert.match(cardOf(detailOf({ ...barclays, codes }, [])), /The right routing number depends on the account\./)
  const ofLists = { us_aba: ['021000021', '021000128'], us_fedwire: ['021000021'] }
  assert.match(
    cardOf(detailOf({ ...barclays, codes: ofLists }, [])),
    /The right routing number depends on the account and on the kind of payment\./,
  )
  assert.doesNotMatch(cardOf(detailOf(gtbank, [codeWith({})])), /class="advice"/)
})

test('the numbers for wires are apart from those for ACH', () => {
  const ach = { scheme: 'us_aba', label: 'ABA routing number (ACH, cheque)', used_for: 'ACH transfers' }
  const wire = { scheme: 'us_fedwire', label: 'ABA routing number (Fedwire)', used_for: 'wire transfers' }
  const codes = { us_aba: ['111014383', '114000093'], us_fedwire: ['114000093'] }
  const card = cardOf(
    detailOf({ ...barclays, country: 'US', codes }, [
      codeWith({ ...ach, value: '111014383' }),
      codeWith({ ...wire, value: '114000093' }),
      codeWith({ ...ach, value: '114000093' }),
    ]),
  )
  const [, first = '', second = ''] = card.split('<div class="code-group current">')
  assert.match(first, /\(ACH, cheque\).*111014383.*114000093/s)
  assert.match(second, /\(Fedwire\).*114000093/s)
  assert.doesNotMatch(second, /111014383/)
})

test('rails are in words, and only a complete list says no, with its date', () => {
  const rails = [
    { rail: 'us_ach', reachable: true, as_of: '2023-03-07', source: 'a-list' },
    { rail: 'us_fednow', reachable: null, as_of: null, source: null },
    { rail: 'us_wire', reachable: false, as_of: '2025-12-04', source: 'a-list' },
  ]
  const bank = { ...detailOf(gtbank, []), rails }
  const card = cardOf(bank)
  assert.match(card, /ACH: yes<\/span><span class="code-source">list of 7 Mar 2023</)
  assert.match(card, /FedNow: not known<\/span><\/li>/)
  assert.match(card, /Fedwire: no<\/span><span class="code-source">list of 4 Dec 2025</)
  assert.match(card, /href="\/base\/docs\/1\.0\/rails"/)
  for (const none of [
    { ...bank, rails: [] },
    { ...bank, status: 'closed' as const },
  ])
    assert.doesNotMatch(cardOf(none), /<h\d>Rails/)
})

test('a merged bank shows no main code, strikes its BIC, and links to its successor by name', () => {
  const bank = detailOf({ ...gtbank, status: 'merged' }, [], { status_since: '2019-03', successor: 'ng-access-bank' })
  assert.match(cardOf(bank), /<s><code>GTBINGLA<\/code><\/s>/)
  assert.doesNotMatch(cardOf(bank), /data-copy="GTBINGLA"/)
  const card = cardOf(bank, { successor: { id: 'ng-access-bank', name: 'Access Bank' } })
  assert.match(
    card,
    /Merged into another bank \(Mar 2019\)\..*<a href="\/base\/banks\/ng-access-bank"[^>]*>Access Bank<\/a>/,
  )
  assert.doesNotMatch(card, /main-code/)
})

test('facts are in words, and a website is a link only if it is one', () => {
  const card = cardOf(detailOf(gtbank, []))
  assert.match(card, /<dd>High: 1 source, newest 9 Oct 2026<\/dd>/)
  assert.match(card, /<a href="https:\/\/www\.gtbank\.com" rel="noopener noreferrer nofollow">gtbank\.com<\/a>/)
  assert.doesNotMatch(cardOf(detailOf({ ...gtbank, website: 'javascript:alert(1)' }, [])), /href="javascript/)
  assert.match(card, /data-copy-link="\/base\/banks\/ng-gtbank"/)
  assert.match(card, /href="\/base\/report\?bank=ng-gtbank"/)
})
