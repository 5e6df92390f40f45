/**
 * Prints what the program is made of as CycloneDX 1.6: every package that `npm ci --omit=dev` can install, with licence,
 * hash and what it needs, as the lock file has them. `npm sbom` is no substitute: docs/decisions/0018-supply-chain.md.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../paths.ts'

/** An entry of the lock file; its key is the folder that it is installed in. */
interface Locked {
  version: string
  license: string
  integrity: string
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
const installed = new Map(Object.entries(others).filter(([, { dev }]) => !dev))

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
const addressOf = (place: string): string =>
  `pkg:npm/${nameOf(place).replace('@', '%40')}@${installed.get(place)?.version}`

function componentOf(place: string, { version, license, integrity, optional }: Locked) {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(nameOf(place)) ?? []
  const isRuntime = name?.startsWith('node-linux-')
  return {
    type: isRuntime ? 'platform' : 'library',
    'bom-ref': addressOf(place),
    ...(group && { group }),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: licencesOf(license),
    // Weaknesses of Node are not filed under the name of the package that brings it.
    ...(isRuntime && { cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*` }),
    purl: addressOf(place),
  }
}

const licencesOf = (license: string) =>
  /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

function needsOf(place: string, { dependencies, optionalDependencies, peerDependencies }: Locked): string[] {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  const places = names.map((name) => placeFor(name, place)).filter((found) => found !== undefined)
  return places.map(addressOf).sort()
}

/** Looked for as Node does: in the folder of whoever needs it first, then in each one above. */
function placeFor(name: string, from: string): string | undefined {
  const place = join(from, 'node_modules', name)
  if (installed.has(place)) return place
  return from === '' ? undefined : placeFor(name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)))
}

/** The same version in two folders is one component. */
function once<Item>(items: Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

const itself = `${program.name}@${program.version}`
const components = [...installed].map(([place, locked]) => componentOf(place, locked))
const needs = [...installed].map(([place, locked]) => ({ ref: addressOf(place), dependsOn: needsOf(place, locked) }))

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
      'bom-ref': itself,
      name: program.name,
      version: program.version,
      licenses: licencesOf(program.license),
    },
  },
  components: once(components, ({ purl }) => purl),
  dependencies: [{ ref: itself, dependsOn: needsOf('', program) }, ...once(needs, ({ ref }) => ref)],
}
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
