/** Both reduced builds of the shipped data: they pass lint, a service starts on them, and the page has their losses. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compareBuilds, lossTable, reportedBuilds } from '../../packages/curation/src/commands/report-command.ts'
import { openDataFolder } from '../../packages/curation/src/data-folder.ts'
import { filterByTerms } from '../../packages/curation/src/licence-filter/filter.ts'
import { writeFilteredFolder } from '../../packages/curation/src/licence-filter/write-folder.ts'
import { findingText, lintFolder, rules } from '../../packages/curation/src/lint/lint-folder.ts'
import type { BuildFacts } from '../../src/directory/builds/build-schema.ts'
import type { CountryRecord } from '../../src/directory/records/country-record.ts'
import type { DataBuildRecord } from '../../src/directory/records/data-build-record.ts'
import type { Rail } from '../../src/directory/records/rail-record.ts'
import type { Redistribution, Source } from '../../src/directory/records/source.ts'
import { root, startListening, temporaryFolder } from '../support/services/processes.ts'
import { dataFolder, postJson } from '../support/services/service.ts'

const full = openDataFolder(dataFolder)
const parent = mkdtempSync(join(tmpdir(), 'bank-lookup-builds-'))
after(() => rmSync(parent, { recursive: true }))

const builds = reportedBuilds.map((without, at) => {
  const classes = new Set(without)
  const folder = join(parent, String(at))
  const { revision } = writeFilteredFolder(full, filterByTerms(full, classes), classes, folder)
  return { without, folder, revision }
})

const rows = compareBuilds(full)
const rowsIn = <Row>(folder: string, file: string): Row[] => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const countriesIn = (folder: string): CountryRecord[] => rowsIn(folder, 'countries.json')
const buildIn = (folder: string): DataBuildRecord => JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))

/** The fields of the responses that are read below. */
interface Body {
  revision: string
  count: number
  banks: { id: string }[]
  readings: { verdict: string; note: string; cause: string | null }[]
  build: BuildFacts
  cause: string | null
  changes: unknown[]
  verdict: string
  note: string
  message: string
}

const sourcesIn = (folder: string): Source[] => JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'))
const [openTerms, strict] = builds as [(typeof builds)[0], (typeof builds)[0]]

// The package has the stricter build, and test/package/package.test.ts lints it.
test('lint finds nothing in the build without restricted sources', () => {
  const options = { rules, today: '2030-01-01', isShipped: false, fix: false }
  const { findings, banks } = lintFolder(openTerms.folder, options)
  assert.deepEqual(findings.map(findingText), [])
  assert.ok(banks > 19_000 && banks < full.banks.size)
})

