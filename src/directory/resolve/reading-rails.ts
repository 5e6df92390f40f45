/** Finds the payment rails of the bank in a reading, with the code or branch that was read. */
import type { Branches } from '../branches/branches.ts'
import { memoize } from '../memoize.ts'
import type { BankRail, RailBank, Rails } from '../rail-reach.ts'
import type { BankTable } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { payableRelations } from './holders/holders.ts'
import type { Reading } from './reading.ts'

export interface ReadingRails {
  /** Returns the rails of the first bank. Returns none if it is only an indication of the bank. */
  ofReading(reading: Reading): BankRail[]
  ofBank(bank: number): BankRail[]
}

/** Maximum number of banks in the cache. Parsing a record with many codes is slow. */
const banksMax = 1_000

export function createReadingRails(
  { schemes }: Pick<PackedDirectory, 'schemes'>,
  banks: BankTable,
  branches: Branches,
  rails: Rails,
): ReadingRails {
  const factsOf = memoize((bank: number): RailBank => {
    const { id, country, codes = [], rails: own, rails_unknown, status } = banks.recordOf(bank)
    const forPayments = codes.filter(({ scheme }) => schemes.get(scheme)?.use === 'payment')
    return { id, country, codes: forPayments, rails: own, rails_unknown, status }
  }, banksMax)
  const ofBank: ReadingRails['ofBank'] = (bank) =>
    rails.inCountry(banks.countryOf(bank)).length === 0 ? [] : rails.ofBank(factsOf(bank))
  return {
    ofBank,
    ofReading: ({ holders: [first], ...reading }) => {
      if (!first || !reading.check.passed || !payableRelations.has(first.relation)) return []
      const country = banks.countryOf(first.bank)
      if (rails.inCountry(country).length === 0) return []
      const branch = reading.branch ? branches.listIn(country)?.table.find(reading.branch.code) : undefined
      return rails.ofBank(factsOf(first.bank), { code: codeIn(reading), branch })
    },
  }
}

/** Returns the code of the bank in the identifier; undefined if the identifier has none, such as a BIC. */
const codeIn = ({ kind, check, parts }: Pick<Reading, 'kind' | 'check' | 'parts'>): string | undefined =>
  kind === 'us_aba' || kind === 'bank_code' ? check.canonical : parts.bank_code
