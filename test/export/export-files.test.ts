/** The files of an export: the bytes of the service, compressed copies, checksums, and what hosts need. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { exportableData, exportData } from '../support/data/exported.ts'
import { writeFolder } from '../support/data/small-data.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const dataFolder = writeFolder(wholeProcess, exportableData())
const { out } = await exportData(wholeProcess, dataFolder, { words: ['--with', 'restricted,unclear'] })
const paths = readdirSync(out, { recursive: true, encoding: 'utf8' })
  .filter((path) => statSync(join(out, path)).isFile())
  .sort()

test('every response of the service that is exported has the same bytes', async (t) => {
  const settings = { DATA_DIR: dataFolder, DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}` }
  const { url } = await startListening(t, settings)
  const areas = ['aa', 'bb', 'rr', 'sepa']
  const ids = paths.flatMap((path) => /^v1\/banks\/(\w+-.*)\.json$/.exec(path)?.[1] ?? [])
  const requests = new Map([
    ['v1/supported-countries/index.json', '/v1/supported-countries/'],
    ...areas.flatMap((area) => [
      [`v1/banks/${area}.json`, `/v1/banks?country=${area}`] as const,
      [`v1/banks/${area}.csv`, `/v1/banks.csv?country=${area}`] as const,
      [`v1/banks/${area}.xlsx`, `/v1/banks.xlsx?country=${area}`] as const,
      [`v1/account-requirements/${area}.json`, `/v1/account-requirements?country=${area}`] as const,
    ]),
    ...ids.map((id) => [`v1/banks/${id}.json`, `/v1/banks/${id}`] as const),
  ])
  assert.equal(ids.length, 64)
  for (const [path, request] of requests) {
    const response = await fetch(`${url}${request}`)
    assert.equal(response.status, 200, request)
    assert.ok(readFileSync(join(out, path)).equals(Buffer.from(await response.arrayBuffer())), path)
  }
  const exported = paths.filter((path) => path.startsWith('v1/') && !/\.(?:br|gz)$/.test(path))
  assert.deepEqual(exported, [...requests.keys()].sort())
})

test('each line of NDJSON is one bank', () => {
  const linesOf = (name: string) =>
    readFileSync(join(out, `ndjson/${name}.ndjson`), 'utf8')
      .trimEnd()
      .split('\n')
  assert.deepEqual([linesOf('aa').length, linesOf('bb').length], [4, 60])
  assert.deepEqual(linesOf('banks'), [...linesOf('aa'), ...linesOf('bb')])
  for (const line of linesOf('banks'))
    assert.equal(line, readFileSync(join(out, `v1/banks/${JSON.parse(line).id}.json`), 'utf8'))
})

test('compressed copies have the content of the file beside them', () => {
  const [gzip, brotli] = ['.gz', '.br'].map((end) => paths.filter((path) => path.endsWith(end))) as [string[], string[]]
  assert.ok(gzip.includes('v1/banks/bb.json.gz'))
  assert.deepEqual(
    gzip.map((path) => path.slice(0, -3)),
    brotli.map((path) => path.slice(0, -3)),
  )
  for (const path of gzip) {
    const plain = readFileSync(join(out, path.slice(0, -3)))
    assert.ok(gunzipSync(readFileSync(join(out, path))).equals(plain), path)
    assert.ok(brotliDecompressSync(readFileSync(join(out, path.replace(/gz$/, 'br')))).equals(plain), path)
  }
})

test('sha256sum verifies every file', () => {
  const lines = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => line.slice(66)),
    paths.filter((path) => path !== 'SHA256SUMS'),
  )
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: out })
})

test('two exports of the same data have the same bytes', async (t) => {
  const other = await exportData(t, dataFolder, { words: ['--with', 'restricted,unclear'] })
  assert.equal(readFileSync(join(other.out, 'SHA256SUMS'), 'utf8'), readFileSync(join(out, 'SHA256SUMS'), 'utf8'))
})

test('the index page links only to files of the export, and to all lists', () => {
  const page = readFileSync(join(out, 'index.html'), 'utf8')
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link as string)
  for (const link of links) assert.ok(paths.includes(link), link)
  const lists = paths.filter((path) => /^v1\/banks\/[a-z]+\.(?:json|csv|xlsx)$/.test(path))
  assert.deepEqual(
    lists.filter((path) => !links.includes(path)),
    [],
  )
  assert.match(page, /<code>POST \/v1\/banks<\/code>/)
})

test('no file has two values for one header, because hosts would join them', () => {
  const blocks = readFileSync(join(out, '_headers'), 'utf8').trim().split('\n\n')
  const rules = blocks.map((block) => {
    const [pattern = '', ...fields] = block.split('\n')
    const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`)
    return { expression, names: fields.map((field) => /^ {2}([\w-]+): \S/.exec(field)?.[1] ?? field) }
  })
  for (const path of paths) {
    const names = rules.filter(({ expression }) => expression.test(`/${path}`)).flatMap((rule) => rule.names)
    assert.equal(new Set(names).size, names.length, path)
    assert.ok(names.includes('Access-Control-Allow-Origin'), path)
  }
})
