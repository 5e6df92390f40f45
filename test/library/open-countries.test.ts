import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type BankDirectory, openDirectory, type Reading, type SupportedCountry } from '../../src/library/index.ts'
import { resolveCases } from '../resolve/resolve-cases.ts'
import { runSearch } from '../support/data/run-search.ts'
import { dataFolder, shippedDirectory } from '../support/data/shipped.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const open = (...countries: string[]): Promise<BankDirectory> => openDirectory({ countries, cacheDir: false })
const codesOf = ({ countries }: BankDirectory): string[] => countries.map(({ code }) => code)

test('only the countries that are asked for are open, by any of their codes or names', async () => {
  assert.deepEqual(codesOf(await open('ng')), ['NG'])
  assert.deepEqual(codesOf(await open('Ghana', 'uk', 'nga')).toSorted(), ['GB', 'GH', 'NG'])
})

test('a region opens its members, and is a country of the directory itself', async () => {
  const eu = await open('eu')
  const { members } = shippedDirectory().findCountry('eu') ?? assert.fail()
  assert.deepEqual(codesOf(eu).toSorted(), ['EU', ...(members ?? [])].toSorted())
  assert.equal(eu.listBanks('eu').length, shippedDirectory().findCountry('eu')?.bank_count)
})

test('a country has the same banks as in the whole directory, and the revision is the same', async () => {
  const ng = await open('ng')
  const whole = shippedDirectory()
  assert.deepEqual(ng.countries[0], whole.findCountry('ng'))
  assert.deepEqual(ng.listBanks('ng'), JSON.parse(String(whole.defaultList(ng.countries[0] ?? assert.fail()))).banks)
  assert.deepEqual(ng.findBank('ng-gtbank'), JSON.parse(whole.findBank('ng-gtbank') ?? ''))
  assert.equal(ng.revision, whole.revision)
  assert.equal(ng.findBank('gh-gcb-bank'), undefined)
})

test('the best match in a country is that of the whole directory', async () => {
  const ng = await open('ng')
  const country = shippedDirectory().findCountry('ng')
  for (const text of ['gtb', 'acess bank', 'first bank', '058', 'zenith', 'opay']) {
    const [expected] = runSearch(shippedLookups(), { text, country, limit: 1 }).banks
    assert.equal(ng.search(text)[0]?.id, expected?.id, text)
  }
})

test('an identifier of a country that is not open is checked by its rules, with a note', async () => {
  const ng = await open('ng')
  const notOpen = /^Germany is not open in this directory/
  const [iban] = ng.resolve('DE89 3704 0044 0532 0130 00').readings
  assert.deepEqual([iban?.kind, iban?.verdict, iban?.bank_count], ['iban', 'unknown', 0])
  assert.equal(iban?.parts.bank_code, '37040044')
  assert.match(iban?.note ?? '', notOpen)
  const [bic] = ng.resolve('COBADEFF').readings
  assert.match(bic?.note ?? '', notOpen)
  const [wrong] = ng.resolve('DE88 3704 0044 0532 0130 00').readings
  assert.deepEqual([wrong?.verdict, wrong?.reason], ['invalid', 'checksum'])
  assert.match(ng.resolve('021000021').readings[0]?.note ?? '', /^United States is not open/)
})

test('an IBAN with the bank code of another country says so', async () => {
  const mc = await open('mc')
  const [reading] = mc.resolve('MC58 1122 2000 0101 2345 6789 030').readings
  assert.match(reading?.note ?? '', /bank codes are those of France, which is not open/)
})

test('an identifier is checked in one country as in the whole directory, and has only banks in that country', async () => {
  for (const code of ['SE', 'GB', 'CA', 'VA']) {
    const directory = await open(code)
    for (const [identifier] of resolveCases) {
      const whole = JSON.parse(shippedLookups().resolve(identifier)).readings as Reading[]
      for (const reading of directory.resolve(identifier).readings) {
        assert.ok(
          reading.banks.every(({ country }) => country === code),
          identifier,
        )
        const same = whole.find(({ kind, canonical }) => kind === reading.kind && canonical === reading.canonical)
        if (same && reading.kind === 'iban') assert.equal(reading.reason, same.reason, `${identifier} in ${code}`)
      }
    }
  }
})

