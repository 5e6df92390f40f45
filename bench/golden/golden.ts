/**
 * `npx node bench/golden/golden.ts <folder> [<checkout>]`: starts the service of a checkout (default: this one) and writes
 * its responses to fixed requests, to compare them before and after a change with `diff -r`. The requests come from this
 * checkout, and only HTTP and the command line are used, so that both sides may be built differently.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolveCases } from '../../test/resolve/resolve-cases.ts'
import { startProcess } from '../processes.ts'
import { readQueries, tables } from '../relevance/queries.ts'

const [output = '', checkout = fileURLToPath(new URL('../..', import.meta.url))] = process.argv.slice(2)
if (output === '') throw new Error('Usage: npx node bench/golden/golden.ts <folder> [<checkout>]')

interface Field {
  key: string
  example: string | null
  options: { value: string }[] | null
}

interface Method {
  id: string
  fields: Field[]
}

interface ListedBank {
  id: string
  codes: Record<string, string[]>
}

rmSync(output, { recursive: true, force: true })
const storeFolder = mkdtempSync(join(tmpdir(), 'bank-lookup-golden-'))
const service = await startProcess(join(resolve(checkout), 'src/bin/start.js'), {
  quiet: true,
  settings: {
    DATA_DIR: join(resolve(checkout), 'data'),
    DATABASE_URL: `sqlite:${join(storeFolder, 'store.sqlite')}`,
    RATE_LIMIT: 'off',
  },
})
try {
  const countries = await writeCountries()
  await writeSearches()
  await writeReadings(countries)
  await writeAccounts(countries)
  write('openapi.json', indent(await get('/openapi.json')))
  const program = join(resolve(checkout), 'src/bin/bank-lookup.js')
  write('help.txt', execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' }))
} finally {
  await service.stop()
  rmSync(storeFolder, { recursive: true })
}

/** Writes the lists of all countries, and returns the country codes. */
async function writeCountries(): Promise<string[]> {
  const text = await get('/v1/supported-countries')
  write('countries.json', indent(text))
  const codes = (JSON.parse(text) as { countries: { code: string }[] }).countries.map(({ code }) => code)
  for (const code of codes) write(`lists/${code}.json`, indent(await get(`/v1/banks?country=${code}&status=any`)))
  return codes
}

/** Writes the first ten banks of every query in `bench/relevance/`. */
async function writeSearches(): Promise<void> {
  const found: string[] = []
  for (const { text, country } of tables.flatMap(readQueries)) {
    const query = new URLSearchParams({ q: text, ...(country && { country }) })
    const { banks } = JSON.parse(await get(`/v1/search?${query}`)) as { banks: { id: string }[] }
    found.push([text, country, ...banks.map(({ id }) => id)].join('\t'))
  }
  write('search.tsv', lines(found))
}

/** Writes how resolve reads the identifiers in the tests, and every code of every bank. */
async function writeReadings(countries: readonly string[]): Promise<void> {
  const cases: string[] = []
  for (const [identifier, country] of resolveCases) {
    cases.push(await post('/v1/resolve', { identifier, ...(country && { country }) }))
  }
  write('resolve/cases.jsonl', lines(cases))
  for (const country of countries) {
    const { banks } = JSON.parse(await get(`/v1/banks?country=${country}&status=any`)) as { banks: ListedBank[] }
    const codes = [...new Set(banks.flatMap((bank) => Object.values(bank.codes).flat()))].sort()
    const results: string[] = []
    for (let at = 0; at < codes.length; at += 500) {
      const response = await post('/v1/resolve', { identifiers: codes.slice(at, at + 500), country })
      results.push(...(JSON.parse(response) as { results: object[] }).results.map((one) => JSON.stringify(one)))
    }
    write(`resolve/${country}.jsonl`, lines(results))
  }
}

/** Writes the payment methods, and the checks of their examples, as they are and with a wrong or missing field. */
async function writeAccounts(countries: readonly string[]): Promise<void> {
  for (const country of countries) {
    const text = await get(`/v1/account-requirements?country=${country}`)
    write(`accounts/${country}.json`, indent(text))
    const checks: string[] = []
    for (const { id: method, fields } of (JSON.parse(text) as { methods: Method[] }).methods) {
      const examples = fields.map(({ key, example, options }) => [key, example ?? options?.[0]?.value ?? ''] as const)
      for (const changed of [null, ...fields.map(({ key }) => key)]) {
        for (const change of changed === null ? ['none'] : ['digit', 'missing', 'shorter']) {
          const values = examples.flatMap(([key, value]) => {
            if (key !== changed) return [[key, value]]
            if (change === 'missing') return []
            return [[key, change === 'digit' ? nextDigit(value) : value.slice(1)]]
          })
          checks.push(await post('/v1/accounts/check', { country, method, fields: Object.fromEntries(values) }))
        }
      }
    }
    write(`accounts/${country}.jsonl`, lines(checks))
  }
}

/** Replaces the last digit with the next one. */
function nextDigit(value: string): string {
  const at = value.search(/\d\D*$/)
  return at < 0 ? `${value}0` : `${value.slice(0, at)}${(Number(value[at]) + 1) % 10}${value.slice(at + 1)}`
}

async function get(path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`)
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  return response.text()
}

/** Errors are part of the result. */
async function post(path: string, body: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.text()
}

function write(name: string, text: string): void {
  const file = join(output, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function lines(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join('')
}

function indent(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 1)
}
