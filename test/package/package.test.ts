/** The npm package, packed and installed into an empty folder: service, command line and library on Node 22 and 24. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { call, connectCommand, documentedConfigs } from '../mcp/mcp-client.ts'
import { type Small, small, writeFolder } from '../support/data/small-data.ts'
import { readPages } from '../support/examples.ts'
import { openEditor } from '../support/packages/editor.ts'
import { installedBytes, installPackage, node22, pathWith } from '../support/packages/installed-package.ts'
import { cachedBuild } from '../support/packages/package-cache.ts'
import { createPackageUser, homeWith, type PackageUser } from '../support/packages/package-user.ts'
import { checkProgram, testWith } from '../support/programs.ts'
import { root, temporaryFolder } from '../support/services/processes.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const { folder, tarball, npmSettings } = await installPackage(wholeProcess)
const installed = join(folder, 'node_modules/bank-lookup')
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

/** The first user fills the cache, and the others find it in their home folders. */
const cache = temporaryFolder(wholeProcess)
const createUser = (t: TestContext, node: string): PackageUser =>
  createPackageUser(t, folder, node, { cache, settings: { PRELOAD: 'off' } })

const callChecks = `const { passed } = checks.checkClabe('002010000000000001')
console.log(passed, checks.checkIban('DE98370400440532013000').reason)`

