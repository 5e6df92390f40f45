/**
 * An npm registry on the loopback address. It serves the given tarball, and every package that is installed in
 * `node_modules`, packed on request.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { packFolder } from './tarball.ts'

export interface Release {
  manifest: { name: string; version: string }
  pack(): Buffer
}

/** Resolves to the URL of the registry. */
export async function startRegistry(t: Pick<TestContext, 'after'>, releases: Release[]): Promise<string> {
  const tarballs = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    const tarball = tarballs.get(path)
    const found = releases.filter(({ manifest }) => manifest.name === path)
    if (tarball) response.end(tarball)
    else if (found.length > 0) response.end(JSON.stringify(describe(path, found, `http://${request.headers.host}`)))
    else response.writeHead(404).end('{}')
  })

  const describe = (name: string, found: Release[], url: string): object => ({
    name,
    'dist-tags': { latest: found[0]?.manifest.version },
    versions: Object.fromEntries(
      found.map(({ manifest, pack }) => {
        const path = `${name}/-/${manifest.version}.tgz`
        const bytes = tarballs.get(path) ?? pack()
        tarballs.set(path, bytes)
        const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
        return [manifest.version, { ...manifest, dist: { tarball: `${url}/${path}`, integrity } }]
      }),
    ),
  })

  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Lists the packages in a `node_modules` folder, including nested ones. */
export function installedPackages(modules: string): Release[] {
  const folders = readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => join(name, one)) : name,
    )
    .map((name) => join(modules, name))
  return folders.flatMap((folder) => {
    const nested = readdirSync(folder).includes('node_modules') ? installedPackages(join(folder, 'node_modules')) : []
    return [{ manifest: readManifest(folder), pack: () => packFolder(folder) }, ...nested]
  })
}

export const readManifest = (folder: string): Release['manifest'] =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
