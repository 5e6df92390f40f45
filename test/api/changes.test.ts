import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { openDataFolder } from '../../packages/curation/src/data-folder.ts'
import { compareFolders } from '../../packages/curation/src/history/compare-folders.ts'
import { writeRelease } from '../../packages/curation/src/history/write-release.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import { createBackgroundLoader } from '../../src/dataset/load/background-loader.ts'
import { createDirectory, type Directory } from '../../src/directory/lookups.ts'
import type { SupportedCountry } from '../../src/directory/records/country-record.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { packDirectory } from '../../src/directory/storage/packed-directory.ts'
import { changesSchema } from '../../src/http/routes/changes-route.ts'
import { bank, code, type Row, type Small, small, writeFolder } from '../support/data/small-data.ts'
import { assertFits } from '../support/schemas.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

interface Change {
  id: string
  country: string
  kind: string
  summary: string
  bank: { id: string; name: string } | null
}

interface Changes {
  from: string
  to: string
  count: number
  changes: Change[]
}

const open = (folder: string): Directory => createDirectory(packDirectory(readDataset(folder)))

/** Writes one data folder per state; each has the change files of all releases up to it. The first state is not a release. */
function release(t: Pick<TestContext, 'after'>, states: Small[], dates: readonly string[] = []): string[] {
  const folders: string[] = []
  const seen = new Set<string>()
  for (const [at, state] of states.entries()) {
    const folder = writeFolder(t as TestContext, state)
    const { revision } = readDataset(folder)
    if (seen.has(revision)) continue
    seen.add(revision)
    const before = folders.at(-1)
    folders.push(folder)
    if (before === undefined) continue
    if (existsSync(join(before, 'changes')))
      cpSync(join(before, 'changes'), join(folder, 'changes'), { recursive: true })
    writeRelease(folder, compareFolders(openDataFolder(before), openDataFolder(folder)), dates[at] ?? '2026-02-01')
  }
  return folders
}

type Listed = Map<string, { id: string }>

const listOf = (directory: Directory, country: SupportedCountry): { id: string }[] =>
  JSON.parse(`[${Buffer.concat(runToEnd(directory.listBanks(country, { status: 'active' })).json)}]`)

/** Applies the changes as the documentation describes. */
function apply(list: { id: string }[], changes: Change[]): Listed {
  const copy: Listed = new Map(list.map((one) => [one.id, one]))
  for (const { id, kind, bank: row } of changes) {
    assert.equal(copy.has(id), kind !== 'added', `${id} is ${kind}`)
    assert.equal(row === null, kind === 'removed', `${id} is ${kind}`)
    if (row === null) copy.delete(id)
    else copy.set(id, row)
  }
  return copy
}

const bankState = fc.option(
  fc.record({
    name: fc.constantFrom('One', 'Two "2"', 'Drei <3>'),
    status: fc.constantFrom('active', 'active', 'unverified', 'merged', 'closed'),
    codes: fc.uniqueArray(fc.constantFrom('001', '002', '003')),
    codeStatus: fc.constantFrom(undefined, undefined, 'former'),
    notes: fc.boolean(),
  }),
  { freq: 6 },
)

const state = fc
  .record({
    aa: fc.array(bankState, { minLength: 5, maxLength: 5 }),
    bb: fc.array(bankState, { minLength: 2, maxLength: 2 }),
    prefers: fc.boolean(),
    regionIsWhole: fc.boolean(),
  })
  .map(({ aa, bb, prefers, regionIsWhole }): Small => {
    const data = small()
    const rows = (country: string, states: (typeof aa)[number][]): Row[] =>
      states.flatMap((one, at) => {
        if (one === null) return []
        const { name, status, codes, codeStatus, notes } = one
        const values = country === 'aa' ? codes.toSorted() : []
        const own = values.map((value) => code(value, codeStatus ? { status: codeStatus } : {}))
        return [
          bank(`${country}-${at}`, {
            name,
            status,
            ...(own.length > 0 && { codes: own }),
            ...(notes && { notes: ['A note.'] }),
          }),
        ]
      })
    data.banks = { aa: rows('aa', aa), bb: rows('bb', bb) }
    if (!prefers) delete (data.countries[0] as Row).code_schemes
    if (!regionIsWhole) (data.countries[2] as Row).members = ['AA']
    return data
  })

