/**
 * Runs the requests of the documentation in all languages, as a reader copies them from the served pages: from a service
 * on its own port, and from one with a base URL behind a proxy that removes the path. One file runs the pages and the API
 * reference, so that Go compiles its standard library once.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { installClient } from '../support/built-client.ts'
import {
  assertShows,
  type Example,
  isCurl,
  isOutput,
  isProgram,
  readPage,
  readPages,
  run,
  runAll,
  runTogether,
  usesPackage,
} from '../support/examples.ts'
import { compileGo } from '../support/go-examples.ts'
import { findPrograms } from '../support/programs.ts'
import { type ReferenceExample, readReferenceExamples } from '../support/reference-examples.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { startPathProxy } from '../support/services/path-proxy.ts'
import { type Answer, root, temporaryFolder } from '../support/services/processes.ts'

interface Address {
  url: string
  groups: Example[][]
  environment: Record<string, string>
  isBehindProxy: boolean
}

/** A request in one language. */
interface Job {
  at: number
  example: Example
  group: Example[]
  address: Address
}

test('the requests on the served pages work in every language', async (t) => {
  const addresses = [await startAtPort(t), await startBehindProxy(t)]
  const jobs = addresses.flatMap((address) => {
    const sample = sampleOf(address)
    return address.groups.flatMap((group) =>
      group
        .filter((example) => isRun(example, sample.has(group), address))
        .map((example) => ({ example, group, address })),
    )
  })
  const inLanguage = (language: string): Job[] => {
    const found = jobs.filter(({ example }) => example.language === language).map((job, at) => ({ ...job, at }))
    assert.ok(found.length >= 30, `only ${found.length} requests in ${language}`)
    return found
  }
  const printed = new Map<Example, string>()
  const record = ({ example }: Job, { code, stdout, stderr }: Answer): void => {
    assert.equal(code, 0, `${example.place}: ${stderr}`)
    assert.equal(stderr, '', example.place)
    assert.notEqual(stdout.trim(), '', `${example.place} prints nothing`)
    printed.set(example, stdout.trimEnd().replaceAll(/\brec_[0-9a-f]{32}\b/g, 'rec_'))
  }
  const runPrograms = (
    language: string,
    command: (job: Job) => [program: string, ...parameters: string[]],
    cwd: string,
  ): Promise<void> =>
    runAll(inLanguage(language), async (job) => {
      const [program, ...parameters] = command(job)
      record(job, await run(program, parameters, { cwd, environment: job.address.environment }))
    })
  const runInOneProcess = async (
    language: string,
    { interpreter, extension }: { interpreter: string; extension: string },
    folder: string,
  ): Promise<void> => {
    const programs = inLanguage(language)
    const files = programs.map((job) => ({
      path: writeExample(folder, job, extension),
      environment: job.address.environment,
    }))
    for (const [at, result] of (await runTogether(interpreter, files, folder)).entries())
      record(programs[at] as Job, result)
  }

  await t.test('curl gets the status and the response on the page', async (t) => {
    const programs = findPrograms(t, 'curl')
    if (!programs) return
    await runAll(inLanguage('sh'), async ({ example, group, address }) => {
      // Each command runs in its own folder, because some write files.
      const cwd = temporaryFolder(t)
      const head = join(cwd, 'head.txt')
      const script = `curl() { '${programs.curl}' -sS -D '${head}' "$@"; }\n${example.text}`
      const { code, stdout, stderr } = await run('sh', ['-eu', '-c', script], { cwd, environment: address.environment })
      assert.equal(code, 0, `${example.place}: ${stderr}`)
      assert.notEqual(stdout, '', `${example.place} prints nothing`)
      const output = group.find(isOutput)
      const status = output?.status ?? 200
      assert.match(readFileSync(head, 'latin1'), new RegExp(`^HTTP/1\\.1 ${status} `), `${example.place}: ${stdout}`)
      if (output?.language === 'json') assertShows(JSON.parse(output.text), JSON.parse(stdout), output.place)
      else if (output) assertPrints(output, stdout.replaceAll('\r\n', '\n'))
    })
  })

  await t.test('TypeScript runs unchanged and has no type errors', async (t) => {
    const folder = temporaryFolder(t)
    installPackages(folder)
    await runInOneProcess('ts', { interpreter: process.execPath, extension: 'mts' }, folder)
    const files = inLanguage('ts').filter(({ address }) => address === addresses[0])
    await checkTypes(
      folder,
      files.map(({ at }) => join(folder, `example-${at}.mts`)),
    )
  })

  await t.test('Python runs unchanged', async (t) => {
    const programs = findPrograms(t, 'python3')
    if (!programs) return
    const folder = temporaryFolder(t)
    await runInOneProcess('python', { interpreter: programs.python3, extension: 'py' }, folder)
  })

  await t.test('PHP runs unchanged, without a warning', async (t) => {
    const programs = findPrograms(t, 'php')
    if (!programs) return
    const folder = temporaryFolder(t)
    const settings = ['-d', 'display_errors=stderr', '-d', 'error_reporting=-1', '-d', 'allow_url_fopen=1']
    await runPrograms('php', (job) => [programs.php, ...settings, writeExample(folder, job, 'php')], folder)
  })

  await t.test('Go compiles unchanged, passes its own checks and runs', async (t) => {
    const tools = findPrograms(t, 'go', 'gofmt')
    if (!tools) return
    const folder = temporaryFolder(t)
    const program = await compileGo(
      tools,
      folder,
      inLanguage('go').map(({ example }) => example.text),
    )
    await runPrograms('go', ({ at }) => [program, `${at}`], folder)
  })

  await t.test('a request prints the same in all languages', () => {
    for (const group of new Set(jobs.map(({ group }) => group))) {
      const outputs = group.filter((example) => printed.has(example))
      for (const example of outputs) {
        assert.equal(printed.get(example), printed.get(outputs[0] as Example), example.place)
      }
    }
  })

  await t.test('a program of a client or the library prints the output on the page', () => {
    const programs = jobs.filter(({ example }) => usesPackage(example))
    assert.ok(programs.length >= 50)
    for (const { example, group } of programs) {
      assert.equal(printed.get(example), group.find(isOutput)?.text.trimEnd(), example.place)
    }
  })
})

