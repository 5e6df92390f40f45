/**
 * Bundles the scripts of the pages: each folder in `client/` becomes one minified script of the same name, except for
 * `shared/`, which has the modules that several scripts import.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { BuiltFile } from './built-file.ts'

/** The only package in the scripts: the search of the documentation. */
const minisearchLicence = new URL('../../LICENSE.txt', import.meta.resolve('minisearch'))

export async function bundleScripts(siteFolder: string): Promise<BuiltFile[]> {
  const client = join(siteFolder, 'client')
  const names = readdirSync(client, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map(({ name }) => name)
  const scripts = await Promise.all(names.map((name) => bundleScript(name, join(client, name, `${name}.ts`))))
  return [...scripts, { name: 'LICENSE-minisearch.txt', content: readFileSync(minisearchLicence) }]
}

async function bundleScript(name: string, input: string): Promise<BuiltFile> {
  const bundle = await rolldown({ input, logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false })
  await bundle.close()
  return { name: `${name}.js`, content: output[0].code }
}