test('applying the changes to an old list gives the new list, from any release and in any country', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 2, maxLength: 4 }), (states) => {
      const ends: (() => void)[] = []
      try {
        const folders = release({ after: (end) => ends.push(end as () => void) }, states)
        const served = open(folders.at(-1) as string)
        for (const folder of folders) {
          const old = open(folder)
          for (const country of served.countries) {
            const changes = served.changesSince(old.revision, country)?.steps
            const before = old.findCountry(country.code) as SupportedCountry
            // If the members of a region changed, the full list has to be fetched.
            if (!changes) {
              assert.equal(country.kind, 'region')
              continue
            }
            assert.deepEqual(before.members, country.members)
            const copy = apply(listOf(old, before), JSON.parse(`[${runToEnd(changes)}]`))
            const byId = (banks: Iterable<{ id: string }>) => [...banks].sort((a, b) => (a.id < b.id ? -1 : 1))
            assert.deepEqual(byId(copy.values()), byId(listOf(served, country)))
          }
        }
      } finally {
        for (const end of ends) end()
      }
    }),
    { numRuns: 60 },
  )
})

function renamed(...names: string[]): Small[] {
  return names.map((name) => {
    const data = small()
    ;(data.banks.aa?.[0] as Row).name = name
    return data
  })
}

const send = async (url: string): Promise<Changes> => {
  const response = await fetch(url)
  assert.equal(response.status, 200, await response.clone().text())
  const changes = (await response.json()) as Changes
  assertFits(changesSchema, changes)
  return changes
}

test('GET /v1/changes merges releases: one change per bank, with its last state and a summary of every step', async (t) => {
  const states = renamed('One', 'Two', 'Three')
  Object.assign(states[1]?.banks.bb?.[0] as Row, { status: 'closed', status_since: '2026-02' })
  Object.assign(states[2]?.banks.bb?.[0] as Row, { status: 'closed', status_since: '2026-02' })
  const folders = release(t, states)
  const [oldest, middle, served] = folders.map(open) as [Directory, Directory, Directory]
  const { url } = await startService(t, { directory: served })
  const all = await send(`${url}/v1/changes?since=${oldest.revision}`)
  assert.deepEqual([all.from, all.to, all.count], [oldest.revision, served.revision, 2])
  const [first, only] = all.changes as [Change, Change]
  assert.equal(first.bank?.name, 'Three')
  assert.deepEqual(
    { ...first, bank: null },
    {
      id: 'aa-first',
      country: 'AA',
      kind: 'changed',
      summary: 'Renamed from "One" to "Two". Renamed from "Two" to "Three".',
      bank: null,
    },
  )
  assert.deepEqual(only, { id: 'bb-only', country: 'BB', kind: 'removed', summary: 'Closed (2026-02).', bank: null })

  const idsOf = ({ changes }: Changes): string[] => changes.map(({ id }) => id)
  assert.deepEqual(idsOf(await send(`${url}/v1/changes?since=${oldest.revision}&country=bb`)), ['bb-only'])
  assert.deepEqual(idsOf(await send(`${url}/v1/changes/?since=${oldest.revision}&country=%20rr`)), [
    'aa-first',
    'bb-only',
  ])
  assert.deepEqual(idsOf(await send(`${url}/v1/changes?since=${middle.revision}&country=BB`)), [])
})

test('since a date: the merged changes of the releases on or after it', async (t) => {
  const folders = release(t, renamed('One', 'Two', 'Three'), ['2026-02-01', '2026-02-01', '2026-03-01'])
  const [oldest, middle, served] = folders.map(open) as [Directory, Directory, Directory]
  const { url } = await startService(t, { directory: served })
  for (const [date, from, count] of [
    ['2026-02-01', oldest.revision, 1],
    ['2026-02-02', middle.revision, 1],
    ['2026-03-01', middle.revision, 1],
    ['2026-03-02', served.revision, 0],
  ] as const) {
    const changes = await send(`${url}/v1/changes?since=${date}`)
    assert.deepEqual([changes.from, changes.to, changes.count], [from, served.revision, count], date)
  }
  const all = await send(`${url}/v1/changes?since=2026-02-01&country=aa`)
  assert.equal(all.changes[0]?.summary, 'Renamed from "One" to "Two". Renamed from "Two" to "Three".')
  assert.equal((await fetch(`${url}/v1/changes?since=2026-01-31`)).status, 404)
})

