/** Checks what one bank says against the rest of the data: its country, its code schemes, its sources, its successor. */
import type { BankRecord } from '../directory/bank.ts'
import type { Scheme } from '../directory/scheme.ts'
import type { Source } from '../directory/source.ts'
import { BrokenDataset, type Place } from './broken.ts'

interface Known {
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
}

export function checkBank(bank: BankRecord, country: string, known: Known, place: Place): void {
  const fail = (reason: string): never => {
    throw new BrokenDataset(place, `${bank.id}: ${reason}`)
  }
  if (bank.country !== country) fail(`its country is ${bank.country}, but the file is of ${country}`)
  if (!bank.id.startsWith(`${country.toLowerCase()}-`)) fail(`its id must begin with "${country.toLowerCase()}-"`)
  const seen = new Set<string>()
  for (const { scheme: id, value, source } of bank.codes ?? []) {
    const scheme = known.schemes.get(id) ?? fail(`its code scheme ${id} is not in schemes.json`)
    if (scheme.country !== country && scheme.country !== '*') fail(`${id} is a code scheme of ${scheme.country}`)
    if (!patternOf(scheme).test(value)) fail(`its ${id} code "${value}" does not fit ${scheme.pattern}`)
    if (seen.has(`${id} ${value}`)) fail(`its ${id} code "${value}" is there twice`)
    seen.add(`${id} ${value}`)
    if (!bank.sources.includes(source)) fail(`its ${id} code "${value}" is from ${source}, which is not in its sources`)
  }
  for (const source of bank.sources) if (!known.sources.has(source)) fail(`its source ${source} is not in sources.json`)
}

export function checkSuccessors(banks: Map<string, BankRecord[]>): void {
  const statuses = new Map([...banks.values()].flat().map((bank) => [bank.id, bank.status]))
  for (const [country, list] of banks) {
    for (const [index, { id, status, successor }] of list.entries()) {
      if (successor === undefined) continue
      const place = { file: `banks/${country.toLowerCase()}.jsonl`, line: index + 1 }
      if (status === 'active') throw new BrokenDataset(place, `${id}: an open bank has no successor`)
      if (statuses.get(successor) !== 'active') {
        throw new BrokenDataset(place, `${id}: its successor ${successor} is not an open bank of this directory`)
      }
    }
  }
}

const patterns = new Map<string, RegExp>()

/** Compiled once: a scheme's pattern is tried on thousands of codes. */
function patternOf({ pattern }: Scheme): RegExp {
  const compiled = patterns.get(pattern) ?? new RegExp(pattern)
  patterns.set(pattern, compiled)
  return compiled
}
