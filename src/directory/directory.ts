/**
 * The directory in memory: which countries are supported, the banks of each, one bank by its id.
 * Pure: it is opened on records that someone else has read and checked.
 */
import type { Bank, BankDetail, BankRecord, bankStatuses, bankTypes } from './bank.ts'
import { type CountryRecord, countryInputPattern, type SupportedCountry } from './country.ts'
import type { Scheme } from './scheme.ts'
import { detailBank, showBank } from './shown.ts'
import type { Source } from './source.ts'

export interface Records {
  revision: string
  countries: CountryRecord[]
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
  /** By country code, each list sorted by id. */
  banks: Map<string, BankRecord[]>
}

export interface BankFilter {
  status: (typeof bankStatuses)[number] | 'any'
  type?: (typeof bankTypes)[number] | undefined
}

export interface Directory {
  revision: string
  /** In display order. */
  countries: SupportedCountry[]
  /** The supported country that a caller means by `input`, in any case and by any of its codes. */
  findCountry(input: string): SupportedCountry | undefined
  /** Sorted by id; a region's members one after the other. */
  listBanks(country: SupportedCountry, filter: BankFilter): Bank[]
  findBank(id: string): BankDetail | undefined
}

export function openDirectory(records: Records): Directory {
  const byCode = new Map(records.countries.map((country) => [country.code, country]))
  const byId = new Map<string, BankRecord>()
  for (const banks of records.banks.values()) for (const bank of banks) byId.set(bank.id, bank)

  const banksOf = (country: { code: string; members?: readonly string[] | null | undefined }): BankRecord[] =>
    (country.members ?? [country.code]).flatMap((code) => records.banks.get(code) ?? [])

  const countries = records.countries.map((country) => describe(country, banksOf(country), records, byCode))
  const byInput = new Map(countries.map((country) => [country.code, country]))
  for (const [index, { also = [] }] of records.countries.entries()) {
    for (const code of also) byInput.set(code, countries[index] as SupportedCountry)
  }

  const preferredSchemes = (bank: BankRecord): readonly string[] => byCode.get(bank.country)?.code_schemes ?? []
  const inputPattern = new RegExp(countryInputPattern)

  return {
    revision: records.revision,
    countries,
    // The pattern first: outside ASCII, upper case is not one letter for one ("ß" becomes "SS").
    findCountry: (input) => (inputPattern.test(input) ? byInput.get(input.trim().toUpperCase()) : undefined),
    listBanks: (country, { status, type }) =>
      banksOf(country)
        .filter((bank) => (status === 'any' || bank.status === status) && (type === undefined || bank.type === type))
        .map((bank) => showBank(bank, preferredSchemes(bank))),
    findBank: (id) => {
      const bank = byId.get(id)
      return bank && detailBank(bank, preferredSchemes(bank), records)
    },
  }
}

function describe(
  country: CountryRecord,
  banks: BankRecord[],
  { schemes }: Records,
  byCode: Map<string, CountryRecord>,
): SupportedCountry {
  const open = banks.filter((bank) => bank.status === 'active')
  const used = new Set(
    open.flatMap(({ codes = [] }) => codes.filter((code) => !code.status).map((code) => code.scheme)),
  )
  const preferred = (country.members ?? [country.code]).map((code) => byCode.get(code)?.code_schemes ?? [])
  const first = new Set(preferred.map(([scheme]) => scheme))
  const ordered = new Set([...preferred.flat(), ...[...used].sort()].filter((scheme) => used.has(scheme)))
  return {
    code: country.code,
    alpha3: country.alpha3 ?? null,
    name: country.name,
    kind: country.kind,
    members: country.members ?? null,
    currency: country.currency,
    calling_code: country.calling_code ?? null,
    bank_count: open.length,
    iban: country.iban,
    bank_codes: [...ordered].map((id) => {
      const { label, pattern } = schemes.get(id) as Scheme
      return { scheme: id, label, pattern, primary: first.has(id) }
    }),
    account_number: { ...country.account_number, example: country.account_number.example ?? null },
  }
}