test('a country has a feed of the releases that changed its banks, and its page links to it', async (t) => {
  const states = renamed('One', 'Two', 'Three & <b>')
  Object.assign(states[2]?.banks.bb?.[0] as Row, { status: 'closed' })
  const folders = release(t, states, ['', '2026-02-01', '2026-03-01'])
  const [oldest, middle, served] = folders.map(open) as [Directory, Directory, Directory]
  const { url } = await startService(t, { directory: served })
  const response = await fetch(`${url}/countries/aa/feed.atom`)
  assert.equal(response.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
  const { id, entries = [] } = parseAtomFeed(await response.text())
  assert.match(id ?? '', /^tag:[^:]+:countries\/aa$/)
  assert.deepEqual(
    entries.map((entry) => [entry.id?.split(',')[1], entry.published, entry.title?.value]),
    [
      [`2026-03-01:countries/aa/${served.revision}`, '2026-03-01T00:00:00Z', 'AA: 1 bank changed'],
      [`2026-02-01:countries/aa/${middle.revision}`, '2026-02-01T00:00:00Z', 'AA: 1 bank changed'],
    ],
  )
  const [newest] = entries
  assert.match(
    String(newest?.content?.value),
    /<a href="http:[^"]*\/banks\/aa-first">Three &amp; &lt;b&gt;<\/a>: Renamed/,
  )
  assert.ok(!JSON.stringify(entries).includes(oldest.revision))
  const region = parseJsonFeed(await (await fetch(`${url}/countries/rr/feed.json`)).text())
  assert.equal(
    region.items?.[0]?.summary,
    `Banks in RR: 1 no longer listed, 1 with other details. Data revision ${served.revision}.`,
  )
  assert.equal(parseAtomFeed(await (await fetch(`${url}/countries/bb/feed.atom`)).text()).entries?.length, 1)
  assert.equal((await fetch(`${url}/countries/xx/feed.atom`)).status, 404)
  const page = await (await fetch(`${url}/countries/aa`, { headers: { Accept: 'text/html' } })).text()
  assert.ok(
    page.includes('type="application/atom+xml" title="Changes: banks in AA (Atom)" href="/countries/aa/feed.atom"'),
  )
})

test('since the current revision, nothing has changed', async (t) => {
  const { url } = await startService(t)
  const { revision } = shippedDirectory()
  const nothing = await send(`${url}/v1/changes?since=${revision}&country=EU`)
  assert.deepEqual(nothing, { from: revision, to: revision, count: 0, changes: [] })
})

test('changes can be cached, support If-None-Match, and name the revision', async (t) => {
  const folders = release(t, renamed('One', 'Two'))
  const [older, served] = folders.map(open) as [Directory, Directory]
  const { url } = await startService(t, { directory: served })
  const path = `${url}/v1/changes?since=${older.revision}`
  const response = await fetch(path)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
  assert.equal(response.headers.get('data-revision'), served.revision)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const again = await fetch(path, { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } })
  assert.equal(again.status, 304)
  assert.equal((await fetch(path, { method: 'HEAD' })).status, 200)
  assert.equal((await fetch(path, { method: 'POST' })).status, 405)
})

test('a large response is compressed, and the same for all clients', async (t) => {
  const [small1, small2] = renamed('One', 'One') as [Small, Small]
  for (let number = 1000; number < 1400; number++) small2.banks.aa?.push(bank(`aa-z${number}`))
  const folders = release(t, [small1, small2])
  const [older, served] = folders.map(open) as [Directory, Directory]
  const { url } = await startService(t, { directory: served })
  const responses = await Promise.all([1, 2, 3].map(() => fetch(`${url}/v1/changes?since=${older.revision}`)))
  for (const response of responses) {
    assert.notEqual(response.headers.get('content-encoding'), null)
    assert.equal(((await response.json()) as Changes).count, 400)
  }
})

