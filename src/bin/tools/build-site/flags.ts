/** The flags of the countries in the data and of the European Union: round, from the package `circle-flags` (MIT licence). */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { BuiltFile } from './built-file.ts'

const folder = dirname(createRequire(import.meta.url).resolve('circle-flags/package.json'))

export function flagFiles(dataFolder: string): BuiltFile[] {
  const countries = JSON.parse(readFileSync(join(dataFolder, 'countries.json'), 'utf8')) as { code: string }[]
  const flags = countries.map(({ code }) => `${code.toLowerCase()}.svg`)
  return [
    ...flags.map((name) => ({ name: `flags/${name}`, content: readFileSync(join(folder, 'flags', name)) })),
    { name: 'flags/LICENSE-circle-flags.txt', content: readFileSync(join(folder, 'LICENSE.md')) },
  ]
}
