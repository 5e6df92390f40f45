/**
 * The directory as bytes: everything that the service needs to know about the banks, in a few large buffers instead of
 * hundreds of thousands of small objects, which every garbage collection would have to visit.
 */
import type { AccountFormRecord } from '../records/account-form.ts'
import type { AccountRequirementsTable } from '../records/account-requirements.ts'
import { type BankRecord, bankStatuses, bankTypes, listedTypes } from '../records/bank.ts'
import { toBank } from '../records/bank-view.ts'
import type { ClearingSystem } from '../records/clearing-system.ts'
import type { CodeRange } from '../records/code-range.ts'
import { type CountryRecord, displayNameOf, type SupportedCountry } from '../records/country.ts'
import type { Release } from '../records/list-change.ts'
import type { OfficialCountRecord } from '../records/official-count.ts'
import type { Scheme } from '../records/scheme.ts'
import type { Source } from '../records/source.ts'
import { nameKey, orderByName } from './name-order.ts'

/** The contents of a data folder. */
export interface Dataset {
  revision: string
  countries: CountryRecord[]
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
  officialCounts: OfficialCountRecord[]
  /** Sorted by scheme and then by first code. Ranges do not overlap. */
  codeRanges: CodeRange[]
  accountForms: AccountFormRecord[]
  accountRequirements: AccountRequirementsTable
  clearingSystems: ClearingSystem[]
  /** Keyed by country code: the bytes of the country's data file, one JSON object per line. */
  lines: Map<string, Uint8Array>
  /** Grouped by country and sorted by id. The iterator validates each record before it returns it. */
  banks: Iterable<BankRecord>
  /** Past releases, oldest first: each starts at the revision where the previous one ends. */
  releases: Release[]
}

export interface PackedDirectory {
  revision: string
  countries: CountryRecord[]
  supported: SupportedCountry[]
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
  officialCounts: OfficialCountRecord[]
  codeRanges: CodeRange[]
  accountForms: AccountFormRecord[]
  accountRequirements: AccountRequirementsTable
  clearingSystems: ClearingSystem[]
  banks: Map<string, PackedBanks>
  /** Keyed by country or region code: the numbers of its banks (see `BankTable`), sorted by name. */
  nameOrders: Map<string, Uint32Array<ArrayBuffer>>
  releases: Release[]
}

/**
 * The banks in one country. In arrays called `…Ends`, entry `i` is the offset at which bank `i` ends, before its
 * separator.
 */
export interface PackedBanks {
  /** Each bank as JSON, as it appears in a list of banks, followed by a comma. */
  rows: Uint8Array<ArrayBuffer>
  rowEnds: Uint32Array<ArrayBuffer>
  /** The records as written in the data file, separated by line feeds. */
  records: Uint8Array<ArrayBuffer>
  recordEnds: Uint32Array<ArrayBuffer>
  /** Indexes into `bankStatuses` and `bankTypes`. */
  statuses: Uint8Array<ArrayBuffer>
  types: Uint8Array<ArrayBuffer>
}

export function packDirectory(dataset: Dataset): PackedDirectory {
  const { revision, countries, schemes, sources, officialCounts, lines, banks, releases } = dataset
  const { codeRanges, accountForms, accountRequirements, clearingSystems } = dataset
  const packers = new Map(
    countries
      .filter(({ kind }) => kind === 'country')
      .map(({ code, code_schemes = [] }) => [code, createPacker(lines.get(code) as Uint8Array, code_schemes, schemes)]),
  )
  for (const bank of banks) packers.get(bank.country)?.add(bank)
  const supported = countries.map((country) => toSupportedCountry(country, packers, countries, schemes))
  const packed = new Map([...packers].map(([code, packer]) => [code, packer.finish()]))
  const nameOrders = nameOrdersOf(countries, packers)
  const accounts = { accountForms, accountRequirements, clearingSystems }
  const tables = { countries, supported, schemes, sources, officialCounts, codeRanges, ...accounts }
  return { revision, ...tables, banks: packed, nameOrders, releases }
}

/**
 * Sorts the banks in each country and region by name. `orderByName` needs them sorted by id. An id starts with the
 * country code, so it is enough to sort a region's countries by code.
 */
function nameOrdersOf(countries: CountryRecord[], packers: Map<string, Packer>): PackedDirectory['nameOrders'] {
  const keys: string[] = []
  const numbers = new Map<string, number[]>()
  for (const [code, { nameKeys }] of packers) {
    numbers.set(
      code,
      nameKeys.map((key) => keys.push(key) - 1),
    )
  }
  return new Map(
    countries.map(({ code, members = [code] }) => {
      const byId = members.toSorted().flatMap((member) => numbers.get(member) as number[])
      return [code, orderByName(byId, keys)]
    }),
  )
}

