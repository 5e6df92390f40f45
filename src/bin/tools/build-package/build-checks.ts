/**
 * Builds the checks of single identifiers for browsers, workers and Node. They stay separate modules, so that a bundler drops
 * those that a program does not use.
 */
import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { projectRoot } from '../../paths.ts'

/** Of the IBAN registry, the checks need only the structures and the positions of the bank and branch codes. */
const shortRegistry: Plugin = {
  name: 'short-registry',
  transform: {
    filter: { id: /\/data\/iban\.json$/ },
    handler: (text) => {
      const { countries } = JSON.parse(text) as { countries: Record<string, Record<string, unknown>> }
      const short = Object.entries(countries).map(([code, { structure, bank, branch }]) => [
        code,
        { structure, bank, branch },
      ])
      return JSON.stringify({ countries: Object.fromEntries(short) })
    },
  },
}

/** The terms of the table of the UK modulus check are restricted, so the package does not have it, and no rule applies. */
const withoutModulusTable: Plugin = {
  name: 'without-modulus-table',
  load: { filter: { id: /\/gb-modulus\.ts$/ }, handler: () => 'export const modulusCheck = () => null' },
}

/** `out`: the folder to write. The entry in it is `src/library/checks.js`. */
export async function buildChecks(out: string): Promise<void> {
  const bundle = await rolldown({
    input: join(projectRoot, 'src/library/checks.ts'),
    plugins: [shortRegistry, withoutModulusTable],
    logLevel: 'warn',
  })
  await bundle.write({ dir: out, format: 'esm', preserveModules: true, comments: false })
  await bundle.close()
}