// Each version runs one mode of MCP; test/mcp/stdio.test.ts runs both.
for (const [version, node, mode, test] of [
  ['22', node22, 'auto', testWith('node22')],
  ['24', process.execPath, 'legacy', testWith()],
] as const) {
  test(`on Node ${version}, bank-lookup start serves the API and the pages, with the memory settings of npm start`, async (t) => {
    const user = createUser(t, node)
    const { child, stdout, stderr, ended } = await user.start(['bank-lookup', 'start'], / at http:\S+\n/)
    const url = / at (http:\S+)/.exec(stdout)?.[1]
    const get = async (path: string, init?: RequestInit): Promise<string> => {
      const response = await fetch(`${url}${path}`, init)
      assert.equal(response.status, 200, path)
      return response.text()
    }
    assert.match(await get('/v1/search?q=gtb&country=ng'), /"id":"ng-gtbank"/)
    assert.match(await get('/v1/banks?country=ng'), /"code":"058"/)
    const resolve = { method: 'POST', headers: { 'content-type': 'application/json' } }
    assert.match(
      await get('/v1/resolve', { ...resolve, body: '{"identifier":"GB29NWBK60161331926819"}' }),
      /"verdict":"(?:valid|possible)"/,
    )
    assert.match(await get('/docs/1.0/search'), /<h1>Search<\/h1>/)
    const mcp = await fetch(`${url}/mcp`, { ...resolve, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })
    assert.deepEqual([mcp.status, mcp.headers.get('error-code')], [501, 'mcp_not_installed'])
    const page = await get('/', { headers: { accept: 'text/html' } })
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? []
    assert.match(await get(script), /\w/)

    if (checkProgram('proc').problem === undefined) {
      const commandLine = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
      assert.match(commandLine, /--max-semi-space-size=4\0--heap-growing-percent=20\0/)
      assert.match(readFileSync(`/proc/${child.pid}/environ`, 'utf8'), /MALLOC_ARENA_MAX=2/)
    }
    assert.ok(existsSync(join(user.home, '.local/share/bank-lookup/bank-lookup.sqlite')))
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
    assert.ok(existsSync(join(user.home, '.cache/bank-lookup', manifest.version, 'compile-cache')))
    for (const line of stderr().trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
  })

  test(`on Node ${version}, the command line searches, resolves, and uses the embedded store`, async (t) => {
    const user = createUser(t, node)
    assert.match(await user.print(['bank-lookup', 'search', 'gtb', '--country', 'ng']), /GTBank +058/)
    assert.match(await user.print(['bank-lookup', 'resolve', '--country', 'ng'], '058\n'), /GTBank/)
    assert.match(
      await user.print(['bank-lookup', '--version']),
      new RegExp(`${manifest.version}[\\s\\S]*\\d{4}-\\d\\d-\\d\\d`),
    )
    const issue = ['bank-lookup', 'keys', 'issue', '--mode', 'demo', '--name', 'x']
    const { stderr, ...issued } = await user.run(issue)
    assert.deepEqual({ code: issued.code, stderr }, { code: 0, stderr: `Created the folder ${user.home}/.local.\n` })
    assert.match(issued.stdout, /^blk_demo_/)
    assert.match(await user.print(issue), /^blk_demo_/)
  })

  test(`on Node ${version}, the library is imported, and required from CommonJS`, async (t) => {
    const user = createUser(t, node)
    const use = `openDirectory({ countries: ['ng'] }).then((directory) =>
      console.log(directory.search('gtb')[0].id, directory.resolve('058').readings[0].banks[0].id))`
    writeFileSync(join(folder, 'use.mjs'), `import { openDirectory } from 'bank-lookup'\n${use}`)
    writeFileSync(join(folder, 'use.cjs'), `const { openDirectory } = require('bank-lookup')\n${use}`)
    for (const file of ['use.mjs', 'use.cjs'])
      assert.equal(
        await user.print(['node', '--disable-warning=ExperimentalWarning', file]),
        'ng-gtbank ng-gtbank\n',
        file,
      )
  })

  test(`on Node ${version}, the checks are imported, and required from CommonJS`, async (t) => {
    const user = createUser(t, node)
    writeFileSync(join(folder, 'check.mjs'), `import * as checks from 'bank-lookup/checks'\n${callChecks}`)
    writeFileSync(join(folder, 'check.cjs'), `const checks = require('bank-lookup/checks')\n${callChecks}`)
    for (const file of ['check.mjs', 'check.cjs'])
      assert.equal(await user.print(['node', '--disable-warning=ExperimentalWarning', file]), 'true checksum\n', file)
  })

  test(`on Node ${version}, bank-lookup mcp names the package that it needs`, async (t) => {
    const { code, stdout, stderr } = await createUser(t, node).run(['bank-lookup', 'mcp'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(
      stderr,
      'bank-lookup: MCP needs the package @modelcontextprotocol/server; install it next to bank-lookup.\n',
    )
  })

  test(`on Node ${version}, an agent starts the command as the documentation says, and calls a tool`, async (t) => {
    const [local] = documentedConfigs().filter(({ config }) => config.command === 'npx')
    const { command = '', args = [] } = local?.config ?? {}
    const PATH = [pathWith(temporaryFolder(t), node), process.env.PATH].join(delimiter)
    const env = { ...npmSettings, PATH, HOME: homeWith(t, cache) }
    const client = await connectCommand(t, mode, { command, args, cwd: temporaryFolder(t), env })
    assert.equal(client.getServerVersion()?.version, manifest.version)
    const { text, isError } = await call(client, 'search_banks', { query: 'gtb', country: 'ng' })
    assert.equal(isError, false, text)
    assert.match(text, /"id":"ng-gtbank"/)
    const { contents } = await client.readResource({ uri: 'docs://errors' })
    assert.match(JSON.stringify(contents), /mcp_not_installed/)
  })
}

test('the commands of the Containerfile for the package fill the cache and start the service', async (t) => {
  const examples = readPages().flatMap(({ groups }) => groups.flat())
  const { text } = examples.find(({ language }) => language === 'dockerfile') ?? assert.fail()
  const copied = basename(tarball)
  assert.ok(text.includes(`\nCOPY ${copied} ./\nRUN npm install ./${copied}\n`))
  assert.ok(Number(/^FROM .*\/node:(\d+)-/m.exec(text)?.[1]) >= 24)
  const wordsOf = (pattern: RegExp): string[] => JSON.parse(pattern.exec(text)?.[1] ?? assert.fail(String(pattern)))
  const parts = [...wordsOf(/^ENTRYPOINT (.+)$/m), ...wordsOf(/^CMD (.+)$/m)]
  const [, fill = ''] = /^RUN (node_modules\/.+)$/m.exec(text) ?? []

  const container = temporaryFolder(t)
  const [, line = ''] = /^ENV (.+)$/m.exec(text) ?? []
  const settings = Object.fromEntries(line.split(' ').map((word) => word.replace('/var/', `${container}/`).split('=')))
  // The user of the container can create no folder in /var.
  const folders = '/var/lib/bank-lookup /var/cache/bank-lookup'
  assert.ok(text.includes(`\nRUN mkdir ${folders} && chown node ${folders}\nUSER node\n`))
  for (const name of folders.split(' ')) mkdirSync(name.replace('/var', container), { recursive: true })
  const user = createPackageUser(t, folder, process.execPath, { settings: { ...settings, PRELOAD: 'off' } })
  await user.print(fill.split(' '))
  const filled = readdirSync(join(container, 'cache/bank-lookup', manifest.version)).toSorted()
  assert.ok(
    filled.some((name) => name.startsWith('indexes-')),
    String(filled),
  )
  const { child, stdout, ended } = await user.start(parts, / at http:\S+\n/)
  const url = / at (http:\S+)/.exec(stdout)?.[1]
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.deepEqual(readdirSync(join(container, 'cache/bank-lookup', manifest.version)).toSorted(), filled)
  assert.deepEqual(readdirSync(join(container, 'lib/bank-lookup')), ['bank-lookup.sqlite'])
  assert.deepEqual(readdirSync(user.home), [])
})

test('a bundle has only the checks that the program imports', async () => {
  const main = join(folder, 'one-check.mjs')
  writeFileSync(main, `export { checkBic } from 'bank-lookup/checks'`)
  const bundle = await rolldown({ input: main, platform: 'browser' })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  assert.deepEqual([output.length, output[0].imports], [1, []])
  assert.match(output[0].code, /a BIC/)
  assert.doesNotMatch(output[0].code, /an IBAN|a CLABE/)
})

test('the examples in the README print what it says, and its links lead to files of the package', async (t) => {
  const user = createUser(t, process.execPath)
  const readme = readFileSync(join(installed, 'README.md'), 'utf8')
  const examples = [...readme.matchAll(/```(sh|js)\n([^`]+)```\n\n```text\n([^`]+)```/g)]
  assert.equal(examples.length, 3)
  for (const [, language, code = '', output] of examples) {
    writeFileSync(join(folder, 'example.mjs'), code)
    const words = language === 'js' ? ['node', 'example.mjs'] : code.trim().split(' ').slice(1)
    assert.equal(await user.print(words), output)
  }
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  assert.deepEqual(
    links.filter((link) => !existsSync(join(installed, link))),
    [],
  )
})

test('without the package of the curation tools, data lint says how to get it, and the help lists all commands', async (t) => {
  const user = createUser(t, process.execPath)
  const { code, stdout, stderr } = await user.run(['bank-lookup', 'data', 'lint', '--fix'])
  assert.deepEqual([code, stdout], [1, ''])
  assert.equal(
    stderr,
    'bank-lookup: This command needs the package bank-lookup-curation; install it next to bank-lookup, or run it in a clone.\n',
  )
  assert.match(await user.print(['bank-lookup', 'help']), /^ {2}data lint +This command needs the package/m)
  assert.match(await user.print(['bank-lookup', 'data', 'check']), /^The data is valid: \d+ banks, /)
})

/** A list whose facts an export leaves out by default. */
const restricted = { ...small().sources[0], id: 'a-restricted', redistribution: 'restricted' }

for (const [version, node, test] of [
  ['22', node22, testWith('node22')],
  ['24', process.execPath, testWith()],
] as const) {
  test(`on Node ${version}, an export needs the curation tools only if it has to leave out facts`, async (t) => {
    const parent = temporaryFolder(t)
    const exportOf = (data: Small, out: string): Promise<{ code: number; stderr: string }> => {
      const settings = { DATA_DIR: writeFolder(t, data) }
      const user = createPackageUser(t, folder, node, { cache, settings })
      return user.run(['bank-lookup', 'export', '--out', join(parent, out)])
    }
    const { code, stderr } = await exportOf(small(), 'open')
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok(existsSync(join(parent, 'open/banks.sqlite')))
    const failed = await exportOf({ ...small(), sources: [...small().sources, restricted] }, 'restricted')
    assert.equal(failed.code, 1)
    assert.equal(
      failed.stderr,
      'bank-lookup: The data has facts whose terms are restricted. To leave them out, this command needs the package bank-lookup-curation; ' +
        'install it next to bank-lookup, or run it in a clone. To export them too, add --with restricted.\n',
    )
    assert.deepEqual(readdirSync(parent), ['open'])
  })
}

test('with the package of the curation tools, data lint finds no problem in the data of the package, and an export leaves out facts', async (t) => {
  const tools = JSON.parse(readFileSync(join(root, 'packages/curation/package.json'), 'utf8'))
  assert.deepEqual([tools.version, tools.peerDependencies], [manifest.version, { 'bank-lookup': manifest.version }])
  const env = { PATH: process.env.PATH, HOME: temporaryFolder(t), ...npmSettings }
  const packed = await cachedBuild('bank-lookup-curation', (out) =>
    execFileSync('npm', ['pack', '-w', 'packages/curation', '--pack-destination', out], {
      cwd: root,
      env,
      stdio: 'pipe',
    }),
  )
  const both = join(temporaryFolder(t), 'both')
  cpSync(folder, both, { recursive: true, verbatimSymlinks: true })
  const file = join(packed, `${tools.name}-${tools.version}.tgz`)
  // The registry is in this process, so it must not wait.
  await promisify(execFile)('npm', ['install', file], { cwd: both, env })
  const user = createPackageUser(t, both, process.execPath, { cache })
  assert.match(await user.print(['bank-lookup', 'data', 'lint']), /^No problems \(\d+ banks, /)
  const settings = { DATA_DIR: writeFolder(t, { ...small(), sources: [...small().sources, restricted] }) }
  const exporter = createPackageUser(t, both, process.execPath, { cache, settings })
  const out = join(temporaryFolder(t), 'public')
  assert.match(
    await exporter.print(['bank-lookup', 'export', '--out', out]),
    /no facts whose terms are unclear or restricted/,
  )
})

testWith('node22')('on an older Node, the program and the library name the version that they need', async (t) => {
  const user = createUser(t, node22)
  const older = `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "22.11.1" });delete Map.groupBy`
  // Before Node 22.12, `require` does not load ES modules.
  const run = (file: string) => user.run(['node', '--no-experimental-require-module', '--import', older, file])
  writeFileSync(join(folder, 'old.mjs'), `import { openDirectory } from 'bank-lookup'`)
  writeFileSync(join(folder, 'old.cjs'), `const { openDirectory } = require('bank-lookup')`)
  for (const file of [join(installed, 'lib/bin/bank-lookup.js'), 'old.mjs', 'old.cjs']) {
    const { code, stderr } = await run(file)
    assert.equal(code, 1)
    assert.match(stderr, /^(?:Error: )?bank-lookup requires Node 22\.16 or later; this is Node 22\.11\.1/m, file)
  }
  assert.equal(manifest.engines.node, '>=22.16')
})

test('the entry of the library imports no module that an older Node can lack', () => {
  const reached = new Set([join(installed, 'lib/library/index.js')])
  for (const file of reached) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b(?:[^'\n]* from)? '([^']+)'/gm,
    )) {
      if (path === 'node:fs') continue
      assert.ok(path.startsWith('.'), `${file} imports ${path}`)
      reached.add(join(dirname(file), path))
    }
  }
  assert.equal(reached.size, 5)
})

test('the installation has at most 60 MB and runs no script', () => {
  const bytes = installedBytes(folder)
  assert.ok(bytes <= 60 * 1024 * 1024, `${Math.round(bytes / 1024 / 1024)} MB`)
  assert.ok(bytes > 5 * 1024 * 1024)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('/package.json'))) {
    const { scripts = {} } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    for (const script of ['preinstall', 'install', 'postinstall']) assert.ok(!(script in scripts), name)
  }
  assert.deepEqual(
    Object.keys(manifest).filter((key) => /scripts|private|optional|dev/i.test(key)),
    [],
  )
})

test('the package of MCP is an optional peer, which npm does not install', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sdk = '@modelcontextprotocol/server'
  assert.deepEqual(manifest.peerDependencies, { [sdk]: `^${dependencies[sdk]}` })
  assert.deepEqual(manifest.peerDependenciesMeta, { [sdk]: { optional: true } })
  assert.ok(!(sdk in manifest.dependencies))
  assert.ok(!existsSync(join(folder, 'node_modules', sdk)))
})

test('the package has the terms of its data, no tests and no TypeScript', () => {
  const names = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  for (const name of [
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'data/LICENSE.md',
    'docs/site/llms.txt',
    'news/README.md',
  ])
    assert.ok(names.includes(name), name)
  assert.deepEqual(
    names.filter((name) => /\.test\.|fixtures|vectors|(?<!\.d)\.ts$/.test(name)),
    [],
  )
  const sources = JSON.parse(readFileSync(join(installed, 'data/sources.json'), 'utf8')) as { redistribution: string }[]
  assert.deepEqual([...new Set(sources.map(({ redistribution }) => redistribution))].sort(), ['attribution', 'open'])
})

const tool = (name: string): string => join(root, 'test/tools/node_modules/.bin', name)

test('publint and attw report no problem', async (t) => {
  const user = createUser(t, process.execPath)
  assert.match(await user.print([tool('publint'), 'run', tarball, '--strict']), /All good!/)
  // The file for `require` checks the version of Node and returns the ES module, so the types of that module are right.
  const options = ['--profile', 'esm-only', '--ignore-rules', 'false-esm', '--format', 'json']
  const { analysis } = JSON.parse(await user.print([tool('attw'), tarball, ...options])) as {
    analysis: { problems: { kind: string; resolutionKind?: string }[] }
  }
  // CommonJS needs the dynamic import or a Node that can require modules, which all supported versions can.
  const ignored = ['node10', 'node16-cjs']
  assert.deepEqual(
    analysis.problems.filter(
      ({ kind, resolutionKind = '' }) => kind !== 'FalseESM' && !ignored.includes(resolutionKind),
    ),
    [],
  )
})

const program = `import { type Bank, type BankDetail, type FoundBank, type Resolved, LookupError, openDirectory } from 'bank-lookup'
import type { AccountToCheck, ExplainedBank, Explanation } from 'bank-lookup'
import { type Check, checkIban, checkNuban, ibanParts } from 'bank-lookup/checks'
const check: Check = checkIban('DE89370400440532013000')
export const reason: string | undefined = check.passed ? undefined : check.reason
export const code: string | undefined = ibanParts(check.canonical).bank_code
export const checked: boolean | null = checkNuban('0000014579', '011').accountChecked
const directory = await openDirectory({ countries: ['ng'] })
const banks: Bank[] = directory.listBanks('ng', { status: 'active' })
const found: FoundBank | undefined = directory.search('gtb', { limit: 1 })[0]
const detail: BankDetail | undefined = directory.findBank('ng-gtbank')
export const texts: (string | null | undefined)[] = [banks[0]?.name, found?.matched.text, detail?.bic]
const resolved: Resolved = directory.resolve('058')
export const id: string | undefined = resolved.readings[0]?.banks[0]?.id
const explained: ExplainedBank | undefined = directory.search('gtb', { explain: true })[0]
export const explanation: Explanation | null | undefined = explained?.explanation
export const account: AccountToCheck = { country: 'ng', method: 'ng_bank', fields: {} }
// Later versions may add bank types.
export const isNew: boolean = detail?.type === 'a_new_type'
export const isUnknown = (error: unknown): boolean => error instanceof LookupError
// @ts-expect-error: an option with a typo
directory.listBanks('ng', { types: ['comercial_bank'] })
// @ts-expect-error: a text is required
directory.search(5)
// @ts-expect-error: there is no such field
export const missing = detail?.nam
`

for (const [version, compiler] of [
  ['5.9', join(root, 'test/tools/node_modules/typescript/bin/tsc')],
  ['7', join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')],
] as const) {
  test(`a program with the library compiles with TypeScript ${version}, without the types of Node`, () => {
    const project = join(folder, `typescript-${version}`)
    mkdirSync(project)
    writeFileSync(join(project, 'program.ts'), program)
    const options = {
      module: 'nodenext',
      strict: true,
      skipDefaultLibCheck: true,
      noEmit: true,
      types: [],
      target: 'es2022',
      lib: ['es2022'],
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.ts'] }))
    for (const more of [[], ['--module', 'esnext', '--moduleResolution', 'bundler']])
      execFileSync(process.execPath, [compiler, '-p', project, ...more], { encoding: 'utf8' })
  })
}

test('editors show the description of each field, and the names of the types', () => {
  const text = `import { openDirectory, type Reading } from 'bank-lookup'
    const directory = await openDirectory()
    const bank = directory.listBanks('ng')[0]!
    const found = directory.search('gtb')[0]!
    const checked = directory.checkAccount({ country: 'ng', method: 'ng_bank', fields: {} })
    const reading: Reading = directory.resolve('058').readings[0]!
    export const values = [bank.code_scheme, found.confidence, reading.note, reading.banks[0]!.relation,
      checked.account_checked, checked.fields.account_number?.verdict, directory.findBank('x')?.code_details[0]?.used_for]`
  const hover = openEditor(folder, text)
  for (const field of [
    'bank.code_scheme',
    'found.confidence',
    'reading.note',
    'banks[0]!.relation',
    'checked.account_checked',
    'account_number?.verdict',
    '?.code_details',
    '[0]?.used_for',
  ])
    assert.match(hover(field).documentation, /^[A-Z`].{20,}\.$/s, field)
  assert.match(hover('directory.listBanks').signature, /: Bank\[\]$/)
  assert.match(hover('directory.search').signature, /: ExplainedBank\[\]$/)
  assert.match(hover('directory.resolve').signature, /: Resolved$/)
  assert.match(hover('const bank').signature, /: Bank$/)
})

test('npm pack in the repository says how to build the package', () => {
  assert.throws(
    () => execFileSync('npm', ['pack', '--dry-run'], { cwd: root, stdio: 'pipe', encoding: 'utf8' }),
    /npm run build && npm pack \.\/dist/,
  )
})