/** The operation whose response is a file. */
const binary = 'exportBanksAsXlsx'

test('the examples of the reference work in every language', async (t) => {
  const { url, live } = await startKeyedService(t)
  const reference = await (await fetch(`${url}/docs/1.0/reference`)).text()
  const examples = readReferenceExamples(reference, live, url)
  const inLanguage = (language: string): (ReferenceExample & { at: number })[] => {
    const found = examples.filter((example) => example.language === language).map((example, at) => ({ ...example, at }))
    assert.ok(found.length >= 14, `${found.length} examples in ${language}`)
    return found
  }
  const runIn = async (
    t: TestContext,
    language: string,
    command: (path: string, at: number) => [program: string, ...parameters: string[]],
    extension: string,
  ): Promise<void> => {
    const folder = temporaryFolder(t)
    await runAll(inLanguage(language), async (example) => {
      const [program, ...parameters] = command(writeReference(folder, example, extension), example.at)
      assertRan(example, await run(program, parameters, { cwd: folder }))
    })
  }
  const runTogetherIn = async (
    folder: string,
    language: string,
    { interpreter, extension }: { interpreter: string; extension: string },
  ): Promise<void> => {
    const found = inLanguage(language)
    const files = found.map((example) => ({ path: writeReference(folder, example, extension), environment: {} }))
    for (const [at, result] of (await runTogether(interpreter, files, folder)).entries())
      assertRan(found[at] as ReferenceExample, result)
  }

  await t.test('curl gets a response with the fields of the example', async (t) => {
    const programs = findPrograms(t, 'curl')
    if (!programs) return
    await runAll(inLanguage('sh'), async ({ operation, code, response }) => {
      const script = `curl() { '${programs.curl}' -sS -f "$@"; }\n${code}`
      const { code: status, stdout, stderr } = await run('sh', ['-eu', '-c', script], { cwd: temporaryFolder(t) })
      assert.equal(status, 0, `${operation}: ${stderr}`)
      if (!response?.startsWith('{')) return
      const [served, shown] = [JSON.parse(stdout), JSON.parse(response.replaceAll(/… [\d,]+ more/g, ''))]
      for (const name of Object.keys(shown)) assert.ok(name in served, `${operation}: ${name}`)
      // Lists are shortened, but their count is not.
      if (operation !== 'listChanges') assert.equal(shown.count, served.count, operation)
    })
  })
  await t.test('TypeScript', async (t) => {
    const folder = temporaryFolder(t)
    installPackages(folder)
    await runTogetherIn(folder, 'ts', { interpreter: process.execPath, extension: 'mts' })
  })
  await t.test('Python', async (t) => {
    const programs = findPrograms(t, 'python3')
    if (programs) await runTogetherIn(temporaryFolder(t), 'python', { interpreter: programs.python3, extension: 'py' })
  })
  await t.test('PHP', async (t) => {
    const programs = findPrograms(t, 'php')
    if (programs) await runIn(t, 'php', (path) => [programs.php, '-d', 'display_errors=stderr', path], 'php')
  })
  await t.test('Go', async (t) => {
    const tools = findPrograms(t, 'go', 'gofmt')
    if (!tools) return
    const program = await compileGo(
      tools,
      temporaryFolder(t),
      inLanguage('go').map(({ code }) => `${code}\n`),
    )
    await runIn(t, 'go', (_, at) => [program, `${at}`], 'go.txt')
  })
})

