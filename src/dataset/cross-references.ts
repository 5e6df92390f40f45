/** Checks a bank's references to the rest of the data: its country, code schemes, rails, sources and successor. */
import type { BankRecord } from '../directory/records/bank-record.ts'
import type { Scheme } from '../directory/records/scheme.ts'
import type { Source } from '../directory/records/source.ts'
import { DatasetError, excerpt, type FileLocation } from './dataset-error.ts'
import { type KnownRails, railsFault } from './tables/rails.ts'

export interface KnownReferences {
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
  /** Code patterns by scheme id. */
  patterns: Map<string, RegExp>
}

export interface BankReferences extends KnownReferences {
  rails: KnownRails
}

export function checkBank(bank: BankRecord, country: string, known: BankReferences, location: FileLocation): void {
  const fail = (reason: string): never => {
    throw DatasetError.at(location, `${bank.id}: ${reason}`)
  }
  if (bank.country !== country) fail(`its country is ${bank.country}, but the file is for ${country}`)
  if (!bank.id.startsWith(`${country.toLowerCase()}-`)) fail(`its id must start with "${country.toLowerCase()}-"`)
  let previousScheme = ''
  let previousValue = ''
  for (const { scheme: id, value, source } of bank.codes ?? []) {
    const scheme = known.schemes.get(id) ?? fail(`its code scheme ${id} is not in schemes.json`)
    if (scheme.country !== country && scheme.country !== '*') fail(`${id} is a code scheme of ${scheme.country}`)
    if (!known.patterns.get(id)?.test(value))
      fail(`its ${id} code "${excerpt(value)}" does not match ${scheme.pattern}`)
    if (id < previousScheme || (id === previousScheme && value <= previousValue)) {
      fail(
        `${id} "${value}" cannot follow ${previousScheme} "${previousValue}": codes are sorted by scheme, then value`,
      )
    }
    previousScheme = id
    previousValue = value
    if (!bank.sources.includes(source))
      fail(`its ${id} code "${excerpt(value)}" is from ${excerpt(source)}, which is not in its sources`)
  }
  const fault = railsFault(bank, known.rails)
  if (fault !== null) fail(fault)
  if (bank.bic_source !== undefined && !bank.sources.includes(bank.bic_source))
    fail(`its BIC is from ${excerpt(bank.bic_source)}, which is not in its sources`)
  if (bank.address && !bank.sources.includes(bank.address.source))
    fail(`its address is from ${excerpt(bank.address.source)}, which is not in its sources`)
  for (const source of bank.sources) if (!known.sources.has(source)) fail(`its source ${source} is not in sources.json`)
}

/**
 * Checks that every successor is an open bank. A successor can be anywhere in the data, so call `add` for every bank,
 * and `check` after the last one. `isLoaded`: whether the banks of a country are loaded; others cannot be checked.
 */
export function collectSuccessors(isLoaded: (country: string) => boolean): {
  add(bank: BankRecord, location: FileLocation): void
  check(): void
} {
  const open = new Set<string>()
  const claims: { id: string; successor: string; location: FileLocation }[] = []
  return {
    add: ({ id, status, successor }, location) => {
      if (status === 'active') open.add(id)
      if (successor !== undefined) claims.push({ id, successor, location })
    },
    check: () => {
      for (const { id, successor, location } of claims) {
        if (open.has(id)) throw DatasetError.at(location, `${id}: an open bank has no successor`)
        if (!open.has(successor) && isLoaded(successor.slice(0, 2).toUpperCase()))
          throw DatasetError.at(location, `${id}: its successor ${successor} is not an open bank`)
      }
    },
  }
}