interface Packer {
  add(bank: BankRecord): void
  finish(): PackedBanks
  /** Indexed by bank: the sort key of its name. */
  nameKeys: string[]
  /**
   * Active banks with a type in `listedTypes`: how many there are, and the code schemes in which they have current
   * codes.
   */
  openBanks: { count: number; schemes: Set<string> }
}

const numbersOf = <Value>(values: readonly Value[]): Map<Value, number> =>
  new Map(values.map((value, number) => [value, number]))
const statusNumbers = numbersOf(bankStatuses)
const typeNumbers = numbersOf(bankTypes)

function createPacker(lines: Uint8Array, preferredSchemes: readonly string[], schemes: Map<string, Scheme>): Packer {
  const rows = createTextBuffer(lines.length)
  const rowEnds: number[] = []
  const statuses: number[] = []
  const types: number[] = []
  const nameKeys: string[] = []
  const openBanks = { count: 0, schemes: new Set<string>() }
  return {
    nameKeys,
    openBanks,
    add: (bank) => {
      const row = toBank(bank, preferredSchemes, schemes)
      rowEnds.push(rows.append(JSON.stringify(row)))
      nameKeys.push(nameKey(bank.name))
      statuses.push(statusNumbers.get(bank.status) as number)
      types.push(typeNumbers.get(bank.type) as number)
      if (bank.status !== 'active' || !listedTypes.includes(bank.type)) return
      openBanks.count++
      for (const scheme of Object.keys(row.codes)) openBanks.schemes.add(scheme)
    },
    finish: () => ({
      rows: rows.bytes(),
      rowEnds: Uint32Array.from(rowEnds),
      records: ownBytes(lines),
      recordEnds: lineEnds(lines, rowEnds.length),
      statuses: Uint8Array.from(statuses),
      types: Uint8Array.from(types),
    }),
  }
}

/** Appends texts as UTF-8 to one buffer, each followed by a comma, so that no string stays in memory. */
function createTextBuffer(bytesExpected: number): { append(text: string): number; bytes(): Uint8Array<ArrayBuffer> } {
  let buffer = Buffer.allocUnsafeSlow(bytesExpected)
  let length = 0
  return {
    append: (text) => {
      // A UTF-16 code unit takes at most three bytes in UTF-8. The extra byte is for the comma.
      const most = text.length * 3 + 1
      if (length + most > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(buffer.length * 2 + most)
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      const end = length + buffer.write(text, length)
      buffer[end] = comma
      length = end + 1
      return end
    },
    // Return a view instead of a trimmed copy: the memory pages past the end were never written, so they take no
    // memory.
    bytes: () => new Uint8Array(buffer.buffer, 0, length),
  }
}

const comma = 0x2c

/**
 * Returns the bytes in an `ArrayBuffer` that holds nothing else, so that it can be transferred to another thread.
 * Copies them only if necessary.
 */
function ownBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(buffer, byteOffset, byteLength).slice()
}

function lineEnds(lines: Uint8Array, count: number): Uint32Array<ArrayBuffer> {
  const ends = new Uint32Array(count)
  let end = -1
  for (let index = 0; index < count; index++) {
    end = lines.indexOf(0x0a, end + 1)
    ends[index] = end
  }
  return ends
}

function toSupportedCountry(
  country: CountryRecord,
  packers: Map<string, Packer>,
  countries: CountryRecord[],
  schemes: Map<string, Scheme>,
): SupportedCountry {
  const codes = country.members ?? [country.code]
  const openBanks = codes.map((code) => (packers.get(code) as Packer).openBanks)
  const usedSchemes = new Set(openBanks.flatMap(({ schemes: ofCountry }) => [...ofCountry]))
  const preferred = countries.filter(({ code }) => codes.includes(code)).map(({ code_schemes = [] }) => code_schemes)
  const primary = new Set(preferred.map(([scheme]) => scheme))
  const ordered = new Set([...preferred.flat(), ...[...usedSchemes].sort()].filter((id) => usedSchemes.has(id)))
  return {
    code: country.code,
    alpha3: country.alpha3 ?? null,
    name: country.name,
    display_name: displayNameOf(country),
    also: country.also ?? [],
    kind: country.kind,
    members: country.members ?? null,
    currency: country.currency,
    calling_code: country.calling_code ?? null,
    bank_count: openBanks.reduce((sum, { count }) => sum + count, 0),
    iban: country.iban,
    bank_codes: [...ordered].map((id) => {
      const { label, pattern, level, use, used_for } = schemes.get(id) as Scheme
      return { scheme: id, label, pattern, level, use, used_for, primary: primary.has(id) }
    }),
    account_number: { ...country.account_number, example: country.account_number.example ?? null },
  }
}
