/** Declares a test for each program on machines where the programs are missing or broken, in processes of their own. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Program, programs } from './programs.ts'
import { root, temporaryFolder } from './services/processes.ts'

interface Row extends Program {
  name: string
  files: string[]
}

/** The programs that can be missing: those that are searched for. */
const rows = Object.entries<Program>(programs)
  .map(([name, program]): Row => ({ files: [name], ...program, name }))
  .filter(({ files }) => !files.some((file) => file.startsWith('/')))

const declaration = `
import { programs, testWith } from ${JSON.stringify(new URL('programs.ts', import.meta.url))}
for (const name of Object.keys(programs)) testWith(name)(name, () => {})
`

/** Searches for programs in these folders only. Returns the results of the tests as lines of TAP. */
async function runTests(folders: string, settings: Record<string, string> = {}): Promise<string[]> {
  const parameters = ['--test-reporter=tap', '--input-type=module', '--eval', declaration]
  const env = { PATH: folders, PROGRAM_FOLDERS: '', ...settings }
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, parameters, { env }, (_, stdout) => resolve(stdout))
  })
  const results = output.match(/^(?:not )?ok .*$/gm) ?? []
  assert.equal(results.length, Object.keys(programs).length, output)
  return results
}

/** Returns a folder in which each program is a shell script. */
function folderOfScripts(t: TestContext, scriptOf: (file: string) => string): string {
  const folder = temporaryFolder(t)
  for (const file of rows.flatMap(({ files }) => files))
    writeFileSync(join(folder, file), `#!/bin/sh\n${scriptOf(file)}\n`, { mode: 0o755 })
  return folder
}

/** Asserts that the test of each row is skipped with exactly this sentence. */
function assertSkipped(results: string[], sentenceOf: (row: Row) => string): void {
  for (const row of rows) {
    const result = results.find((line) => line.includes(` - ${row.name} # `)) ?? assert.fail(row.name)
    assert.equal(result.replace(/^ok \d+ - /, ''), `${row.name} # SKIP ${sentenceOf(row)}`)
  }
  assert.deepEqual(
    results.filter((line) => line.startsWith('not ok')),
    [],
  )
}

const missing = ({ name, needs = name, package: debian }: Row): string =>
  `This test needs ${needs}, which is missing here: install the Debian package ${debian}.`

test('without a program, a test is skipped and says which package to install', async (t) => {
  assertSkipped(await runTests(temporaryFolder(t)), missing)
})

test('without a program, a test fails in CI', async (t) => {
  const results = await runTests(temporaryFolder(t), { CI: 'true' })
  const failed = results.flatMap((line) => /^not ok \d+ - (\w+)$/.exec(line)?.[1] ?? [])
  assert.deepEqual(
    failed,
    rows.map(({ name }) => name),
  )
})

/** Versions that are too old. */
const oldVersions: Record<string, string> = {
  'chromium-headless-shell': 'Chromium 90.0.4430.212 built on Debian 10.9, running on Debian 10.9',
  curl: 'curl 7.64.0 (x86_64-pc-linux-gnu) libcurl/7.64.0',
  'firefox-esr': 'Mozilla Firefox 78.15.0esr',
  go: 'go version go1.11.6 linux/amd64',
  haproxy: 'HA-Proxy version 1.8.19-1+deb10u3 2020/08/01',
}

for (const [state, scriptOf] of Object.entries<(file: string) => string>({
  'that fails': () => 'exit 1',
  'that is too old or prints nonsense': (file) => `echo '${oldVersions[file] ?? 'works 42'}'`,
  // One is enough: each takes the whole time limit.
  'that hangs': (file) => (file === 'php' ? 'exec sleep 600' : 'exit 1'),
})) {
  test(`with a program ${state}, a test is skipped, also if there is another one later on the path`, async (t) => {
    const folder = folderOfScripts(t, scriptOf)
    const path = [folder, process.env.PATH].join(delimiter)
    assertSkipped(await runTests(path, { PROGRAM_TIMEOUT_MS: '1000' }), (row) =>
      missing(row).replace(', which is missing here:', `, and ${join(folder, row.files[0] ?? '')} does not work:`),
    )
  })
}

/** A file for each kind of need, and what it needs. */
const realTests = {
  'test/site/quickstart-browser.test.ts': 'chromium',
  'test/operations/postgres-store.test.ts': 'PostgreSQL',
  'test/api/bank-files.test.ts': 'python3',
}

test('test files pass where every program is broken', async (t) => {
  const folder = folderOfScripts(t, () => 'exit 1')
  // Without the variable by which a test runner knows that it runs inside another one.
  const { NODE_TEST_CONTEXT, ...inherited } = process.env
  const env = { ...inherited, CI: '', PATH: [folder, process.env.PATH].join(delimiter) }
  const parameters = ['--test', '--test-reporter=tap', ...Object.keys(realTests)]
  const { error, stdout } = await new Promise<{ error: Error | null; stdout: string }>((resolve) => {
    execFile(process.execPath, parameters, { cwd: root, env }, (error, stdout) => resolve({ error, stdout }))
  })
  assert.equal(error, null, stdout)
  for (const name of Object.values(realTests))
    assert.match(stdout, new RegExp(`# SKIP This test needs ${name}.* does not work: install the Debian package`))
})

/** Every machine has these, except `stress-ng`, which only `npm run test:busy` starts, and `git`: tests that start it check for it. */
const alwaysThere = new Set(['chmod', 'cp', 'git', 'id', 'mkfifo', 'npm', 'sh', 'sha256sum', 'stress-ng', 'tar'])

test('no test starts another program by its name', () => {
  const exclude = ['**/node_modules/**']
  for (const file of globSync(['test/**/*.ts', '{src,packages}/**/*.test.ts'], { cwd: root, exclude })) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'([\w.-]+)'/g))
      assert.ok(alwaysThere.has(name), `${file} starts ${name}, which is not in test/support/programs.ts`)
  }
})
