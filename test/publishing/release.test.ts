/** `npm run release` in a copy of the repository: what it refuses, what it writes, and what it prints. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Ajv } from 'ajv'
import { readDataset } from '../../src/dataset/dataset.ts'
import { once } from '../../src/directory/memoize.ts'
import { connectCommand } from '../mcp/mcp-client.ts'
import { testWith } from '../support/programs.ts'
import { copyForRelease } from '../support/release-copy.ts'
import { root, temporaryFolder } from '../support/services/processes.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const test = testWith('git', 'hatchling')
const repository = 'https://github.com/Example-Org/bank-lookup'

test('a release needs a clean working tree, one version in all files and a new folder', (t) => {
  const { folder, release, edit, commit } = copyForRelease(t)
  const refused = (reason: RegExp, ...words: string[]): void => {
    const { status, stdout, stderr } = release(...words)
    assert.deepEqual([status, stdout], [1, ''], stderr)
    assert.match(stderr, reason)
    assert.ok(!readdirSync(folder).some((name) => name.startsWith('release')))
  }
  refused(/the first heading of CHANGELOG\.md: Unreleased/)
  edit('CHANGELOG.md', /^## .+$/m, '## 1.0.0')
  refused(/uncommitted changes:\n M CHANGELOG\.md\nCommit them/)
  commit()
  refused(/The tag is v1\.0\.1, but the version is 1\.0\.0\./, '--tag', 'v1.0.1')
  refused(/not an address such as/, '--repository', 'git@github.com:example/bank-lookup.git')
  refused(/--channel needs --key/, '--channel', 'channel')
  refused(/exists; remove it/, '--out', 'docs')
  for (const [path, before, place] of [
    ['packages/curation/package.json', '"version": "1.0.0"', /packages\/curation\/package\.json, version: 9\.9\.9/],
    [
      'packages/curation/package.json',
      '"bank-lookup": "1.0.0"',
      /packages\/curation\/package\.json, peerDependencies: 9/,
    ],
    ['package-lock.json', '"version": "1.0.0"', /package-lock\.json, version: 9\.9\.9/],
    ['Containerfile', 'image.version="1.0.0"', /the label of the Containerfile: 9\.9\.9/],
    ['compose.yaml', 'bank-lookup:1.0.0', /compose\.yaml: 9\.9\.9/],
  ] as const) {
    const after = before.replace('1.0.0', '9.9.9')
    edit(path, before, after)
    refused(place, '--allow-dirty')
    edit(path, after, before)
  }
})

/** The release that the tests below read. It is built once, because that takes many seconds. */
const build = once(() => {
  const { folder, release } = copyForRelease(wholeProcess)
  const { status, stdout, stderr } = release('--allow-dirty', '--repository', repository, '--out', 'my release')
  assert.equal(status, 0, stderr)
  return { folder, summary: stdout }
})
const released = (): string => join(build().folder, 'my release')
const read = (path: string): string => readFileSync(join(released(), path), 'utf8')

