/**
 * Counts what a reduced data build has left in the countries that lost facts. Counts the banks that are really there,
 * because an operator can add some of the missing ones by an import or an overlay.
 */
import type { BankRecord } from '../records/bank-record.ts'
import type { CountryBuild, DataBuildRecord } from '../records/data-build-record.ts'

export interface CountryCounts {
  banks: number
  bics: number
  /** Keyed by scheme: the number of codes. */
  codes: Map<string, number>
}

/** A country of a reduced build: how much the full data has, and how much is left. */
export interface CountryLosses extends CountryBuild {
  left: CountryCounts
}

export interface DataBuild extends Omit<DataBuildRecord, 'countries'> {
  countries: CountryLosses[]
}

export interface BuildCounter {
  add(bank: BankRecord): void
  finish(): DataBuild
}

export function createBuildCounter(build: DataBuildRecord): BuildCounter {
  const countries = build.countries.map((country) => ({ ...country, left: emptyCounts() }))
  const byCode = new Map(countries.map((country) => [country.code, country.left]))
  return {
    add: (bank) => {
      const left = byCode.get(bank.country)
      if (left) countBank(bank, left)
    },
    finish: () => ({ ...build, countries }),
  }
}

export const emptyCounts = (): CountryCounts => ({ banks: 0, bics: 0, codes: new Map() })

export function countBank({ bic, other_bics, codes = [] }: BankRecord, counts: CountryCounts): void {
  counts.banks++
  if (bic !== undefined || other_bics !== undefined) counts.bics++
  for (const { scheme } of codes) counts.codes.set(scheme, (counts.codes.get(scheme) ?? 0) + 1)
}
