/**
 * Prints a software bill of materials in CycloneDX 1.6 format: every package that `npm ci --omit=dev` can install, and those
 * with files in the built site, with licence, hash and dependencies from the lock file. docs/decisions/0018-supply-chain.md explains why `npm sbom` is
 * not enough.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../paths.ts'

/** An entry in the lock file, which is keyed by install path. */
interface Locked {
  version: string
  license: string
  /** Our own packages in `packages/` have none. */
  integrity?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const { '': program, ...others } = packages as { '': Locked & { name: string } } & Record<string, Locked>
type Installed = Locked & { integrity: string }

function packageName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Development packages from which `build-site` takes fonts, flags or code. Their licences are in the built site. */
const inSite = [
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  'circle-flags',
  'highlight.js',
  'minisearch',
]

/** Leaves out our own packages: the service does not import them. */
const isListed = (entry: [string, Locked]): entry is [string, Installed] =>
  (!entry[1].dev || inSite.includes(packageName(entry[0]))) && 'integrity' in entry[1]
const installed = new Map(Object.entries(others).filter(isListed))

const packageUrl = (path: string): string =>
  `pkg:npm/${packageName(path).replace('@', '%40')}@${installed.get(path)?.version}`

function toComponent(path: string, { version, license, integrity, optional }: Installed) {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(packageName(path)) ?? []
  const isRuntime = name?.startsWith('node-linux-')
  return {
    type: isRuntime ? 'platform' : 'library',
    'bom-ref': packageUrl(path),
    ...(group && { group }),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: toLicences(license),
    // Add a CPE for Node, because its vulnerabilities are not filed under the name of the npm package that contains it.
    ...(isRuntime && { cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*` }),
    purl: packageUrl(path),
  }
}

const toLicences = (license: string) =>
  /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

function dependenciesOf(path: string, { dependencies, optionalDependencies, peerDependencies }: Locked): string[] {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  const paths = names.map((name) => resolvePackage(name, path)).filter((resolved) => resolved !== undefined)
  return paths.map(packageUrl).sort()
}

/** Resolves a package as Node does: first in the folder of the package that needs it, then in each parent folder. */
function resolvePackage(name: string, from: string): string | undefined {
  const path = join(from, 'node_modules', name)
  if (installed.has(path)) return path
  return from === '' ? undefined : resolvePackage(name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)))
}

/** Removes duplicates and sorts: a package that is installed in two folders at the same version is one component. */
function uniqueSorted<Item>(items: Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

const programRef = `${program.name}@${program.version}`
const components = [...installed].map(([path, locked]) => toComponent(path, locked))
const dependencies = [...installed].map(([path, locked]) => ({
  ref: packageUrl(path),
  dependsOn: dependenciesOf(path, locked),
}))

const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    lifecycles: [{ phase: 'pre-build' }],
    tools: { components: [{ type: 'application', name: 'bill-of-materials', version: program.version }] },
    component: {
      type: 'application',
      'bom-ref': programRef,
      name: program.name,
      version: program.version,
      licenses: toLicences(program.license),
    },
  },
  components: uniqueSorted(components, ({ purl }) => purl),
  dependencies: [
    {
      ref: programRef,
      dependsOn: [...dependenciesOf('', program), ...inSite.map((name) => packageUrl(`node_modules/${name}`))].sort(),
    },
    ...uniqueSorted(dependencies, ({ ref }) => ref),
  ],
}
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