test('a search explains the score of each bank', async () => {
  const ng = await open('ng')
  const [bank] = ng.search('gtb', { explain: true, limit: 1 })
  assert.equal(bank?.explanation?.rank, 1)
  assert.ok((bank?.explanation?.total ?? 0) > 0)
  assert.equal(ng.search('gtb')[0]?.explanation, undefined)
})

const invalidOptions: [options: object, code: string, message: RegExp][] = [
  [{ countries: ['xx'] }, 'country_unsupported', /"XX"; use one of NG, GH, /],
  [{ countries: ['Nigera'] }, 'country_unsupported', /did you mean Nigeria \(ng\)/],
  [{ countries: ['ng,gh'] }, 'country_malformed', /"ng,gh"/],
  [{ countries: 'ng' }, 'parameter_malformed', /"countries"; use an array of countries/],
  [{ countries: [] }, 'parameter_malformed', /\[\]/],
  [{ dataDir: 5 }, 'parameter_malformed', /Invalid value 5 for "dataDir"; use the path of a folder/],
  [{ cacheDir: true }, 'parameter_malformed', /"cacheDir"; use the path of a folder, or false/],
  [{ countrys: ['ng'] }, 'parameter_unknown', /"countrys".*countries, dataDir, overlayDir, cacheDir/],
]

for (const [options, code, message] of invalidOptions) {
  test(`openDirectory(${JSON.stringify(options)}) rejects with ${code}`, async () => {
    await assert.rejects(openDirectory({ cacheDir: false, ...options }), { name: 'LookupError', code, message })
  })
}

test('a call with an unknown option fails', async () => {
  const ng = await open('ng')
  for (const call of [
    () => ng.listBanks('ng', { fields: ['id'] } as object),
    () => ng.search('gtb', { q: 'x' } as object),
    () => ng.resolve('058', { in: 'ng' } as object),
  ]) {
    assert.throws(call, { code: 'parameter_unknown' })
  }
  assert.throws(() => ng.search('gtb', { limit: 0 }), { code: 'parameter_malformed', message: /from 1 to 100/ })
  assert.throws(() => ng.search('gtb', { offset: 1.5 }), { code: 'parameter_malformed' })
})

const invalidCalls: [call: string, run: (ng: BankDirectory) => unknown, message: RegExp][] = [
  [
    "listBanks('ng', null)",
    (ng) => ng.listBanks('ng', null as never),
    /Invalid value null for "options"; use an object/,
  ],
  ["listBanks('ng', 'active')", (ng) => ng.listBanks('ng', 'active' as never), /"active" for "options"/],
  [
    'a list of statuses',
    (ng) => ng.listBanks('ng', { status: ['active'] as never }),
    /\["active"\] for "status"; use one of active, /,
  ],
  [
    'types as text',
    (ng) => ng.search('a', { types: 'commercial_bank' as never }),
    /"types"; use an array with one or more of building_society, /,
  ],
  ['no types', (ng) => ng.listBanks('ng', { types: [] }), /Invalid value \[\] for "types"/],
  ['an unknown type', (ng) => ng.listBanks('ng', { types: ['shop'] as never }), /\["shop"\] for "types"/],
  ['has as a list', (ng) => ng.listBanks('ng', { has: ['code'] as never }), /\["code"\] for "has"/],
  ['explain as text', (ng) => ng.search('a', { explain: 'yes' as never }), /"explain"; use true or false/],
  ['checkAccount()', (ng) => ng.checkAccount(undefined as never), /^An account must be an object; use one such as/],
]

test('a call with an argument of the wrong type says which, and what to use', async (t) => {
  const ng = await open('ng')
  for (const [name, call, message] of invalidCalls)
    await t.test(name, () => assert.throws(() => call(ng), { name: 'LookupError', message }))
})

