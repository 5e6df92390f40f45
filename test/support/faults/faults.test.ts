import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseAst } from 'rolldown/parseAst'
import { applyFault, findFaults, selectFaults } from './candidate-faults.ts'
import { readImportGraph } from './import-graph.ts'

const root = resolve(import.meta.dirname, '../../..')

const faultsIn = (text: string): string[] =>
  findFaults('src/a.ts', text).map(({ fault }) => `${fault.kind}: ${applyFault(text, fault)}`)

test('operators, conditions and constants are changed', () => {
  assert.deepEqual(faultsIn('f(a < b)'), ['operator: f(a <= b)'])
  assert.deepEqual(faultsIn('if (a) b()'), ['condition: if (true) b()', 'condition: if (false) b()'])
  assert.deepEqual(faultsIn('f(/* é😀 */ 9, true)'), [
    'constant: f(/* é😀 */ 10, true)',
    'constant: f(/* é😀 */ 9, false)',
  ])
  assert.deepEqual(faultsIn('f((a || b) && c)'), [
    'operator: f((a || b) || c)',
    'condition: f((a || b))',
    'condition: f(c)',
    'operator: f((a && b) && c)',
  ])
})

test('strings, types and keys are left alone', () => {
  assert.deepEqual(faultsIn("const a: 1 | true = b as 2; type C = 3; f('x' + y, { 4: z }, p ?? q)"), [])
  assert.deepEqual(faultsIn('const a = b.length + c as 2'), ['operator: const a = b.length - c as 2'])
})

test('a file with a fault still parses', () => {
  for (const file of ['src/identifiers/iban.ts', 'src/http/responses/send-response.ts', 'src/bin/start.js']) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const { fault } of findFaults(file, text)) parseAst(applyFault(text, fault), { lang: 'ts' })
  }
})

test('a change elsewhere does not change the selected faults', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const names = Array.from({ length: 20 }, (_, at) => `src/${at}.ts`)
  for (const name of names) write(name, `f(a < b)\nif (c) d(1)\n`)
  const select = (seed: string) =>
    selectFaults(folder, { seed, count: 5 }).map(({ file, code, after }) => [file, code, after])
  const selected = select('1')
  assert.equal(new Set(selected.map(([file]) => file)).size, 5)
  assert.notDeepEqual(select('2'), selected)
  for (const name of names) write(name, `// A comment.\nf(a < b)\nif (c) d(1)\n`)
  assert.deepEqual(select('1'), selected)
})

test('the unit test of a file comes first, and tests that run it in a process or a browser are found', () => {
  const { testsOf, isBuilt } = readImportGraph(root)
  assert.equal(testsOf('src/identifiers/iban.ts')[0], 'src/identifiers/iban.test.ts')
  assert.ok(testsOf('src/bin/server/first-process.ts').includes('test/operations/workers.test.ts'))
  assert.ok(testsOf('src/dataset/load/load-thread.ts').includes('src/dataset/load/background-loader.test.ts'))
  const [first] = testsOf('src/site/client/explorer/keyboard.ts')
  assert.match(first ?? '', /^test\/site\/explorer-.*browser\.test\.ts$/)
  assert.match(testsOf('packages/picker/src/combobox.ts')[0] ?? '', /^test\/picker\//)
  assert.ok(isBuilt('src/site/client/explorer/keyboard.ts') && isBuilt('packages/picker/src/combobox.ts'))
  assert.ok(!isBuilt('src/http/http-server.ts'))
})
