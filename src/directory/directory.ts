/** The directory: the supported countries, the list of banks of each, and one bank by its id. */
import { type BankDetail, listedTypes } from './records/bank.ts'
import { toBankDetail } from './records/bank-view.ts'
import { countryInputPattern, type SupportedCountry } from './records/country.ts'
import { runToEnd } from './run-to-end.ts'
import { createBankTable } from './storage/bank-table.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'
import { type BankFilter, createBankFilter } from './views/bank-filter.ts'

export interface BankRows {
  count: number
  /** Chunks of one text: the rows in JSON, separated by commas. */
  json: Uint8Array[]
}

export interface Directory {
  revision: string
  packed: PackedDirectory
  /** In display order. */
  countries: SupportedCountry[]
  /** `input`: any code of the country, in upper or lower case. */
  findCountry(input: string): SupportedCountry | undefined
  /** Sorted by name, across countries for a region; or by `prominence`, if given, the largest first. */
  listBanks(country: SupportedCountry, filter: BankFilter, prominence?: Float32Array): BankRows
  /** The same, but yields every millisecond or two, so that a server can do other work in between. */
  selectBanks(country: SupportedCountry, filter: BankFilter, prominence?: Float32Array): Generator<void, BankRows>
  findBank(id: string): BankDetail | undefined
}

/** A filter by code searches the text of each bank, so a step takes a millisecond or two. */
const banksPerStep = 1_000

export function createDirectory(packed: PackedDirectory): Directory {
  const byInput = new Map(packed.supported.map((country) => [country.code, country]))
  const schemesOf = new Map<string, readonly string[]>()
  for (const { code, also = [], code_schemes = [] } of packed.countries) {
    schemesOf.set(code, code_schemes)
    for (const other of also) byInput.set(other, byInput.get(code) as SupportedCountry)
  }
  // Most callers send lower case.
  for (const [code, country] of [...byInput]) byInput.set(code.toLowerCase(), country)
  const banks = createBankTable(packed)
  const inputPattern = new RegExp(countryInputPattern)

  const selectBanks: Directory['selectBanks'] = function* ({ code }, filter, prominence) {
    const byName = packed.nameOrders.get(code) as Uint32Array
    const passes = createBankFilter({ ...filter, types: filter.types ?? listedTypes }, banks)
    const chosen: number[] = []
    for (const [at, bank] of byName.entries()) {
      if (passes(bank)) chosen.push(bank)
      if (at % banksPerStep === banksPerStep - 1) yield
    }
    yield
    const sorted = prominence ? sortByProminence(chosen, prominence) : chosen
    const chunks: Uint8Array[] = []
    for (let at = 0; at < sorted.length; at += banksPerStep) {
      const hasNext = at + banksPerStep < sorted.length
      chunks.push(...banks.rowsOf(sorted.slice(at, at + banksPerStep), hasNext))
      yield
    }
    return { count: sorted.length, json: chunks }
  }

  return {
    revision: packed.revision,
    packed,
    countries: packed.supported,
    // Check the pattern first: outside ASCII, upper case can change the number of letters ("ß" becomes "SS").
    findCountry: (input) =>
      byInput.get(input) ?? (inputPattern.test(input) ? byInput.get(input.trim().toUpperCase()) : undefined),
    listBanks: (country, filter, prominence) => runToEnd(selectBanks(country, filter, prominence)),
    selectBanks,
    findBank: (id) => {
      const bank = banks.numberOf(id)
      if (bank === undefined) return undefined
      const record = banks.recordOf(bank)
      return toBankDetail(record, schemesOf.get(record.country) ?? [], packed)
    },
  }
}

/**
 * The largest first; banks of the same prominence keep their order. Prominence and position become one number, because
 * sorting numbers takes a fifth of the time of sorting with a comparison function.
 */
function sortByProminence(banks: readonly number[], prominence: Float32Array): number[] {
  const positionsMax = 2 ** 20
  const keyAt = (bank: number, at: number): number =>
    -Math.round((prominence[bank] as number) * 2 ** 24) * positionsMax + at
  const keys = Float64Array.from(banks, keyAt).sort()
  return Array.from(keys, (key) => banks[((key % positionsMax) + positionsMax) % positionsMax] as number)
}