test('a country that is not open is an error of its own, by any of its names', async () => {
  const ng = await open('ng')
  const code = 'country_unsupported'
  const message = 'Unsupported country "DE"; Germany is not open in this directory: add it to `countries`.'
  assert.throws(() => ng.listBanks('de'), { code, message })
  assert.throws(() => ng.resolve('058', { country: 'Germany' }), { code, message: /"Germany"; Germany is not open/ })
  assert.throws(() => ng.search('x', { country: 'eu' }), { code, message: /; European Union is not open/ })
  assert.throws(() => ng.listBanks('xx'), { code, message: 'Unsupported country "XX"; use one of NG.' })
})

test('a result is the callers own: a change of it changes no later result', async () => {
  const ng = await open('ng')
  const methods = ng.accountRequirements('ng')
  methods.methods.length = 0
  assert.ok(ng.accountRequirements('ng').methods.length > 0)
  const [country] = ng.countries as SupportedCountry[]
  assert.throws(() => Object.assign(country ?? {}, { code: 'XX' }), TypeError)
  assert.throws(() => country?.bank_codes.pop(), TypeError)
  assert.throws(() => (ng.countries as SupportedCountry[]).pop(), TypeError)
})

/** A copy of the tables and the banks of two countries would not be complete, so the overlay is on the shipped data. */
test('an overlay corrects a bank, and is checked', async (t) => {
  const overlayDir = temporaryFolder(t)
  mkdirSync(join(overlayDir, 'banks'))
  const line = readFileSync(join(dataFolder, 'banks/va.jsonl'), 'utf8').split('\n')[0] ?? ''
  const corrected = { ...JSON.parse(line), name: 'Corrected name' }
  writeFileSync(join(overlayDir, 'banks/va.jsonl'), `${JSON.stringify(corrected)}\n`)
  const va = await openDirectory({ countries: ['va'], overlayDir, cacheDir: false })
  assert.equal(va.findBank(corrected.id)?.name, 'Corrected name')
  assert.notEqual(va.revision, shippedDirectory().revision)
  writeFileSync(join(overlayDir, 'banks/va.jsonl'), `${JSON.stringify({ ...corrected, status: 'odd' })}\n`)
  await assert.rejects(openDirectory({ countries: ['va'], overlayDir, cacheDir: false }), {
    name: 'DatasetError',
    message: /overlay\/banks\/va\.jsonl:1: .*"odd"/,
  })
})

test('the cache is used until a data file changes', async (t) => {
  const folder = temporaryFolder(t)
  const [dataDir, cacheDir] = [join(folder, 'data'), join(folder, 'cache')]
  cpSync(dataFolder, dataDir, { recursive: true })
  const openVatican = (): Promise<BankDirectory> => openDirectory({ countries: ['va'], dataDir, cacheDir })
  const cacheFiles = (): string[] =>
    readdirSync(folder).includes('cache') ? readdirSync(cacheDir).filter((name) => !name.includes('.')) : []
  const first = await openVatican()
  await waitUntil(
    () => `the cache has ${cacheFiles()}`,
    // The digest is stored too if the files have not changed for some seconds, which depends on the machine.
    () => ['some_directory-', 'some_indexes-'].every((part) => cacheFiles().some((name) => name.startsWith(part))),
  )
  const second = await openVatican()
  assert.equal(second.revision, first.revision)
  assert.deepEqual(second.listBanks('va'), first.listBanks('va'))
  assert.deepEqual(second.search('ior'), first.search('ior'))
  assert.deepEqual(second.resolve('VA59001123000012345678'), first.resolve('VA59001123000012345678'))
  const file = join(dataDir, 'banks/va.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"name":"', '"name":"New '))
  utimesSync(file, 0, 0)
  assert.match((await openVatican()).listBanks('va')[0]?.name ?? '', /^New /)
})

test('without a cache folder, nothing is written', async (t) => {
  const cacheDir = join(temporaryFolder(t), 'is-a-file')
  writeFileSync(cacheDir, '')
  const va = await openDirectory({ countries: ['va'], cacheDir })
  assert.equal(va.countries.length, 1)
})
