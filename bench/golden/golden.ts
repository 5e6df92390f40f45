/**
 * `npx node bench/golden/golden.ts <folder>`: writes what the code returns for fixed inputs, to compare before and after a
 * change with `diff -r`: the first five ids of every query in `bench/relevance/`, every reading of the identifiers in the
 * tests, the OpenAPI description, and the help of the command line.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolveCases } from '../../test/resolve/resolve-cases.ts'
import { shippedDirectory } from '../../test/support/data/shipped.ts'
import { shippedFinder } from '../../test/support/data/shipped-finder.ts'
import { startOwnService } from '../../test/support/services/service.ts'
import { readQueries, tables } from '../relevance/queries.ts'

const [folder = ''] = process.argv.slice(2)
if (folder === '') throw new Error('Usage: npx node bench/golden/golden.ts <folder>')
mkdirSync(folder, { recursive: true })
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

const countryOf = (code: string | undefined) => (code ? shippedDirectory().findCountry(code) : undefined)
const idOf = (row: string): string => (JSON.parse(row) as { id: string }).id

const searches = tables.flatMap(readQueries).map(({ text, country }) => {
  const rows = shippedFinder().search({ text, country: countryOf(country), limit: 5 })
  return [text, country, ...rows.map(idOf)].join('\t')
})
write('search.tsv', `${searches.join('\n')}\n`)

const readings = resolveCases.map(([identifier, country]) => {
  const result = JSON.parse(shippedFinder().resolve(identifier, countryOf(country)))
  return JSON.stringify({ identifier, country, result }, null, 1)
})
write('resolve.json', `${readings.join('\n')}\n`)

const stops: (() => unknown)[] = []
const { url } = await startOwnService({ after: (stop) => void stops.push(stop as () => unknown) })
write('openapi.json', JSON.stringify(await (await fetch(`${url}/openapi.json`)).json(), null, 1))
for (const stop of stops) await stop()

const program = fileURLToPath(new URL('../../src/bin/bank-lookup.js', import.meta.url))
write('help.txt', execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' }))
