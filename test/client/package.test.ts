/** The package of the client: its types, its size, its files, and programs that install it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { generateTypes } from '../../packages/client/tools/generate-types.ts'
import { run } from '../support/examples.ts'
import { cachedBuild } from '../support/packages/package-cache.ts'
import { findPrograms } from '../support/programs.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { root, temporaryFolder } from '../support/services/processes.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const tools = join(root, 'test/tools')
const fromTools = createRequire(join(tools, 'package.json'))

const typesFile = join(root, 'packages/client/src/api-types.ts')
const npm = (cwd: string, ...words: string[]): string => execFileSync('npm', words, { cwd, encoding: 'utf8' })

const packed = await cachedBuild('bank-lookup-client', (out) => {
  npm(root, 'pack', '-w', 'packages/client', '--pack-destination', out)
  renameSync(join(out, readdirSync(out)[0] as string), join(out, 'client.tgz'))
})
const tarball = join(packed, 'client.tgz')

/** A folder with nothing but the installed package. */
const folder = temporaryFolder(wholeProcess)
writeFileSync(join(folder, 'package.json'), '{"private":true}')
npm(folder, 'install', '--offline', '--no-audit', '--no-fund', tarball)

const { url, live } = await startKeyedService(wholeProcess)

const installed = (): string => join(folder, 'node_modules/bank-lookup-client')

test('the committed types are those of the OpenAPI description', async () => {
  const generated = await cachedBuild('bank-lookup-client-types', async (out) => {
    writeFileSync(join(out, 'api-types.ts'), await generateTypes())
  })
  const types = readFileSync(join(generated, 'api-types.ts'), 'utf8')
  assert.equal(readFileSync(typesFile, 'utf8'), types, 'run `npm run build -w packages/client`')
})

test('packing generates nothing, so a clone needs only `npm ci`', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'))
  const [, script = ''] = /^node (tools\/[\w-]+\.ts)$/.exec(scripts.prepack) ?? []
  const imports = readFileSync(join(root, 'packages/client', script), 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)
  for (const [, name = ''] of imports) assert.match(name, /^node:/)
})

test('the client imports only its own files, and each file starts with its purpose', () => {
  const sources = join(root, 'packages/client/src')
  for (const name of readdirSync(sources).filter((file) => !file.endsWith('.test.ts'))) {
    const text = readFileSync(join(sources, name), 'utf8')
    assert.match(text, /^\/\*\*/, name)
    for (const [, path = ''] of text.matchAll(/ from '([^']+)'/g)) assert.match(path, /^\.\/[\w-]+\.ts$/, name)
  }
})

test('the client is at most 4 kB, minified and compressed', async () => {
  const bundle = await rolldown({ input: join(installed(), 'dist/index.js') })
  const { output } = await bundle.generate({ minify: true })
  assert.equal(output.length, 1)
  const bytes = gzipSync(output[0].code, { level: 9 }).length
  assert.ok(bytes <= 4_000, `${bytes} bytes`)
  assert.ok(bytes > 1_000, `${bytes} bytes: the bundle is incomplete`)
})

test('the package has the built files, a README and the licence, and no dependencies', () => {
  const files = readdirSync(installed(), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
  const modules = readdirSync(join(root, 'packages/client/src'))
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => ['d.ts', 'js'].map((ending) => `dist/${name.replace(/ts$/, ending)}`))
  assert.deepEqual(files.toSorted(), ['README.md', ...modules, 'package.json'].toSorted())
  assert.equal(readFileSync(join(installed(), 'LICENSE'), 'utf8'), readFileSync(join(root, 'LICENSE'), 'utf8'))
  assert.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['bank-lookup-client'],
  )
})

const program = `
import { BankLookupClient, BankLookupError } from 'bank-lookup-client'
const [url, key] = process.argv.slice(2)
const client = new BankLookupClient({ baseUrl: url, key })
const { banks } = await client.listBanks('ng', { has: 'ng_nip', fields: ['id', 'codes'] })
const again = await client.listBanks('ng', { has: 'ng_nip', fields: ['id', 'codes'] })
const results = await client.resolve(Array(1_001).fill('058'), { country: 'ng' })
const { id } = await client.createRecord()
const error = await client.getBank('nowhere').catch((reason) => reason)
const aborted = await client.search('x', { signal: AbortSignal.abort() }).catch(({ name }) => name)
console.log(JSON.stringify({
  same: banks.length === again.banks.length && banks.length > 500,
  nip: banks.find((bank) => bank.id === 'ng-gtbank').codes.ng_nip,
  results: results.length,
  record: id.slice(0, 4),
  error: [error instanceof BankLookupError, error.code, error.status],
  aborted,
  revision: typeof client.revision,
}))
`
const expected = {
  same: true,
  nip: ['000013'],
  results: 1_001,
  record: 'rec_',
  error: [true, 'bank_unknown', 404],
  aborted: 'AbortError',
  revision: 'string',
}

for (const name of ['Node 24', 'Node 22']) {
  test(`the installed package works on ${name}`, async (t) => {
    const runtime = name === 'Node 24' ? process.execPath : findPrograms(t, 'node22')?.node22
    if (runtime === undefined) return
    writeFileSync(join(folder, 'program.mjs'), program)
    const { code, stdout, stderr } = await run(runtime, ['program.mjs', url, live], { cwd: folder })
    assert.equal(code, 0, stderr)
    assert.deepEqual(JSON.parse(stdout), expected)
    const version = await run(runtime, ['-p', 'process.versions.node'], { cwd: folder })
    assert.match(version.stdout, new RegExp(`^${name.replace('Node ', '')}\\.`))

    const required = `console.log(typeof require('bank-lookup-client').BankLookupClient)`
    assert.equal((await run(runtime, ['-e', required], { cwd: folder })).stdout, 'function\n')
  })
}

