import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bank, code, country, type Row, type Small, small, writeFolder } from '../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../test/support/services/processes.ts'
import { readDataset } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'

const readAll = (folder: string) => [...readDataset(folder).banks]

test('a valid folder is read completely', (t) => {
  const folder = writeFolder(t, small())
  const ids = readAll(folder).map(({ id }) => id)
  assert.deepEqual(ids, ['aa-first', 'aa-second', 'bb-only'])
  assert.match(readDataset(folder).revision, /^2026-01-31\.[0-9a-f]{8}$/)
})

test('the revision changes with any byte of the data, and with nothing else', (t) => {
  const folder = writeFolder(t, small())
  const before = readDataset(folder).revision
  writeFileSync(join(folder, 'README.md'), 'not data')
  assert.equal(readDataset(folder).revision, before)
  appendFileSync(join(folder, 'banks/bb.jsonl'), `${JSON.stringify(bank('bb-other'))}\n`)
  assert.notEqual(readDataset(folder).revision, before)
})

test('the revision changes when a line moves from one file to another', (t) => {
  const [one, other] = [small(), small()]
  // The same bytes in the same order, split between the files differently.
  one.banks = { aa: [bank('aa-only')], bb: [] }
  other.banks = { aa: [], bb: [bank('aa-only')] }
  assert.notEqual(readDataset(writeFolder(t, one)).revision, readDataset(writeFolder(t, other)).revision)
})

const first = (data: Small): Row => data.banks.aa?.[0] as Row

const broken: [name: string, breakIt: (data: Small) => void, message: RegExp][] = [
  ['an unknown field', (data) => (first(data).colour = 'red'), /banks\/aa\.jsonl:1: .*unknown field "colour"/],
  ['a missing field', (data) => delete first(data).name, /banks\/aa\.jsonl:1: .*is missing the field "name"/],
  ['an unknown type', (data) => (first(data).type = 'shop'), /:1: type is "shop"; allowed values are building_society/],
  [
    'a URL without a host',
    (data) => (first(data).website = 'https://'),
    /:1: website is "https:\/\/", which is not a valid uri/,
  ],
  ['a URL with an invalid host', (data) => (first(data).website = 'http://['), /:1: website is "http:\/\/\["/],
  ['a malformed BIC', (data) => (first(data).bic = 'abc'), /:1: bic is "abc", which does not match/],
  ['a code that is a number', (data) => (first(data).codes = [code(1 as never)]), /:1: codes\.0\.value must be string/],
  ['a code outside its pattern', (data) => (first(data).codes = [code('01')]), /:1: aa-first: .*"01" does not match/],
  ['a duplicate code', (data) => (first(data).codes = [code('001'), code('001')]), /cannot follow/],
  [
    'an unknown scheme',
    (data) => (first(data).codes = [code('1', { scheme: 'x' })]),
    /code scheme x is not in schemes\.json/,
  ],
  [
    "another country's scheme",
    (data) => ((data.banks.bb?.[0] as Row).codes = [code('001')]),
    /bb\.jsonl:1: .*scheme of AA/,
  ],
  [
    'a code without a source',
    (data) => (first(data).codes = [{ scheme: 'aa_code', value: '001' }]),
    /is missing the field "source"/,
  ],
  [
    'a BIC of another source',
    (data) => Object.assign(first(data), { bic_source: 'b' }),
    /its BIC is from b, which is not/,
  ],
  ['a code of another source', (data) => (first(data).codes = [code('001', { source: 'b' })]), /not in its sources/],
  ['a bank without a source', (data) => (first(data).sources = []), /:1: sources must NOT have fewer than 1 items/],
  ['an unknown source', (data) => (first(data).sources = ['a-list', 'b']), /source b is not in sources\.json/],
  ['a wrong country', (data) => (first(data).country = 'BB'), /its country is BB, but the file is for AA/],
  ['a malformed id', (data) => (first(data).id = 'a1-x'), /:1: id is "a1-x", which does not match/],
  [
    'ids out of order',
    (data) => data.banks.aa?.reverse(),
    /aa\.jsonl:2: aa-first follows aa-second, but ids must be sorted/,
  ],
  [
    'a duplicate id',
    (data) => data.banks.aa?.unshift(first(data)),
    /:2: aa-first follows aa-first, but ids must be sorted/,
  ],
  [
    'an unknown successor',
    (data) => ((data.banks.aa?.[1] as Row).successor = 'aa-x'),
    /aa\.jsonl:2: .*aa-x is not an open bank/,
  ],
  ['a closed successor', (data) => (first(data).status = 'closed'), /aa\.jsonl:2: .*aa-first is not an open bank/],
  ['an open bank with a successor', (data) => (first(data).successor = 'bb-only'), /an open bank has no successor/],
  ['a country without a file', (data) => delete data.banks.bb, /banks\/bb\.jsonl: is missing/],
  ['a file without a country', (data) => (data.banks.cc = []), /banks\/cc\.jsonl: CC is not in countries\.json/],
  [
    'a region with an unsupported member',
    (data) => ((data.countries[2] as Row).members = ['AA', 'ZZ']),
    /member ZZ is not a supported/,
  ],
  [
    'an alternative country code that is taken',
    (data) => ((data.countries[0] as Row).also = ['BB']),
    /AA: its other code BB is already taken/,
  ],
  ['an id of another country', (data) => (first(data).id = 'bb-first'), /its id must start with "aa-"/],
  [
    'an id that is not the first field',
    (data) => {
      const { id, ...rest } = first(data)
      data.banks.aa?.splice(0, 1, { ...rest, id })
    },
    /the id is not the first field/,
  ],
  ['a country with members', (data) => ((data.countries[0] as Row).members = ['BB']), /AA: a country has no members/],
  ['a duplicate country', (data) => data.countries.push(country('AA')), /countries\.json:1 \(AA\): appears twice/],
  [
    'a preferred scheme that is unknown',
    (data) => ((data.countries[0] as Row).code_schemes = ['x']),
    /code scheme x is not/,
  ],
  [
    'a scheme with a broken pattern',
    (data) => ((data.schemes[0] as Row).pattern = '^($'),
    /schemes\.json:1 \(aa_code\): its pattern/,
  ],
  [
    'a scheme with a pattern that can backtrack exponentially',
    (data) => ((data.schemes[0] as Row).pattern = '^(\\d|\\d\\d|\\d+)+$'),
    /schemes\.json:1 \(aa_code\): its pattern is not in the allowed subset .*"\+\)\+\$" is not allowed at character 13/,
  ],
  [
    'an account number pattern that can backtrack exponentially',
    (data) => ((data.countries[0] as Row).account_number = { label: 'Account', pattern: '^(\\d+)+$' }),
    /countries\.json:1 \(AA\): the pattern of its account numbers is not in the allowed subset/,
  ],
  [
    'a source with a broken date',
    (data) => ((data.sources[0] as Row).date = 'today'),
    /sources\.json:1 \(a-list\): date is "today"/,
  ],
]