for (const { without, folder, revision } of builds) {
  const name = `without ${without.join(' and ')}`

  test(`${name}: no source has these terms`, () => {
    const excluded: readonly Redistribution[] = without
    assert.ok(sourcesIn(folder).every(({ redistribution }) => !excluded.includes(redistribution)))
  })

  test(`${name}: the folder has the licence, and the credits that its sources require`, () => {
    const credits = readFileSync(join(folder, 'CREDITS.md'), 'utf8')
    const required = sourcesIn(folder).filter(({ redistribution }) => redistribution === 'attribution')
    assert.ok(required.length > 20)
    const [, section = ''] = /## Required credits and notices\n(.*)## Other sources/s.exec(credits) ?? []
    for (const { publisher, licence, title } of required) {
      assert.ok(section.includes(`**${publisher}**. Terms: ${licence}`), publisher)
      assert.ok(section.includes(title), title)
    }
    for (const { title } of sourcesIn(folder)) assert.ok(credits.includes(title), title)
    const licence = readFileSync(join(folder, 'LICENSE.md'), 'utf8')
    assert.ok(licence.endsWith(readFileSync(join(dataFolder, 'LICENSE.md'), 'utf8')))
    // The words that LICENSE.md requires exactly as written.
    const quoted = [...licence.matchAll(/^- .*"([^"\n]+)"/gm)].map(([, words = '']) => words)
    assert.ok(quoted.length >= 5)
    for (const words of quoted) assert.ok(section.includes(words), words)
  })

  test(`${name}: the service starts, answers every kind of request and says what it lacks`, async (t) => {
    const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
    const { url } = await startListening(t, { DATA_DIR: folder, DATABASE_URL: database })
    const get = async (path: string): Promise<Body> => (await fetch(`${url}${path}`)).json() as Promise<Body>
    const post = async (path: string, body: object): Promise<Body> =>
      (await postJson(`${url}${path}`, JSON.stringify(body))).json() as Promise<Body>
    const firstReading = async (body: object) => (await post('/v1/resolve', body)).readings[0]
    const list = await get('/v1/banks?country=de')
    assert.equal(list.revision, revision)
    assert.ok(list.count > 1000)
    assert.equal((await firstReading({ identifier: '058', country: 'ng' }))?.verdict, 'valid')
    assert.ok((await get('/v1/account-requirements?country=us')).count >= 1)
    assert.deepEqual((await get(`/v1/changes?since=${revision}`)).changes, [])
    const lacking =
      /This build of the data has no US routing numbers, .*; see the page Data builds \(\/docs\/1\.0\/data-builds\)\.$/
    const routing = await firstReading({ identifier: '021000021' })
    assert.equal(routing?.verdict, 'unknown')
    assert.match(routing.note, lacking)
    const fields = { routing_number: '021000021', account_number: '123456789', account_type: 'checking' }
    const checked = await post('/v1/accounts/check', { country: 'us', method: 'us_ach', fields })
    assert.equal(checked.verdict, 'unknown')
    assert.match(checked.note, lacking)
    // The check digit is checked without the numbers.
    assert.equal((await firstReading({ identifier: '021000022' }))?.verdict, 'invalid')
    const { message } = await post('/v1/resolve', { identifier: 'no identifier' })
    assert.match(message, /^Unrecognised format\..* This build of the data leaves out some banks and codes; see/)
    const omission =
      /; this build of the data has no banks in PL \(Poland\); see the page Data builds \(\/docs\/1\.0\/data-builds\)\.\n$/
    for (const path of ['/v1/banks?country=pl', '/v1/account-requirements?country=pl', '/v1/banks/pl-mbank']) {
      const response = await fetch(`${url}${path}`)
      assert.equal(response.status, 404)
      assert.match(await response.text(), omission, path)
    }
    assert.equal((await fetch(`${url}/docs/1.0/data-builds`)).status, 200)
    const facts = (await get('/')).build
    assert.deepEqual([facts.revision, facts.full_revision], [revision, full.revision])
    assert.deepEqual(facts.without.toSorted(), without.toSorted())
    assert.deepEqual([(await get('/readyz')).build, (await get('/v1/supported-countries/')).build], [facts, facts])
    assert.ok(facts.missing_countries.includes('PL'))
    assert.ok(facts.missing_schemes.includes('us_aba') && !facts.missing_schemes.includes('de_blz'))
    assert.equal(routing.cause, 'not_in_build')
    assert.equal(checked.cause, 'not_in_build')
    assert.match((await get('/v1/search?q=pekao')).note ?? '', /^This build of the data has no banks in \d+ countr/)
    assert.equal((await get('/v1/search?q=deutsche+bank')).note, null)
    assert.match((await get('/v1/banks?country=us&has=us_aba')).note ?? '', /has no codes of type "ABA routing number/)
    assert.match((await get('/v1/banks?country=eu')).note ?? '', /has no banks in \d of the 27 members: .*Poland/)
    const error = await fetch(`${url}/v1/banks?country=pl`, { headers: { Accept: 'application/json' } })
    assert.equal(((await error.json()) as { details: { cause: string } }).details.cause, 'not_in_build')
    if (folder !== strict.folder) return
    assert.equal((await get('/v1/search?q=gtbank')).banks[0]?.id, 'ng-gtbank')
    assert.match(await (await fetch(`${url}/coverage`)).text(), />4,379<\/td>/)
  })
}

test('the stricter build leaves out the tables and countries of unclear sources, too', () => {
  assert.ok(
    existsSync(join(openTerms.folder, 'gb-modulus.json')) && !existsSync(join(strict.folder, 'gb-modulus.json')),
  )
  assert.equal(countriesIn(openTerms.folder).length, full.countries.length - 1)
  const { length } = countriesIn(strict.folder).filter(({ kind }) => kind === 'country')
  assert.ok(length > 80 && length < 100, String(length))
})

test('a build keeps the rails of the lists that it has, and the rail of a removed list has no source', () => {
  const railIn = (folder: string, id: string): Partial<Rail> | undefined =>
    rowsIn<Rail>(folder, 'rails.json').find((rail) => rail.id === id)
  const namedIn = (folder: string, country: string, id: string): boolean =>
    readFileSync(join(folder, `banks/${country}.jsonl`), 'utf8').includes(`"${id}"`)
  assert.equal(railIn(openTerms.folder, 'us_wire')?.source, undefined)
  assert.equal(railIn(openTerms.folder, 'us_wire')?.complete, false)
  assert.equal(railIn(openTerms.folder, 'au_de')?.source, 'au-bsb-2026-07')
  assert.ok(namedIn(openTerms.folder, 'au', 'au_de'))
  assert.equal(railIn(strict.folder, 'br_pix')?.source, 'br-ispb-2026-08')
  assert.ok(namedIn(strict.folder, 'br', 'br_pix'))
  const au = railIn(strict.folder, 'au_de')
  assert.ok(au === undefined || (au.source === undefined && !namedIn(strict.folder, 'au', 'au_de')))
  const countries = countriesIn(strict.folder)
  const sepa = countries.find(({ code }) => code === 'SEPA')
  const codes = new Set(countries.map(({ code }) => code))
  assert.ok(sepa?.members?.length && sepa.members.every((code) => codes.has(code)))
  // Poland is not in this build, and its IBANs are still in SEPA.
  assert.ok(!codes.has('PL') && sepa.other_members?.includes('PL'))
})

test('the page has the losses of both builds', () => {
  const page = readFileSync(join(root, 'docs/site/1.0/data-builds.md'), 'utf8')
  const table = lossTable(rows)
  const fix =
    'replace the table in docs/site/1.0/data-builds.md by the output of `npx bank-lookup data report --losses`'
  assert.ok(page.includes(`\n\n${table}\n`), fix)
})

test('each build describes what the full data has in the countries that lost facts', () => {
  for (const [at, { folder, without }] of builds.entries()) {
    const build = buildIn(folder)
    assert.deepEqual([build.from, [...build.without].sort()], [full.revision, [...without].sort()])
    for (const { name, banks, bics, codes } of build.countries) {
      const row = rows.find(({ country }) => country === name) ?? assert.fail(name)
      assert.deepEqual([banks, bics], [row.full.banks, row.full.bics], name)
      for (const [scheme, { count }] of Object.entries(codes)) {
        assert.equal(count, row.full.codes.get(scheme), scheme)
        assert.ok((row.builds[at]?.codes.get(scheme) ?? 0) < count, scheme)
      }
    }
  }
})