test('a release has packages, image context, export, bill of materials, notes and checksums, and no unfinished files', () => {
  assert.deepEqual(readdirSync(released()).sort(), [
    'SHA256SUMS',
    'export',
    'image',
    'notes.md',
    'packages',
    'python',
    'sbom.cdx.json',
    'server.json',
  ])
  assert.deepEqual(
    readdirSync(build().folder).filter((name) => name.includes('unfinished')),
    [],
  )
  const lines = read('SHA256SUMS').trimEnd().split('\n')
  const files = readdirSync(released(), { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(released(), path)).isFile(),
  )
  assert.deepEqual(lines.map((line) => line.slice(66)).sort(), files.filter((path) => path !== 'SHA256SUMS').sort())
  for (const line of lines) {
    const digest = createHash('sha256').update(readFileSync(join(released(), line.slice(66))))
    assert.equal(line.slice(0, 64), digest.digest('hex'), line)
  }
  assert.equal(JSON.parse(read('sbom.cdx.json')).bomFormat, 'CycloneDX')
  assert.doesNotMatch(read('notes.md'), /^## /m)
  assert.match(read('export/v1/banks/cz.json'), /"country":"CZ"/)
})

test('the summary says what was not published, and with which commands it is', () => {
  const { summary } = build()
  assert.match(summary, /^Version 1\.0\.0 is in my release\.\nThis is a trial/)
  assert.match(summary, /No data channel was written, because there is no --key\./)
  assert.match(summary, /Nothing was uploaded\. These commands publish it:\n/)
  assert.match(
    summary,
    /^ {2}npm publish "\.\/my release\/packages\/bank-lookup-1\.0\.0\.tgz" --provenance --access public$/m,
  )
  assert.match(summary, /^ {2}podman build .*--tag ghcr\.io\/example-org\/bank-lookup:1\.0\.0 "my release\/image"$/m)
  assert.match(
    summary,
    /^ {2}cosign sign --yes "ghcr\.io\/example-org\/bank-lookup@\$\(cat my release\/image\.digest\)"$/m,
  )
  assert.match(summary, /^ {2}twine upload my release\/python\/\*$/m)
  assert.match(summary, /^ {2}gh release create v1\.0\.0 --verify-tag /m)
})

test('the publishing script prints the same commands, part by part', () => {
  const print = (...words: string[]): string =>
    execFileSync(process.execPath, ['src/bin/tools/release/publish.ts', ...words, '--dry-run'], {
      cwd: build().folder,
      encoding: 'utf8',
    })
  const options = ['--release', 'my release', '--repository', repository]
  for (const part of ['packages', 'image', 'files'])
    for (const line of print(part, ...options)
      .trim()
      .split('\n'))
      assert.ok(build().summary.includes(`  ${line}\n`), line)
})

/** Returns the folder of an unpacked package. */
function unpack(t: TestContext, name: string): string {
  const folder = temporaryFolder(t)
  execFileSync('tar', ['--extract', '--file', join(released(), 'packages', name), '--directory', folder])
  return join(folder, 'package')
}

test('every package names the repository, and none is private or runs a script', (t) => {
  const names = readdirSync(join(released(), 'packages'))
  assert.equal(names.length, 5)
  for (const name of names) {
    const manifest = JSON.parse(readFileSync(join(unpack(t, name), 'package.json'), 'utf8'))
    assert.equal(manifest.repository.url, `git+${repository}.git`, name)
    assert.deepEqual([manifest.private, manifest.scripts], [undefined, undefined], name)
  }
})

test('the image context has all files that the Containerfile copies, and reduced data', () => {
  const context = join(released(), 'image')
  const containerfile = readFileSync(join(context, 'Containerfile'), 'utf8')
  const sources = [...containerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  assert.ok(sources.includes('data'))
  for (const source of sources) assert.ok(existsSync(join(context, source)), source)
  for (const path of ['packages/curation/tools/write-image-data.ts', 'packages/picker/tools/build-picker.ts'])
    assert.ok(existsSync(join(context, path)), path)
  assert.deepEqual(globSync('**/{node_modules,dist}', { cwd: context }), [])
  const { build, banks } = readDataset(join(context, 'data'))
  assert.deepEqual(build?.without.toSorted(), ['restricted', 'unclear'])
  assert.ok([...banks].length > 20)
})

/** The rules that the registry's documentation gives for such an entry, version 2025-12-11. */
const isServerEntry = new Ajv({ allErrors: true }).compile({
  type: 'object',
  required: ['$schema', 'name', 'description', 'version', 'packages'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$', maxLength: 255 },
    repository: {
      type: 'object',
      required: ['url', 'source'],
      properties: { url: { type: 'string', pattern: '^https://' }, source: { const: 'github' } },
    },
    packages: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['registryType', 'identifier', 'version', 'transport'],
        properties: {
          registryType: { const: 'npm' },
          registryBaseUrl: { const: 'https://registry.npmjs.org' },
          identifier: { type: 'string' },
          version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
          runtimeHint: { const: 'npx' },
          transport: { type: 'object', required: ['type'], properties: { type: { const: 'stdio' } } },
          environmentVariables: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name'],
              properties: {
                name: { type: 'string' },
                description: { type: 'string' },
                format: { enum: ['string', 'number', 'boolean', 'filepath'] },
              },
            },
          },
        },
      },
    },
  },
})

test('the entry for the MCP registry follows its rules, and its package starts the server', async (t) => {
  const entry = JSON.parse(read('server.json'))
  assert.ok(isServerEntry(entry), JSON.stringify(isServerEntry.errors))
  assert.equal(entry.name, 'io.github.Example-Org/bank-lookup')
  const [{ identifier, version }] = entry.packages
  const folder = unpack(t, `${identifier}-${version}.tgz`)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // The registry compares this field with the name of the entry.
  assert.equal(manifest.mcpName, entry.name)

  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  cpSync(unpack(t, `bank-lookup-${version}.tgz`), join(modules, 'bank-lookup'), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(modules, 'bank-lookup/package.json'), 'utf8'))
  const needed = Object.keys({ ...dependencies, ...manifest.dependencies }).filter((name) => name !== 'bank-lookup')
  for (const name of needed) {
    mkdirSync(join(modules, name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  const args = [join(folder, manifest.bin[identifier])]
  const env = { PATH: process.env.PATH ?? '', HOME: temporaryFolder(t) }
  const client = await connectCommand(t, 'auto', { command: process.execPath, args, cwd: folder, env })
  assert.equal(client.getServerVersion()?.version, version)
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'search_banks'))
})