test('the example of the README prints the output below it', async () => {
  const readme = readFileSync(join(installed(), 'README.md'), 'utf8')
  const [, example = '', output] = /^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/ms.exec(readme) ?? []
  writeFileSync(join(folder, 'readme.mts'), example.replace('http://localhost:8080', url))
  const { stdout, stderr } = await run(process.execPath, ['readme.mts'], { cwd: folder })
  assert.equal(stdout, output, stderr)
})

const typed = `
import { BankLookupClient, BankLookupError, type Bank, type Resolved } from 'bank-lookup-client'
const client = new BankLookupClient({ baseUrl: 'http://localhost:8080', fetch: globalThis.fetch })
const whole: Bank[] = (await client.listBanks('ng')).banks
const nip: string | undefined = whole[0]?.codes.ng_nip?.[0]
const added: string | undefined = whole[0]?.codes.xx_added_later?.[0]
const { banks } = await client.listBanks('ng', { fields: ['id', 'name'], has: 'xx_added_later' })
const id: string | undefined = banks[0]?.id
// @ts-expect-error: the request selects other fields.
banks[0]?.codes
const one: Resolved = await client.resolve('058')
const many: Resolved[] = await client.resolve(['058'])
const website: string | null | undefined = (await client.resolve('058', { fields: ['website'] })).readings[0]?.banks[0]?.website
// @ts-expect-error: a summary has no website.
one.readings[0]?.banks[0]?.website
// @ts-expect-error: there is no such parameter.
await client.search('gtb', { county: 'ng' })
for await (const { revision, changes } of client.sync({ since: '2026-11-14.3f9a1c20' })) console.log(revision, changes.length)
try {
  await client.checkAccount({ country: 'ng', method: 'ng_nuban', fields: { bank: '044' } })
} catch (error) {
  if (error instanceof BankLookupError && error.code === 'field_missing') console.log(error.status, error.requestId)
}
console.log(nip, added, id, many.length, website)
`

test('programs compile with TypeScript 5 and 7, for browsers and for Node', async () => {
  const file = join(folder, 'typed.mts')
  writeFileSync(file, typed)
  const shared = { noEmit: true, strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }
  const targets = {
    browser: {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom'],
      types: [],
      // The types of TypeScript itself are not ours to check.
      skipDefaultLibCheck: true,
    },
    node: {
      module: 'nodenext',
      lib: ['es2022'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      // The types of Node are not ours to check.
      skipLibCheck: true,
    },
  }
  for (const [target, options] of Object.entries(targets)) {
    const project = join(folder, `${target}.json`)
    const compilerOptions = { ...shared, target: 'es2022', ...options }
    writeFileSync(project, JSON.stringify({ compilerOptions, files: [file] }))
    for (const compiler of [join(root, 'node_modules/typescript/bin/tsc'), fromTools.resolve('typescript/bin/tsc')]) {
      const { code, stdout } = await run(process.execPath, [compiler, '-p', project], { cwd: folder })
      assert.equal(code, 0, `${compiler}, ${target}: ${stdout}`)
    }
  }
})

test('an editor completes code schemes, error codes and fields', () => {
  const ts = fromTools('typescript')
  const text = `
import { BankLookupClient, BankLookupError, type Bank } from 'bank-lookup-client'
declare const bank: Bank, error: BankLookupError, client: BankLookupClient
error.code === '/*error*/'
client.listBanks('ng', { has: '/*scheme*/', fields: ['/*field*/'] })
bank.codes./*codes*/
`
  const file = join(folder, 'edited.mts')
  writeFileSync(file, text)
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name: string) =>
      existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined,
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ({ strict: true, target: 9, module: 199, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] }),
    getDefaultLibFileName: (options: object) => ts.getDefaultLibFilePath(options),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  const completions = (place: string): string[] =>
    service
      .getCompletionsAtPosition(file, text.indexOf(`/*${place}*/`), {})
      ?.entries.map(({ name }: { name: string }) => name)
  for (const [place, names] of Object.entries({
    codes: ['ng_nip', 'us_aba', 'de_blz'],
    error: ['bank_unknown', 'rate_limited', 'timeout'],
    scheme: ['code', 'ng_nip'],
    field: ['id', 'codes', 'website'],
  })) {
    for (const name of names) assert.ok(completions(place)?.includes(name), `${place}: ${name}`)
  }
})

test('publint has no message', async () => {
  const { publint } = await import(pathToFileURL(fromTools.resolve('publint')).href)
  const bytes = readFileSync(tarball)
  const { messages } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) },
    strict: true,
  })
  assert.deepEqual(messages, [])
})

test('"are the types wrong" finds nothing, except that the package is ESM only', async () => {
  const attw = join(tools, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  mkdirSync(join(folder, 'attw'))
  const { code, stdout, stderr } = await run(process.execPath, [attw, tarball, '--profile', 'esm-only'], {
    cwd: join(folder, 'attw'),
  })
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /node16 \(from ESM\) │ 🟢/)
})