test('a revision without a chain of changes gets 404: unknown, newer, or with an overlay', async (t) => {
  const folders = release(t, renamed('One', 'Two', 'Three'))
  const [older, middle] = folders.map(open) as [Directory, Directory]
  const overlay = mkdtempSync(join(tmpdir(), 'bank-lookup-overlay-'))
  t.after(() => rmSync(overlay, { recursive: true }))
  cpSync(folders[0] as string, overlay, { recursive: true })
  const newest = folders[2] as string
  const corrected = createDirectory(packDirectory(readDataset(newest, overlay)))
  const rolledBack = createDirectory({ ...older.packed, releases: open(newest).packed.releases })
  for (const [directory, since] of [
    [open(newest), '2026-01-31.ffffffff'],
    [rolledBack, middle.revision],
    [corrected, middle.revision],
  ] as const) {
    const { url } = await startService(t, { directory })
    const response = await fetch(`${url}/v1/changes?since=${since}`)
    assert.equal(response.status, 404)
    assert.equal(response.headers.get('error-code'), 'revision_unknown')
    assert.match(
      await response.text(),
      /^No changes are available from "\S+" to the current revision "\S+"; fetch the full list/,
    )
  }
})

test('changes published after the data are served from the next snapshot', async (t) => {
  const folders = release(t, renamed('One', 'Two'))
  const [older, served] = folders.map(open) as [Directory, Directory]
  const { app, url } = await startService(t, { directory: createDirectory({ ...served.packed, releases: [] }) })
  const path = `${url}/v1/changes?since=${older.revision}`
  assert.equal((await fetch(path)).status, 404)
  await app.swapSnapshot(await createBackgroundLoader().load({ folder: folders[1] as string }))
  assert.equal((await send(path)).count, 1)
})

test('the example in the documentation is a valid response', () => {
  const page = readFileSync(new URL('../../docs/site/1.0/changes.md', import.meta.url), 'utf8')
  const [, indented = ''] = /\n\n((?: {4}.*\n)+)/.exec(page) ?? []
  const example: Changes = JSON.parse(indented)
  assertFits(changesSchema, example)
  assert.equal(example.count, example.changes.length)
  for (const { kind, bank: row } of example.changes) assert.equal(kind === 'removed', row === null)
})

const invalidQueries: [query: string, status: number, code: string, text: RegExp][] = [
  ['', 400, 'since_missing', /Missing query parameter "since"; send the revision/],
  ['?since=', 400, 'since_missing', /Missing query parameter "since"/],
  ['?country=ng', 400, 'since_missing', /Missing query parameter "since"/],
  [
    '?since=2026-11-31',
    400,
    'parameter_malformed',
    /Invalid value "2026-11-31" for the query parameter "since"; send the revision of a list, .* or a date such as/,
  ],
  ['?since=2026-11-14', 404, 'revision_unknown', /; the oldest known release is of 2026-11-15\. Fetch the full list/],
  ['?since=2026-11-14.F6421058', 400, 'parameter_malformed', /for the query parameter "since"/],
  ['?since=a&since=b', 400, 'parameter_malformed', /Invalid value \["a","b"\].*; send it once/],
  ['?since=2026-11-14.00000000', 404, 'revision_unknown', /fetch the full list/],
  ['?since=2026-11-14.00000000&country=n1', 400, 'country_malformed', /Invalid country "n1"/],
  ['?since=2026-11-14.00000000&country=xx', 404, 'country_unsupported', /Unsupported country "XX"/],
  ['?since=2026-11-14.00000000&status=any', 400, 'parameter_unknown', /this endpoint accepts since, country/],
]

for (const [query, status, problem, text] of invalidQueries) {
  test(`GET /v1/changes${query} gets ${status} ${problem}`, async (t) => {
    const { url } = await startService(t)
    const response = await fetch(`${url}/v1/changes${query}`)
    assert.equal(response.status, status)
    assert.equal(response.headers.get('error-code'), problem)
    assert.match(await response.text(), text)
  })
}
