/** The open directory: which countries are supported, the banks of each, one bank by its id. */
import { type BankDetail, listedTypes } from './records/bank.ts'
import { toBankDetail } from './records/bank-view.ts'
import { countryInputPattern, type SupportedCountry } from './records/country.ts'
import { runToEnd } from './run-to-end.ts'
import { createBankTable } from './storage/bank-table.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'
import { type BankFilter, createBankFilter } from './views/bank-filter.ts'

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
  /** The same in steps of a millisecond or two; requests can be served at each `yield`. */
  selectBanks(country: SupportedCountry, filter: BankFilter, prominence?: Float32Array): Generator<void, BankRows>
  findBank(id: string): BankDetail | undefined
}

/** A filter by code searches the text of each. */
const banksPerStep = 1_000

export function createDirectory(packed: PackedDirectory): Directory {
  const byInput = new Map(packed.supported.map((country) => [country.code, country]))
  const schemesOf = new Map<string, readonly string[]>()
  for (const { code, also = [], code_schemes = [] } of packed.countries) {
    schemesOf.set(code, code_schemes)
    for (const other of also) byInput.set(other, byInput.get(code) as SupportedCountry)
  }
  // Nearly everyone writes it in lower case.
  for (const [code, country] of [...byInput]) byInput.set(code.toLowerCase(), country)
  const banks = createBankTable(packed)
  const inputPattern = new RegExp(countryInputPattern)

  const selectBanks: Directory['selectBanks'] = function* ({ code }, filter, prominence) {
    const byName = packed.nameOrders.get(code) as Uint32Array
    const isWanted = createBankFilter({ ...filter, types: filter.types ?? listedTypes }, banks)
    const chosen: number[] = []
    for (const [at, bank] of byName.entries()) {
      if (isWanted(bank)) chosen.push(bank)
      if (at % banksPerStep === banksPerStep - 1) yield
    }
    yield
    const sorted = prominence ? sortByProminence(chosen, prominence) : chosen
    const pieces: Uint8Array[] = []
    for (let at = 0; at < sorted.length; at += banksPerStep) {
      const hasNext = at + banksPerStep < sorted.length
      for (const piece of banks.rowsOf(sorted.slice(at, at + banksPerStep), hasNext)) pieces.push(piece)
      yield
    }
    return { count: sorted.length, json: pieces }
  }

  return {
    revision: packed.revision,
    packed,
    countries: packed.supported,
    // The pattern first: outside ASCII, upper case is not one letter for one ("ß" becomes "SS").
    findCountry: (input) =>
      byInput.get(input) ?? (inputPattern.test(input) ? byInput.get(input.trim().toUpperCase()) : undefined),
    listBanks: (country, filter, prominence) => runToEnd(selectBanks(country, filter, prominence)),
    selectBanks,
    findBank: (id) => {
      const number = banks.numberOf(id)
      if (number === undefined) return undefined
      const record = banks.recordOf(number)
      return toBankDetail(record, schemesOf.get(record.country) ?? [], packed)
    },
  }
}

/**
 * The largest first; banks of the same prominence stay in their order. Prominence and place become one number, because
 * sorting numbers takes a fifth of the time of sorting with a comparison function.
 */
function sortByProminence(banks: readonly number[], prominence: Float32Array): number[] {
  const places = 2 ** 20
  const keys = Float64Array.from(banks, (bank, at) => -Math.round((prominence[bank] as number) * 2 ** 24) * places + at)
  return Array.from(keys.sort(), (key) => banks[((key % places) + places) % places] as number)
}
