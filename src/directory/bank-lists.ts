/** Lists the supported countries and their banks, and finds a bank by its id. */
import { explainOmission } from './build-losses.ts'
import { createCountryFinder } from './country-finder.ts'
import { listedTypes } from './records/bank-record.ts'
import type { SupportedCountry } from './records/country-record.ts'
import { runToEnd } from './run-to-end.ts'
import { createBankTable } from './storage/bank-table.ts'
import { type BankRows, listJson } from './storage/list-json.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'
import { createDetailWriter } from './views/bank-detail.ts'
import { type BankFilter, createBankFilter } from './views/bank-filter.ts'

/** `limit`: the maximum number of banks, all by default. `offset`: the number of banks to skip. */
export type LimitedFilter = BankFilter & { limit?: number | undefined; offset?: number | undefined }

export interface BankLists {
  revision: string
  packed: PackedDirectory
  /** In display order. */
  countries: SupportedCountry[]
  /** `input`: a code or a name of the country, in upper or lower case. */
  findCountry(input: string): SupportedCountry | undefined
  /** Returns the country that a misspelt or unofficial name probably means. */
  suggestCountry(input: string): SupportedCountry | undefined
  /** Says that this build of the data leaves out the country, if it does. `input`: one of its codes, or its name. */
  explainOmission(input: string): string | undefined
  /**
   * Returns banks sorted by name. A region's list merges the banks of all its countries. With `prominence`, the most
   * prominent banks come first.
   */
  listBanks(country: SupportedCountry, filter: LimitedFilter, prominence?: Float32Array): BankRows
  /** Like `listBanks`, but yields every millisecond or two, so that a server can do other work in between. */
  selectBanks(country: SupportedCountry, filter: LimitedFilter, prominence?: Float32Array): Generator<void, BankRows>
  /** Returns the open banks of a country or region as the API returns them. */
  defaultList(country: SupportedCountry): Buffer
  hasBank(id: string): boolean
  /** Returns the bank with all details, as JSON. */
  findBank(id: string): string | undefined
}

/** Small enough that a step takes a millisecond or two. */
const banksPerStep = 1_000

export function createBankLists(packed: PackedDirectory): BankLists {
  const countries = createCountryFinder(packed.supported, packed.countries)
  const banks = createBankTable(packed)
  const writeDetail = createDetailWriter(packed)

  const selectBanks: BankLists['selectBanks'] = function* ({ code }, filter, prominence) {
    const byName = packed.nameOrders.get(code) as Uint32Array
    const passes = createBankFilter({ ...filter, types: filter.types ?? listedTypes }, banks)
    const chosen: number[] = []
    for (const [at, bank] of byName.entries()) {
      if (passes(bank)) chosen.push(bank)
      if (at % banksPerStep === banksPerStep - 1) yield
    }
    yield
    const { offset = 0, limit = Number.POSITIVE_INFINITY } = filter
    const sorted = (prominence ? sortByProminence(chosen, prominence) : chosen).slice(offset, offset + limit)
    const chunks: Uint8Array[] = []
    for (let at = 0; at < sorted.length; at += banksPerStep) {
      const hasNext = at + banksPerStep < sorted.length
      chunks.push(...banks.rowsOf(sorted.slice(at, at + banksPerStep), hasNext))
      yield
    }
    return { count: sorted.length, json: chunks }
  }

  const listBanks: BankLists['listBanks'] = (country, filter, prominence) =>
    runToEnd(selectBanks(country, filter, prominence))

  return {
    revision: packed.revision,
    packed,
    countries: packed.supported,
    findCountry: countries.find,
    suggestCountry: countries.suggest,
    explainOmission: (input) => explainOmission(packed.build, input, packed.countries),
    listBanks,
    selectBanks,
    defaultList: (country) => {
      const ofCountry = packed.banks.get(country.code)
      if (!ofCountry) return listJson(country, packed.revision, listBanks(country, { status: 'active' }))
      const { rows, listBytes } = ofCountry
      return Buffer.from(rows.buffer, rows.byteOffset, listBytes)
    },
    hasBank: (id) => banks.numberOf(id) !== undefined,
    findBank: (id) => {
      const bank = banks.numberOf(id)
      return bank === undefined ? undefined : writeDetail(banks.rowOf(bank), banks.recordOf(bank))
    },
  }
}

/**
 * Sorts by prominence, highest first; banks with equal prominence keep their order. Packs prominence and position into
 * one number, because sorting numbers is five times as fast as sorting with a comparison function.
 */
function sortByProminence(banks: readonly number[], prominence: Float32Array): number[] {
  const positionsMax = 2 ** 20
  const keyAt = (bank: number, at: number): number =>
    -Math.round((prominence[bank] as number) * 2 ** 24) * positionsMax + at
  const keys = Float64Array.from(banks, keyAt).sort()
  return Array.from(keys, (key) => banks[((key % positionsMax) + positionsMax) % positionsMax] as number)
}
