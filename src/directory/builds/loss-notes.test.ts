import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  bank,
  country,
  method,
  type Row,
  sharedField,
  small,
  writeFolder,
} from '../../../test/support/data/small-data.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { createDirectory, type Directory } from '../lookups.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { LookupError } from '../requests/lookup-error.ts'
import { readAccount } from '../requests/parameters.ts'
import { packDirectory } from '../storage/packed-directory.ts'

const terms = ['unclear']
const build: Row = {
  without: ['unclear'],
  from: '2026-01-31.00000000',
  schemes: ['aa_code', 'aa_lost', 'cc_code'],
  methods: [
    { id: 'aa_lost', country: 'AA', terms },
    { id: 'cc_account', country: 'CC', terms },
  ],
  regions: { RR: ['CC'] },
  countries: [
    { code: 'AA', name: 'Aland', terms, banks: 40, bics: 0, codes: { aa_lost: { count: 9, terms } } },
    { code: 'CC', name: 'Cland', terms, banks: 5, bics: 3, codes: { cc_code: { count: 5, terms } } },
  ],
}

function openSmall(t: TestContext, more: Row = build): Directory {
  const data = small()
  const [scheme] = data.schemes
  data.schemes.push({ ...scheme, id: 'aa_lost', label: 'Lost code' })
  data.requirements = [sharedField(), method('aa_account')]
  return createDirectory(packDirectory(readDataset(writeFolder(t, { ...data, build: more }))))
}

const find = (directory: Directory, name: string): SupportedCountry =>
  directory.findCountry(name) ?? assert.fail(`no country ${name}`)

test('the build names what is missing, and nothing that an import or an overlay added', (t) => {
  const { build: facts, revision } = openSmall(t)
  assert.deepEqual(facts, {
    revision,
    full_revision: '2026-01-31.00000000',
    without: ['unclear'],
    missing_countries: ['CC'],
    // The data has codes of `aa_code`.
    missing_schemes: ['aa_lost', 'cc_code'],
    missing_methods: ['aa_lost', 'cc_account'],
  })
  const data = small()
  data.countries.push(country('CC'))
  data.banks.cc = [bank('cc-bank')]
  data.requirements = [sharedField(), method('aa_lost')]
  const added = createDirectory(packDirectory(readDataset(writeFolder(t, { ...data, build })))).build
  assert.deepEqual([added.missing_countries, added.missing_methods], [[], ['cc_account']])
})

test('the full data has the same keys, with nothing missing', (t) => {
  const {
    build: facts,
    revision,
    lossNotes,
    countries,
  } = createDirectory(packDirectory(readDataset(writeFolder(t, small()))))
  const nothing = { without: [], missing_countries: [], missing_schemes: [], missing_methods: [] }
  assert.deepEqual(facts, { revision, full_revision: revision, ...nothing })
  assert.equal(lossNotes.onBuild(), null)
  for (const each of countries) {
    assert.deepEqual([each.note, each.missing_members, lossNotes.onList(each, 'aa_code')], [null, [], null])
  }
})

test('a build of an older version, which lists neither schemes nor methods, is described by its countries', (t) => {
  const { schemes: _, methods: __, regions: ___, ...older } = build
  const { build: facts } = openSmall(t, older)
  assert.deepEqual(
    [facts.missing_countries, facts.missing_schemes, facts.missing_methods],
    [['CC'], ['aa_lost', 'cc_code'], []],
  )
})

test('countries, regions and their lists say what is missing', (t) => {
  const directory = openSmall(t)
  const [aa, bb, rr] = ['aa', 'bb', 'rr'].map((name) => find(directory, name)) as [
    SupportedCountry,
    SupportedCountry,
    SupportedCountry,
  ]
  assert.match(
    aa.note ?? '',
    /^This build of the data has only 2 of 40 banks in AA \(Aland\), because .* unclear terms; see/,
  )
  assert.match(rr.note ?? '', /has no banks in 1 of the 3 members: Cland; see the page Data builds/)
  assert.deepEqual([rr.missing_members, aa.missing_members, bb.note], [['CC'], [], null])
  const listOf = (one: SupportedCountry) => JSON.parse(directory.defaultList(one).toString())
  assert.deepEqual([listOf(aa).note, listOf(rr).note], [aa.note, rr.note])
  assert.ok(!('note' in listOf(bb)))
  assert.match(directory.lossNotes.onList(aa, 'aa_lost') ?? '', /has no codes of type "Lost code", because/)
  assert.equal(directory.lossNotes.onList(aa, 'code'), aa.note)
})

test('what the build leaves out is an error with a cause, and what does not exist is one without', (t) => {
  const directory = openSmall(t)
  const account = (name: string) => () => readAccount({ country: 'aa', method: name, fields: {} }, directory)
  assert.throws(account('aa_lost'), (error: LookupError) => {
    assert.deepEqual([error.code, error.details.cause], ['payment_method_unknown', 'not_in_build'])
    assert.match(
      error.message,
      /^Unknown payment method "aa_lost"; this build of the data has no payment method aa_lost for AA/,
    )
    return true
  })
  assert.throws(account('aa_none'), (error: LookupError) => error.details.cause === undefined)
  assert.throws(
    () => directory.requireCountry('cc'),
    ({ code: name, details }: LookupError) => name === 'country_unsupported' && details.cause === 'not_in_build',
  )
  assert.throws(
    () => directory.requireCountry('xx'),
    ({ code: name, details }: LookupError) => name === 'country_unsupported' && details.cause === undefined,
  )
  assert.equal(directory.lossNotes.missingBank('cc-bank')?.cause, 'not_in_build')
  assert.equal(directory.lossNotes.missingBank('aa-none'), undefined)
  assert.equal(directory.lossNotes.missingScheme('cc_code')?.cause, 'not_in_build')
  assert.equal(directory.accountRequirements(find(directory, 'aa')).count, 1)
  assert.match(directory.accountRequirements(find(directory, 'aa')).note ?? '', /no payment method aa_lost for AA/)
})
