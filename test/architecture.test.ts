import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'src')

/** Which rooms a room may import from; a new one needs a line here. */
const rooms: Record<string, string[]> = {
  identifiers: [],
  directory: ['identifiers'],
  dataset: ['directory', 'identifiers'],
  curate: ['dataset', 'directory', 'identifiers'],
  ipc: [],
  keys: [],
  store: ['ipc', 'keys'],
  limits: ['ipc'],
  metrics: ['ipc'],
  site: ['directory'],
  http: ['directory', 'identifiers', 'keys', 'limits', 'metrics', 'site', 'store'],
  'config.ts': [],
  bin: [
    'config.ts',
    'curate',
    'dataset',
    'directory',
    'http',
    'identifiers',
    'ipc',
    'keys',
    'limits',
    'metrics',
    'site',
    'store',
  ],
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|js)$/.test(name))
  .map((name) => ({ name, room: name.split('/')[0] as string, text: readFileSync(join(source, name), 'utf8') }))
const shipped = files.filter(({ name }) => !name.endsWith('.test.ts'))

/** Static, for their effect only, and at run time. */
const importForms = [
  /^(?:import|export) [^'"]*? from '([^'\n]+)'/gm,
  /^import '([^'\n]+)'/gm,
  /\bimport\('([^'\n]+)'\)/g,
]
const importsOf = (text: string): string[] =>
  importForms.flatMap((form) => [...text.matchAll(form)].map(([, path]) => path as string))

/** The tables that rules of identifiers are made of: they change with the code that applies them. */
const ruleTables = /^(\.\.\/)+data\/(iban|gb-modulus)\.json$/

test('imports point one way', () => {
  for (const { name, room, text } of shipped) {
    const allowed = rooms[room]
    assert.ok(allowed, `src/${room} has no line in the table of rooms`)
    const paths = importsOf(text).filter((specifier) => specifier.startsWith('.'))
    // All other data comes from `DATA_DIR` and `OVERLAY_DIR`, so no module may import the shipped files.
    for (const path of paths.filter((specifier) => !(room === 'identifiers' && ruleTables.test(specifier)))) {
      const target = relative(source, join(source, dirname(name), path)).split('/')[0] as string
      assert.ok(target === room || allowed.includes(target), `src/${name} imports ${path}`)
    }
  }
})

test('the service never loads the workshop', () => {
  const texts = new Map(shipped.map(({ name, text }) => [name, text]))
  const reached = new Set(['bin/server/serve.ts', 'dataset/load-thread.ts', 'bin/tools/make-indexes.ts'])
  for (const name of reached) {
    for (const path of importsOf(texts.get(name) ?? '').filter((specifier) => specifier.startsWith('.'))) {
      reached.add(relative(source, join(source, dirname(name), path)))
    }
  }
  assert.ok(reached.size > 100, `only ${reached.size} files were followed`)
  assert.deepEqual(
    [...reached].filter((name) => name.startsWith('curate/')),
    [],
  )
})

test('the application knows the contract of the store and no database', () => {
  for (const { name, text } of shipped.filter(({ room }) => room === 'http')) {
    const stores = importsOf(text).filter((path) => path.includes('/store/'))
    assert.ok(
      stores.every((path) => path.endsWith('/store/contract.ts')),
      `src/${name}`,
    )
    assert.doesNotMatch(text, /^import (?!type).*\/store\//m, `src/${name}`)
  }
})

test('the directory and the identifiers do no input or output', () => {
  const pure = shipped.filter(({ room }) => room === 'directory' || room === 'identifiers')
  assert.ok(pure.length > 5)
  for (const { name, text } of pure) {
    const outside = importsOf(text).filter((path) => !path.startsWith('.') && path !== 'json-schema-to-ts')
    assert.deepEqual(outside, [], `src/${name}`)
    assert.doesNotMatch(text, /\bprocess\.|\bfetch\(/, `src/${name}`)
  }
})

test('only the settings and the entries read the environment', () => {
  for (const { name, room, text } of shipped) {
    if (room !== 'bin') assert.doesNotMatch(text, /process\.env/, `src/${name}`)
  }
})

test('what any Node must be able to read imports nothing before the runtime is checked', () => {
  for (const { name, text } of shipped.filter((file) => file.name.endsWith('.js') && file.room === 'bin')) {
    const statics = [...text.matchAll(/^import .*$/gm)].map(([line]) => line)
    const importsNone = name.endsWith('/runtime.js') || name.endsWith('/prepare.js')
    assert.deepEqual(statics, importsNone ? [] : ["import './runtime.js'"], `src/${name}`)
  }
})

test('every package that the service loads is a dependency, and every dependency is loaded', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const loaded = shipped
    .flatMap(({ text }) =>
      [...text.matchAll(/^import (?!type).*?from '([^'.][^']*)'/gms)].map(([, path]) => path as string),
    )
    .filter((path) => !path.startsWith('node:'))
  assert.deepEqual([...new Set(loaded)].sort(), Object.keys(dependencies).sort())
})

test('a file opens with a sentence that says what it is for, and has one subject', () => {
  for (const { name, text } of shipped) {
    assert.match(text, /^(#!.*\n)?\/\*\*/, `src/${name}`)
    assert.ok(text.split('\n').length <= 300, `src/${name} is longer than 300 lines`)
  }
})

test('the lock file names no registry', () => {
  assert.doesNotMatch(readFileSync(join(root, 'package-lock.json'), 'utf8'), /"resolved":\s*"http/)
})