function assertRan({ operation, language }: ReferenceExample, { code, stdout, stderr }: Answer): void {
  assert.equal(code, 0, `${operation} in ${language}: ${stderr}`)
  assert.equal(stderr, '', `${operation} in ${language}`)
  if (operation !== binary) assert.notEqual(stdout.trim(), '', `${operation} in ${language} prints nothing`)
}

/** Behind the proxy, every tenth group of programs is enough: the URL is inserted in the same way into all of them. */
const step = 10

const sampleOf = ({ groups }: Address): Set<Example[]> =>
  new Set(groups.filter((group) => group.some(isProgram)).filter((_, at) => at % step === 0))

/** Programs of the library send no request, so they run once. */
function isRun(example: Example, isSampled: boolean, { url, isBehindProxy }: Address): boolean {
  if (!isBehindProxy) return isCurl(example) || isProgram(example)
  return example.text.includes(url) && (isCurl(example) || (isProgram(example) && isSampled))
}

async function startAtPort(t: TestContext): Promise<Address> {
  const { url, live } = await startKeyedService(t)
  return { url, groups: await readServed(url, live), environment: { PUBLIC_HASH_KEY: live }, isBehindProxy: false }
}

async function startBehindProxy(t: TestContext): Promise<Address> {
  const { url, forwardTo } = await startPathProxy(t, '/bank/lookup')
  const { port, live } = await startKeyedService(t, { baseUrl: url })
  forwardTo(port)
  return { url, groups: await readServed(url, live), environment: { PUBLIC_HASH_KEY: live }, isBehindProxy: true }
}

/** Reads the examples of the pages that a service serves as Markdown. A reader only puts in the key. */
async function readServed(url: string, key: string): Promise<Example[][]> {
  const served = readPages().map(async ({ name }) => {
    const text = await (await fetch(`${url}/docs/1.0/${name}.md`)).text()
    return readPage(name, text.replaceAll('<PUBLIC_HASH_KEY>', key)).groups
  })
  const groups = (await Promise.all(served)).flat()
  for (const { text, place } of groups.flat()) assert.ok(!text.includes('http://localhost:8080'), place)
  return groups
}

/** A line `...` at the end stands for more lines. */
function assertPrints({ text, place }: Example, stdout: string): void {
  const shown = text.endsWith('\n...\n') ? text.slice(0, -'...\n'.length) : text.trimEnd()
  assert.equal(shown === text.trimEnd() ? stdout.trimEnd() : stdout.slice(0, shown.length), shown, place)
}

/** Lets programs in the folder import the packages by their names. */
function installPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/bank-lookup'))
  installClient(folder)
}

function writeExample(folder: string, { example, at }: Job, extension: string): string {
  const path = join(folder, `example-${at}.${extension}`)
  writeFileSync(path, example.text)
  return path
}

function writeReference(folder: string, { code, at }: ReferenceExample & { at: number }, extension: string): string {
  const path = join(folder, `example-${at}.${extension}`)
  writeFileSync(path, `${code}\n`)
  return path
}

async function checkTypes(folder: string, files: string[]): Promise<void> {
  const options =
    '--noEmit --strict --noUncheckedIndexedAccess --target es2024 --module nodenext --lib es2024 --types node ' +
    // The library is TypeScript here.
    '--allowImportingTsExtensions --skipLibCheck'
  const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')]
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), ...typeRoots, ...files]
  const { code, stdout } = await run(process.execPath, tsc, { cwd: folder })
  assert.equal(code, 0, stdout)
}
