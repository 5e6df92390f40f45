/** Third-party packages: locked by hash, without install scripts, and listed by one command. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/services/processes.ts'

interface Locked {
  version: string
  integrity?: string
  resolved?: string
  /** Whether the entry is a link to one of our own packages. */
  link?: boolean
  hasInstallScript?: boolean
  dev?: boolean
  optionalDependencies?: Record<string, string>
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const ownFolders = Object.keys(packages).filter((path) => !path.includes('node_modules/'))
const locked = Object.entries(packages).filter(([path, { link }]) => !ownFolders.includes(path) && !link)
const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))

test('no package has an install script', () => {
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  assert.deepEqual(scripted, [])
})

test('every package is locked by its hash, not by a URL', () => {
  for (const [path, { integrity, resolved }] of locked) {
    assert.match(integrity ?? '', /^sha512-/, path)
    assert.equal(resolved, undefined, path)
  }
})

test('packages for other platforms are locked too, because npm ci fails without them', () => {
  for (const [path, { optionalDependencies: wanted = {} }] of locked) {
    for (const name of Object.keys(wanted)) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
      assert.ok(
        places.some((place) => place in packages),
        `${name} of ${path}`,
      )
    }
  }
})

test('our own packages depend on nothing but the program, and only links lead to them', () => {
  const links = Object.values(packages).filter(({ link }) => link)
  assert.deepEqual(
    links.map(({ resolved }) => resolved),
    ownFolders.filter((path) => path !== ''),
  )
  for (const folder of ownFolders.filter((path) => path !== '')) {
    const manifest = JSON.parse(read(`${folder}/package.json`))
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
      const others = Object.keys(manifest[kind] ?? {}).filter((name) => name !== 'bank-lookup')
      assert.deepEqual(others, [], `${folder}: ${kind}`)
    }
  }
})

test('versions are exact', () => {
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }))
    assert.match(String(version), /^\d+\.\d+\.\d+$/, name)
})

test('the decision gives a reason for every package that the service needs', () => {
  const decision = read('docs/decisions/0018-supply-chain.md')
  const named = Array.from(decision.matchAll(/^\| `([^`]+)` \|/gm), ([, name = '']) => name)
  assert.deepEqual(named.toSorted(), Object.keys({ ...dependencies, ...optionalDependencies }).sort())
})

interface Bill {
  specVersion: string
  metadata: { component: { 'bom-ref': string } }
  components: { 'bom-ref': string; purl: string; hashes: { content: string }[]; licenses: object[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** The development packages that are imported or read for the built site, except the tools of the build. */
function packagesInSite(): string[] {
  const folders = ['src/bin/tools/build-site', 'src/site/client']
  const source = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => read(`${folder}/${name}`)),
    )
    .join('')
  const named = Array.from(
    source.matchAll(/(?:from |packageFolder\(|resolve\(|package: )'((?:@[^/']+\/)?[^/'.][^/']*)/g),
    ([, name]) => name,
  )
  const tools = ['rolldown', 'subset-font']
  return Object.keys(devDependencies).filter((name) => named.includes(name) && !tools.includes(name))
}

test('the bill of materials lists every package that the service needs, once, and nothing of this machine', () => {
  const text = execFileSync(process.execPath, [join(root, 'src/bin/tools/bill-of-materials.ts')], { encoding: 'utf8' })
  for (const path of [root, homedir()]) assert.ok(!text.includes(path), path)
  const bill = JSON.parse(text) as Bill
  assert.equal(bill.specVersion, '1.6')
  const decision = read('docs/decisions/0018-supply-chain.md')
  assert.ok(decision.includes(`these are ${bill.components.length} packages`), `${bill.components.length} packages`)

  const inSite = packagesInSite()
  const needed = locked.filter(([path, { dev }]) => !dev || inSite.includes(path.slice('node_modules/'.length)))
  const purls = needed.map(
    ([path, { version }]) => `pkg:npm/${path.split('node_modules/').at(-1)?.replace('@', '%40')}@${version}`,
  )
  assert.deepEqual(
    bill.components.map(({ purl }) => purl),
    [...new Set(purls)].sort(),
  )
  for (const { purl, hashes, licenses } of bill.components) {
    assert.match(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/, purl)
    assert.equal(licenses.length, 1, purl)
  }

  const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const reached = new Set([bill.metadata.component['bom-ref']])
  for (const ref of reached) for (const next of needs.get(ref) ?? assert.fail(ref)) reached.add(next)
  assert.deepEqual([...reached].sort(), [...needs.keys()].sort())
  assert.equal(reached.size, bill.components.length + 1)
})
