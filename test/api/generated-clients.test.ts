/**
 * Generates clients and models from the OpenAPI document with common generators, compiles them, and runs them against
 * the service.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findPrograms } from '../support/programs.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { postJson, startService } from '../support/services/service.ts'

const run = promisify(execFile)
const clients = fileURLToPath(new URL('../support/clients/', import.meta.url))
const tools = fileURLToPath(new URL('../tools/', import.meta.url))
const fromTools = createRequire(join(tools, 'package.json'))

/** Imports an ES module of the test tools. Their types need another version of TypeScript. */
// biome-ignore lint/suspicious/noExplicitAny: see above
const importTool = (path: string): Promise<any> => import(pathToFileURL(join(tools, 'node_modules', path)).href)

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-clients-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const readDocument = async (url: string): Promise<string> => (await fetch(`${url}/openapi.json`)).text()

async function generateClients(document: string, folder: string): Promise<void> {
  const { default: generateTypes, astToString } = await importTool('openapi-typescript/dist/index.mjs')
  writeFileSync(join(folder, 'api.ts'), astToString(await generateTypes(document)))
  const { createClient } = await importTool('@hey-api/openapi-ts/dist/index.mjs')
  writeFileSync(join(folder, 'openapi.json'), document)
  await createClient({
    input: join(folder, 'openapi.json'),
    output: join(folder, 'hey-api-client'),
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
  for (const name of ['openapi-typescript.ts', 'hey-api.ts']) copyFileSync(join(clients, name), join(folder, name))
}

test('generated TypeScript clients compile strictly and work', async (t) => {
  const { url, live } = await startKeyedService(t)
  const folder = temporaryFolder(t)
  await generateClients(await readDocument(url), folder)
  const options = [
    '--strict',
    '--skipLibCheck',
    '--noUncheckedIndexedAccess',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable',
  ]
  const modules = ['--module', 'commonjs', '--moduleResolution', 'node10', '--outDir', join(folder, 'out')]
  const files = ['openapi-typescript.ts', 'hey-api.ts'].map((name) => join(folder, name))
  const compiled = await run(process.execPath, [
    fromTools.resolve('typescript/bin/tsc'),
    ...options,
    ...modules,
    ...files,
  ]).catch((error) => assert.fail(error.stdout))
  assert.equal(compiled.stdout, '')

  const runClient = async (name: string): Promise<unknown> =>
    JSON.parse((await run(process.execPath, [join(folder, 'out', name), url, live])).stdout)
  assert.deepEqual(await runClient('openapi-typescript.js'), {
    found: 'ng-gtbank',
    isOther: false,
    hasName: true,
    wrongLimit: { q: 'gtb', limit: '2' },
    wrongStatus: { country: 'ng', status: 'open' },
  })
  assert.deepEqual(await runClient('hey-api.js'), {
    country: 'Nigeria',
    listed: true,
    sources: true,
    notModified: 304,
    found: 'ng-gtbank',
    verdict: 'valid',
    results: 2,
    checked: 'valid',
    changes: 0,
    table: 3,
    ready: 'ready',
    records: 1,
    problem: 'bank_unknown',
  })
})

/** The schemas to generate models for; each is a whole response. */
const responseSchemas = [
  ...['BankList', 'BankDetail', 'SearchResult', 'ResolveResult', 'SupportedCountries', 'AccountRequirements'],
  ...['CheckResult', 'Changes', 'CreatedRecord', 'Problem'],
]

async function generatePythonModels(document: string): Promise<string> {
  const { InputData, JSONSchemaInput, quicktype } = fromTools('quicktype-core')
  const { schemas } = JSON.parse(document).components
  const input = new JSONSchemaInput(undefined)
  const uris = responseSchemas.map((name) => `api#/components/schemas/${name}`)
  await input.addSource({ name: 'api', uris, schema: JSON.stringify({ components: { schemas } }) })
  const inputData = new InputData()
  inputData.addInput(input)
  const rendererOptions = { 'python-version': '3.7' }
  const { lines }: { lines: string[] } = await quicktype({ inputData, lang: 'python', rendererOptions })
  return lines.join('\n')
}

/** Responses of the service that the Python program reads. */
async function sampleResponses(url: string): Promise<string> {
  const json = async (response: Response): Promise<unknown> => response.json()
  return JSON.stringify({
    banks: await json(await fetch(`${url}/v1/banks?country=va`)),
    resolved: await json(await postJson(`${url}/v1/resolve`, '{"identifier":"058","country":"ng"}')),
    problem: await json(await fetch(`${url}/v1/banks/nowhere`, { headers: { Accept: 'application/json' } })),
  })
}

test('generated Python models compile and read responses', async (t) => {
  const programs = findPrograms(t, 'python3')
  if (!programs) return
  const { url } = await startService(t)
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'models.py'), await generatePythonModels(await readDocument(url)))
  copyFileSync(join(clients, 'read_models.py'), join(folder, 'read_models.py'))
  execFileSync(programs.python3, ['-m', 'py_compile', 'models.py'], { cwd: folder })
  const output = execFileSync(programs.python3, ['read_models.py'], { cwd: folder, input: await sampleResponses(url) })
  assert.deepEqual(JSON.parse(output.toString()), {
    banks: 1,
    status: 'active',
    verdict: 'valid',
    problem: 'bank_unknown',
  })
})
