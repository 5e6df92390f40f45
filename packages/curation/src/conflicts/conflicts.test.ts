import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import { dataset } from '../../../../test/support/data/shipped-records.ts'
import { bank, code, type Row, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { dataFolder } from '../../../../test/support/services/service.ts'
import { explanationOf, formatConflict, formatVerdict, unexplainedVerdict } from '../commands/conflicts-command.ts'
import { openDataFolder } from '../data-folder.ts'
import { type Conflict, findConflicts } from './conflicts.ts'
import { authorityOf } from './source-authority.ts'

const official = { publisher: 'A', id: 'a-official', date: '2024-01-01' }
const outdated = { publisher: 'A', id: 'a-list-2020', date: '2020' }
const later = { publisher: 'A', id: 'a-list-2022-06', date: '2022-06' }
const community = { publisher: 'community list', id: 'a-web', date: '2026-01-01' }
const edited = { publisher: 'community list', id: 'a-wiki', date: '2026-01-31', rows_dated: false }
const sources = ['a-official', 'a-web']

function conflictsOf(t: TestContext, banks: Row[]): Conflict[] {
  const data = small()
  const [list] = data.sources
  data.sources.push(...[official, outdated, later, community, edited].map((source) => ({ ...list, ...source })))
  data.banks.aa = banks
  return findConflicts(openDataFolder(writeFolder(t, data)))
}

test('a code of two banks in a country is shown with both claims, the one from the issuer first, and whether each is served', (t) => {
  const [found, ...more] = conflictsOf(t, [
    bank('aa-one', { sources, codes: [code('001', { source: 'a-web', status: 'unconfirmed' })] }),
    bank('aa-two', { sources, codes: [code('001', { source: 'a-official' })] }),
  ])
  assert.ok(found)
  assert.equal(more.length, 0)
  assert.deepEqual([found.kind, found.subject, found.is_broken], ['same_code', '001', false])
  assert.deepEqual(
    found.claims.map((claim) => [claim.bank, claim.is_served, claim.sources[0]?.authority, claim.sources[0]?.date]),
    [
      ['aa-two', true, 'issuer', '2024-01-01'],
      ['aa-one', false, 'community', '2026-01-01'],
    ],
  )
  assert.match(formatConflict(found), /not served: 001 of aa-one .*a-web \(community list, 2026-01-01, community\)/)
  assert.match(formatVerdict(found), /best-sourced claim is served \(issuer list from 2024-01-01\)/)
})

test('a conflict is broken only if the code is current at two open banks, or in force at a merged bank', (t) => {
  const two = [bank('aa-one', { codes: [code('001')] }), bank('aa-two', { codes: [code('001')] })]
  assert.deepEqual(
    conflictsOf(t, two).map(({ is_broken }) => is_broken),
    [true],
  )
  const unverified = [two[0] as Row, { ...two[1], status: 'unverified' }]
  assert.deepEqual(
    conflictsOf(t, unverified).map(({ is_broken }) => is_broken),
    [false],
  )
  const inForce = [two[0] as Row, bank('aa-two', { status: 'merged', codes: [code('001', { in_force: true })] })]
  assert.deepEqual(
    conflictsOf(t, inForce).map(({ is_broken }) => is_broken),
    [true],
  )
  const former = [two[0] as Row, bank('aa-two', { codes: [code('001', { status: 'former' })] })]
  assert.deepEqual(conflictsOf(t, former), [])
})

test('an unconfirmed value next to a current one is a conflict, and the verdict says if the better list has the unconfirmed one', (t) => {
  const [found] = conflictsOf(t, [
    bank('aa-one', {
      sources,
      codes: [code('001', { source: 'a-official', status: 'unconfirmed' }), code('002', { source: 'a-web' })],
    }),
  ])
  assert.ok(found)
  assert.deepEqual([found.kind, found.subject, found.claims.length], ['several_values', 'aa-one', 2])
  assert.equal(formatVerdict(found), unexplainedVerdict)
})

test('the verdict names the main code among several served values', (t) => {
  const one = (number: number): Row =>
    bank(`aa-single-${number}`, { codes: [code(`1${String(number).padStart(2, '0')}`)] })
  const singles = Array.from({ length: 40 }, (_, number) => one(10 + number))
  const several = bank('aa-several', { codes: [code('001'), code('002', { main: true })] })
  const [found] = conflictsOf(t, [several, ...singles])
  assert.equal(found?.subject, 'aa-several')
  assert.equal(formatVerdict(found as Conflict), 'several values are served, and 002 is the main code.')
})

test('a note that names the better-sourced value explains why it is not served', (t) => {
  const codes = [code('001', { source: 'a-official', status: 'unconfirmed' }), code('002', { source: 'a-web' })]
  const verdict = (notes: string[]): string =>
    formatVerdict(conflictsOf(t, [bank('aa-one', { sources, codes, notes })])[0] as Conflict)
  assert.equal(verdict(['002 is new.']), unexplainedVerdict)
  assert.equal(verdict(['It opened in 2001 with 10019 accounts.']), unexplainedVerdict)
  assert.match(verdict(['001 went to another bank.']), /the notes explain why/)
})

test('a file without dated rows counts as older than any list with the same authority, unless the code has its own date', (t) => {
  const best = (more: Row): string | undefined =>
    conflictsOf(t, [
      bank('aa-one', {
        sources: ['a-web', 'a-wiki'],
        codes: [code('001', { source: 'a-web' }), code('002', { source: 'a-wiki', status: 'unconfirmed', ...more })],
      }),
    ])[0]?.claims[0]?.value
  assert.equal(best({}), '001')
  assert.equal(best({ as_of: '2026-01-30' }), '002')
})

test('a source without dated rows is shown without its date', (t) => {
  const codes = [code('001', { source: 'a-web' }), code('002', { source: 'a-wiki', status: 'unconfirmed' })]
  const [found] = conflictsOf(t, [bank('aa-one', { sources: ['a-web', 'a-wiki'], codes })])
  assert.match(formatConflict(found as Conflict), /002 of aa-one .*a-wiki \(community list, rows undated, community\)/)
})

test('a claim that a later edition of its list dropped comes last', (t) => {
  const codes = [code('001', { source: 'a-list-2020', status: 'unconfirmed' }), code('002', { source: 'a-web' })]
  const [found] = conflictsOf(t, [bank('aa-one', { sources: ['a-list-2020', 'a-list-2022-06', 'a-web'], codes })])
  assert.ok(found)
  assert.match(formatVerdict(found), /best-sourced claim is served \(community list from 2026-01-01\)/)
  assert.match(formatConflict(found), /001 .*a-list-2020 \(A, 2020, issuer, no longer in a-list-2022-06\)/)
  const [before] = conflictsOf(t, [bank('aa-one', { sources: ['a-list-2020', 'a-web'], codes })])
  assert.equal(formatVerdict(before as Conflict), unexplainedVerdict)
})

test('of two values from one list, the confirmed one is served', (t) => {
  const codes = [code('001', { source: 'a-web', status: 'unconfirmed' }), code('002', { source: 'a-web' })]
  const [found] = conflictsOf(t, [bank('aa-one', { sources, codes })])
  assert.match(formatVerdict(found as Conflict), /equally well sourced \(community list from 2026-01-01\)/)
})

test('whether a scheme assigns one value per bank is derived from its holders', (t) => {
  const codes = [code('001'), code('002')]
  assert.deepEqual(conflictsOf(t, [bank('aa-a', { codes })]), [])
  const others = Array.from({ length: 19 }, (_, at) => bank(`aa-b${10 + at}`, { codes: [code(String(100 + at))] }))
  assert.deepEqual(
    conflictsOf(t, [bank('aa-a', { codes }), ...others]).map(({ kind, subject }) => [kind, subject]),
    [['several_values', 'aa-a']],
  )
})

test('a BIC or an LEI of two open banks is a conflict within a country, not across countries', (t) => {
  const [lei, bic] = ['529900BBEBGNAA1C6176', 'AAAAAA22']
  const found = conflictsOf(t, [
    bank('aa-one', { bic, lei }),
    bank('aa-three', { bic, status: 'closed' }),
    bank('aa-two', { bic, lei, notes: ['The BIC is that of its parent.'] }),
  ])
  assert.deepEqual(
    found.map(({ kind, claims }) => [kind, claims.map((claim) => claim.bank).join()]),
    [
      ['same_bic', 'aa-one,aa-two'],
      ['same_lei', 'aa-one,aa-two'],
    ],
  )
  assert.match(formatVerdict(found[0] as Conflict), /as the notes/)
  assert.match(formatVerdict(found[1] as Conflict), /do not explain why/)
  const data = small()
  data.banks = { aa: [bank('aa-one', { bic })], bb: [bank('bb-one', { bic })] }
  assert.deepEqual(findConflicts(openDataFolder(writeFolder(t, data))), [])
})

test('the shipped sources are classified as issuer, publisher or community list', () => {
  const authority = (source: string, scheme: string): string =>
    authorityOf(dataset.sources.get(source) as Source, dataset.schemes.get(scheme) as Scheme)
  assert.equal(authority('de-bundesbank-2026-09', 'de_blz'), 'issuer')
  assert.equal(authority('us-fedach-2023-03', 'us_aba'), 'publisher')
  assert.equal(authority('pt-schwifty-2024-05', 'pt_nib'), 'community')
  assert.equal(authority('ng-nip-ukemeikot-2026-06', 'ng_nip'), 'community')
})

let shippedFound: ReturnType<typeof findConflicts> | undefined
function shippedConflicts(): ReturnType<typeof findConflicts> {
  shippedFound ??= findConflicts(openDataFolder(dataFolder))
  return shippedFound
}

test('no code in the shipped data is served for two open banks in a country', () => {
  const found = shippedConflicts()
  assert.ok(found.length > 0)
  assert.deepEqual(found.filter(({ is_broken }) => is_broken).map(formatConflict), [])
})

test('the shipped data serves the best-sourced value, or the notes explain why not', () => {
  const found = shippedConflicts()
  assert.deepEqual(found.filter((conflict) => formatVerdict(conflict) === unexplainedVerdict).map(formatConflict), [])
})

test('a main code or a note that names a value explains several values, and the output shows the explanation', (t) => {
  const formatted = (codes: Row[], notes: string[] = []): string =>
    formatConflict(
      conflictsOf(t, [bank('aa-one', { sources, codes, ...(notes.length > 0 && { notes }) })])[0] as Conflict,
    )
  const codes = [code('001', { source: 'a-official' }), code('002', { source: 'a-web', status: 'unconfirmed' })]
  assert.match(formatted(codes), /explained: no; resolve it/)
  assert.match(formatted(codes, ['It opened in 2001.']), /explained: no; resolve it/)
  assert.match(formatted(codes, ['002 is on one list only.']), /explained: 002 is on one list only\./)
  assert.match(formatted([{ ...codes[0], main: true }, codes[1] as Row]), /explained: 001 is marked as the main code\./)
})

test('every conflict in the shipped data is explained', () => {
  const found = shippedConflicts()
  const unexplained = found.filter(
    (conflict) => explanationOf(conflict) === undefined || /do not explain why/.test(formatVerdict(conflict)),
  )
  assert.deepEqual(unexplained.map(formatConflict), [])
})
