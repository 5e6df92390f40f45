/** The open directory: which countries are supported, the banks of each, one bank by its id. */
import { type BankDetail, bankStatuses, bankTypes } from './bank.ts'
import { countryInputPattern, type SupportedCountry } from './country.ts'
import { numberBanks } from './numbered.ts'
import type { PackedBanks, PackedDirectory } from './packed.ts'
import { detailBank } from './shown.ts'

export interface BankFilter {
  status: (typeof bankStatuses)[number] | 'any'
  type?: (typeof bankTypes)[number] | undefined
}

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
  /** Sorted by id; a region's members one after the other. */
  listBanks(country: SupportedCountry, filter: BankFilter): BankRows
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
    listBanks: ({ code, members }, filter) => {
      const chosen = (members ?? [code]).map((member) => chooseRows(packed.banks.get(member) as PackedBanks, filter))
      const runs = chosen.flatMap((ofCountry) => ofCountry.runs)
      return {
        count: chosen.reduce((sum, { count }) => sum + count, 0),
        json: runs.flatMap((run, index) => (index === 0 ? [run] : [comma, run])),
      }
    },
    findBank: (id) => {
      const number = banks.numberOf(id)
      if (number === undefined) return undefined
      const record = banks.recordOf(number)
      return detailBank(record, schemesOf.get(record.country) ?? [], packed)
    },
  }
}

const comma = Buffer.from(',')

/** Neighbours are taken together, with the commas between them. */
function chooseRows(
  { rows, rowEnds, statuses, types }: PackedBanks,
  filter: BankFilter,
): { count: number; runs: Uint8Array[] } {
  const status = filter.status === 'any' ? undefined : bankStatuses.indexOf(filter.status)
  const type = filter.type === undefined ? undefined : bankTypes.indexOf(filter.type)
  const runs: Uint8Array[] = []
  let count = 0
  let runStart: number | undefined
  for (let index = 0; index <= rowEnds.length; index++) {
    const isChosen =
      index < rowEnds.length &&
      (status === undefined || status === statuses[index]) &&
      (type === undefined || type === types[index])
    if (isChosen) {
      count++
      runStart ??= index === 0 ? 0 : (rowEnds[index - 1] as number) + 1
    } else if (runStart !== undefined) {
      runs.push(rows.subarray(runStart, rowEnds[index - 1]))
      runStart = undefined
    }
  }
  return { count, runs }
}