for (const [name, breakIt, message] of broken) {
  test(`${name} is rejected with file, line and reason`, (t) => {
    const data = small()
    breakIt(data)
    const folder = writeFolder(t, data)
    assert.throws(
      () => readAll(folder),
      (error: Error) => error instanceof DatasetError && message.test(error.message),
    )
  })
}

const brokenBytes: [name: string, file: string, content: string | Buffer, message: RegExp][] = [
  ['a line that is not JSON', 'banks/aa.jsonl', '{"id":\n', /banks\/aa\.jsonl:1: is not JSON/],
  [
    'a last line without a newline',
    'banks/bb.jsonl',
    JSON.stringify(bank('bb-only')),
    /bb\.jsonl:1: there is no newline at the end of the file/,
  ],
  ['an empty line', 'banks/bb.jsonl', '\n', /bb\.jsonl:1: is not JSON/],
  ['a file that is not UTF-8', 'banks/bb.jsonl', Buffer.from([0xff, 0x0a]), /bb\.jsonl: is not UTF-8/],
  ['a table that is not JSON', 'schemes.json', '[', /schemes\.json: is not JSON/],
  ['a table that is not a list', 'schemes.json', '{}', /schemes\.json: is not a list/],
  ['a table with a null entry', 'sources.json', '[null]', /sources\.json:1 \(entry 1\): the record must be object/],
]

for (const [name, file, content, message] of brokenBytes) {
  test(`${name} is rejected with its location`, (t) => {
    const folder = writeFolder(t, small())
    writeFileSync(join(folder, file), content)
    assert.throws(
      () => readAll(folder),
      (error: Error) => error instanceof DatasetError && message.test(error.message),
    )
  })
}

const count = (more: Row = {}): Row => ({
  country: 'AA',
  count: 2,
  of: 'banks of A',
  date: '2026-01',
  source: 'a-list',
  found_in: 'its rows',
  ...more,
})

test('official counts are optional, and the overlay can replace or add some', (t) => {
  const [folder, overlay] = [writeFolder(t, small()), temporaryFolder(t)]
  assert.deepEqual(readDataset(folder).officialCounts, [])
  writeFileSync(join(overlay, 'official-counts.json'), JSON.stringify([count({ count: 3 }), count({ of: 'branches' })]))
  assert.deepEqual(readDataset(folder, overlay).officialCounts, [count({ count: 3 }), count({ of: 'branches' })])
  writeFileSync(join(folder, 'official-counts.json'), JSON.stringify([count(), count({ country: 'BB' })]))
  assert.deepEqual(readDataset(folder).officialCounts, [count(), count({ country: 'BB' })])
  assert.deepEqual(
    readDataset(folder, overlay).officialCounts.map(({ country: id, of, count: total }) => `${id} ${of} ${total}`),
    ['AA banks of A 3', 'BB banks of A 2', 'AA branches 2'],
  )
})

const brokenCounts: [name: string, more: Row, message: RegExp][] = [
  ['of no country', { country: 'CC' }, /official-counts\.json: CC banks of A: CC is not a country/],
  ['of a region', { country: 'RR' }, /RR is not a country/],
  ['of an unknown source', { source: 'b-list' }, /its source b-list is not in sources\.json/],
  ['of zero banks', { count: 0 }, /official-counts\.json:1 \(entry 1\): count must be >= 1/],
  ['with an unknown field', { colour: 'red' }, /unknown field "colour"/],
]

for (const [name, more, message] of brokenCounts) {
  test(`an official count ${name} is rejected`, (t) => {
    const folder = writeFolder(t, small())
    writeFileSync(join(folder, 'official-counts.json'), JSON.stringify([count(more)]))
    assert.throws(() => readAll(folder), { name: 'DatasetError', message })
  })
}

test('the error for a missing folder names it', () => {
  assert.throws(() => readAll('/nowhere/data'), /\/nowhere\/data: cannot be read as a data folder/)
})
