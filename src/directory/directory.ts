/** The open directory: which countries are supported, the banks of each, one bank by its id. */
import { type BankDetail, listedTypes } from './bank.ts'
import { type BankFilter, openFilter } from './bank-filter.ts'
import { countryInputPattern, type SupportedCountry } from './country.ts'
import { numberBanks } from './numbered.ts'
import type { PackedDirectory } from './packed.ts'
import { detailBank } from './shown.ts'

export interface BankRows {
  count: number
  /** Pieces of one text: banks as they are listed, in JSON, separated by commas. */
  json: Uint8Array[]
}

export interface Directory {
  revision: string
  packed: PackedDirectory
  /** In display order. */
  countries: SupportedCountry[]
  /** The supported country that a caller means by `input`, in any case and by any of its codes. */
  findCountry(input: string): SupportedCountry | undefined
  /** Sorted by name, a region's banks among each other; by `prominence`, if given, the largest first. */
  listBanks(country: SupportedCountry, filter: BankFilter, prominence?: Float32Array): BankRows
  findBank(id: string): BankDetail | undefined
}

export function openDirectory(packed: PackedDirectory): Directory {
  const byInput = new Map(packed.supported.map((country) => [country.code, country]))
  const schemesOf = new Map<string, readonly string[]>()
  for (const { code, also = [], code_schemes = [] } of packed.countries) {
    schemesOf.set(code, code_schemes)
    for (const other of also) byInput.set(other, byInput.get(code) as SupportedCountry)
  }
  // Nearly everyone writes it in lower case.
  for (const [code, country] of [...byInput]) byInput.set(code.toLowerCase(), country)
  const banks = numberBanks(packed)
  const inputPattern = new RegExp(countryInputPattern)

  return {
    revision: packed.revision,
    packed,
    countries: packed.supported,
    // The pattern first: outside ASCII, upper case is not one letter for one ("ß" becomes "SS").
    findCountry: (input) =>
      byInput.get(input) ?? (inputPattern.test(input) ? byInput.get(input.trim().toUpperCase()) : undefined),
    listBanks: ({ code }, filter, prominence) => {
      const byName = packed.nameOrders.get(code) as Uint32Array
      const chosen = byName.filter(openFilter({ ...filter, types: filter.types ?? listedTypes }, banks))
      // Stable, so banks of the same prominence stay sorted by name.
      if (prominence) chosen.sort((a, b) => (prominence[b] as number) - (prominence[a] as number))
      return { count: chosen.length, json: banks.rowsOf(chosen) }
    },
    findBank: (id) => {
      const number = banks.numberOf(id)
      if (number === undefined) return undefined
      const record = banks.recordOf(number)
      return detailBank(record, schemesOf.get(record.country) ?? [], packed)
    },
  }
}
