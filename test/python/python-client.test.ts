/** The Python client: its own tests against the real service, its types, and its package. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { generatePythonTypes } from '../../packages/python/tools/generate-python-types.ts'
import { run } from '../support/examples.ts'
import { findPrograms, testWith } from '../support/programs.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { root, temporaryFolder } from '../support/services/processes.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const project = join(root, 'packages/python')
const sources = join(project, 'src/bank_lookup_client')

/** Without the files that Python writes beside the modules. */
const environment = { PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: join(project, 'src') }

/** With what mypy found out about the standard library. */
const mypyCache = temporaryFolder(wholeProcess)

/** Runs a program that must succeed, and returns what it prints. */
async function succeed(program: string, parameters: string[], cwd: string, more = {}): Promise<string> {
  const { code, stdout, stderr } = await run(program, parameters, { cwd, environment: { ...environment, ...more } })
  assert.equal(code, 0, stdout + stderr)
  return stdout + stderr
}

/** Builds the wheel and the sdist from the project, and returns their paths. */
async function build(t: TestContext, hatchling: string, from = project): Promise<{ wheel: string; sdist: string }> {
  const out = temporaryFolder(t)
  await succeed(hatchling, ['build', '-d', out], from)
  const names = readdirSync(out).toSorted()
  assert.deepEqual(names, ['bank_lookup_client-1.0.0-py3-none-any.whl', 'bank_lookup_client-1.0.0.tar.gz'])
  const [wheel = '', sdist = ''] = names.map((name) => join(out, name))
  return { wheel, sdist }
}

test('the committed types are those of the OpenAPI description', async () => {
  const committed = readFileSync(join(sources, 'types.py'), 'utf8')
  assert.equal(committed, await generatePythonTypes(), 'run `npm run build:python`')
})

testWith('python3')('the client passes its own tests, against the real service', async (t, { python3 }) => {
  const { url, live } = await startKeyedService(t)
  const parameters = ['-m', 'unittest', 'discover', '--top-level-directory', '.', '--start-directory', 'tests']
  const output = await succeed(python3, parameters, project, { BANK_LOOKUP_URL: url, BANK_LOOKUP_KEY: live })
  const [, count] = /^Ran (\d+) tests in .*\n\nOK$/m.exec(output) ?? assert.fail(output)
  assert.ok(Number(count) >= 45, output)
})

testWith('python3')('the client needs nothing but the standard library', async (_, { python3 }) => {
  const program = `import sys; sys.path.insert(0, ${JSON.stringify(join(project, 'src'))}); import bank_lookup_client`
  await succeed(python3, ['-I', '-S', '-c', program], project)
})

testWith('mypy')('the client and its tests have no type errors, also for Python 3.9', async (_, { mypy }) => {
  await succeed(mypy, ['--cache-dir', mypyCache], project)
})

testWith('hatchling')('a build writes the same files each time, also from the sdist', async (t, { hatchling }) => {
  const [first, second] = [await build(t, hatchling), await build(t, hatchling)]
  const folder = temporaryFolder(t)
  await succeed('tar', ['-xf', first.sdist, '--strip-components=1'], folder)
  const third = await build(t, hatchling, folder)
  for (const kind of ['wheel', 'sdist'] as const) {
    const bytes = readFileSync(first[kind])
    assert.ok(bytes.equals(readFileSync(second[kind])), kind)
  }
  assert.ok(readFileSync(first.wheel).equals(readFileSync(third.wheel)))
  assert.equal(readFileSync(join(folder, 'LICENSE'), 'utf8'), readFileSync(join(root, 'LICENSE'), 'utf8'))
})

/** A program of a user who checks types strictly. */
const typed = `
from typing import List, Optional
from bank_lookup_client import BankLookup, BankLookupError, Update
from bank_lookup_client.types import Bank, Reading

client = BankLookup("http://localhost:8080", timeout=None)
banks: List[Bank] = client.list_banks("ng", has="ng_nip", sort="prominence")["banks"]
codes: List[str] = banks[0]["codes"]["ng_nip"]
name: str = client.list_banks("ng", fields=["name"])["banks"][0]["name"]
reading: Reading = client.resolve("058")["readings"][0]
bic: Optional[str] = reading["bic"]
since: Optional[str] = client.resolve("058", fields=["id"])["readings"][0]["banks"][0]["since"]
for result in client.check_accounts([{"fields": {"bank": "044"}}], country="ng", method="ng_nuban"):
    print(result["error"] if "error" in result else result["verdict"])
updates: List[Update] = list(client.sync(country="gh"))
try:
    client.search("x", has="a_new_scheme", type=["commercial_bank", "a_new_type"])
except BankLookupError as error:
    print(error.code == "a_new_code", error.status)
reveal_type(client.list_banks("ng")["banks"][0]["website"])
client.search("x", status="size")
client.search("x", contry="ng")
banks[0]["nmae"]
`
const findings = [
  /note: Revealed type is "(?:Union\[builtins\.str, None\]|str \| None)"$/m,
  /error: Argument "status" to "search" .*"Literal\['size'\]"; expected/,
  /error: Unexpected keyword argument "contry" /,
  /error: TypedDict "Bank" has no key "nmae"/,
]

test('the wheel installs without a network, and has its types', async (t) => {
  const programs = findPrograms(t, 'hatchling', 'python3', 'mypy')
  if (!programs) return
  const { url } = await startKeyedService(t)
  const { wheel } = await build(t, programs.hatchling)
  const folder = temporaryFolder(t)
  await succeed(programs.python3, ['-m', 'venv', '--without-pip', 'env'], folder)
  const python = join(folder, 'env/bin/python')
  const own = { PYTHONPATH: '' }
  const printFolder = 'import sysconfig; print(sysconfig.get_path("purelib"), end="")'
  const packages = await succeed(python, ['-c', printFolder], folder, own)
  // The standard library cannot install a wheel, but to install one without programs is to unpack it.
  await succeed(python, ['-m', 'zipfile', '-e', wheel, packages], folder, own)

  const readme = readFileSync(join(project, 'README.md'), 'utf8')
  const [, program = '', output] = /^```python\n(.*?)^```\n\n```text\n(.*?)^```$/ms.exec(readme) ?? []
  writeFileSync(join(folder, 'readme.py'), program.replace('http://localhost:8080', url))
  assert.equal(await succeed(python, ['readme.py'], folder, own), output)

  mkdirSync(join(folder, 'user'))
  writeFileSync(join(folder, 'user/typed.py'), typed)
  const options = ['--strict', '--python-version', '3.9', '--cache-dir', mypyCache]
  const parameters = [...options, '--python-executable', python, 'typed.py']
  const { stdout, stderr } = await run(programs.mypy, parameters, { cwd: join(folder, 'user') })
  for (const finding of findings) assert.match(stdout, finding, stderr)
  assert.equal(stdout.match(/: error: /g)?.length, 3, stdout)
})
