/**
 * What an import costs: the CPU time and the memory that it adds to a fresh process, up to the first result. Each process runs
 * with a filled compile cache, as the service does, and collects garbage before it measures.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from '../median.ts'

const rounds = 5

/** Modules with an expression that calls them once; `it` is the module. */
const modules: Record<string, [specifier: string, call: string]> = {
  'ours, IBAN check': [pathOf('../../src/identifiers/iban.ts'), 'it.isValid(iban)'],
  'fast-iban': ['fast-iban', 'it.default.validateIBAN(iban, true)'],
  ibantools: ['ibantools', 'it.isValidIBAN(iban)'],
  ibankit: ['ibankit', 'it.IBAN.isValid(iban)'],
  'iban-to-bic': ['iban-to-bic', 'it.default.ibanToBic(iban)'],
  'ours, whole directory': [pathOf('../../test/support/data/shipped-lookups.ts'), 'it.shippedLookups().resolve(iban)'],
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

interface Cost {
  cpuMs: number
  residentMb: number
}

const script = (specifier: string, call: string): string => `
  const iban = 'DE89370400440532013000'
  const before = process.cpuUsage()
  gc()
  const residentBefore = process.memoryUsage.rss()
  const it = await import(${JSON.stringify(specifier)})
  const result = ${call}
  const { user, system } = process.cpuUsage(before)
  gc()
  const residentMb = (process.memoryUsage.rss() - residentBefore) / 1e6
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000, residentMb, result: Boolean(result) }))`

export function compareImports(): void {
  const cache = mkdtempSync(join(tmpdir(), 'peers-'))
  const measure = (specifier: string, call: string): Cost => {
    const options = ['--expose-gc', '--input-type=module', '--eval', script(specifier, call)]
    const env = { ...process.env, NODE_COMPILE_CACHE: cache }
    return JSON.parse(execFileSync(process.execPath, options, { env, encoding: 'utf8', cwd: pathOf('.') }))
  }
  const costs = new Map(Object.keys(modules).map((name) => [name, [] as Cost[]]))
  // The first round fills the compile cache.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, [specifier, call]] of Object.entries(modules)) {
      const cost = measure(specifier, call)
      if (round > 0) costs.get(name)?.push(cost)
    }
  }
  rmSync(cache, { recursive: true })
  console.log(`import in a fresh process, up to the first result; median of ${rounds}`)
  console.log(`${''.padEnd(24)}CPU time    memory`)
  for (const [name, all] of costs) {
    const cpuMs = median(all.map((cost) => cost.cpuMs)).toFixed(1)
    const residentMb = median(all.map((cost) => cost.residentMb)).toFixed(1)
    console.log(`${name.padEnd(22)}${`${cpuMs} ms`.padStart(10)}${`${residentMb} MB`.padStart(10)}`)
  }
  console.log('')
}
