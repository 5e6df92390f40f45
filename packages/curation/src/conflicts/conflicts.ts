/** Finds contradictory claims to codes, BICs and LEIs, and shows which claims are served. */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import type { DataFolder } from '../data-folder.ts'
import { isLater } from '../dates.ts'
import { givesField } from '../fields-by-source.ts'
import { compare } from '../serialize.ts'
import { isEdition, seriesOf } from '../sources/source-file.ts'
import { type Authority, authorityOf, byAuthority } from './source-authority.ts'

export const conflictKinds = ['same_code', 'several_values', 'same_bic', 'same_lei'] as const

export interface Conflict {
  kind: (typeof conflictKinds)[number]
  country: string
  /** The id of a code scheme, or `bic` or `lei`. */
  scheme: string
  /** The value that several banks claim; for `several_values`, the id of the bank that has the values. */
  subject: string
  /** Claims with better sources come first. */
  claims: ConflictClaim[]
  /** Whether the value is served for two banks at once, so that a payment may reach either of them. */
  is_broken: boolean
}

export interface ConflictClaim {
  bank: string
  bank_status: BankRecord['status']
  value: string
  status: 'current' | 'unconfirmed'
  /** Whether lookups return this value for the bank. */
  is_served: boolean
  /** Whether the bank's record marks the value as its main code. */
  is_main: boolean
  sources: ClaimSource[]
  notes: string[]
}

export interface ClaimSource {
  id: string
  publisher: string
  date: string
  /**
   * Whether every row is as recent as the list itself. In a file that is edited by hand, the age of a row is unknown.
   */
  rows_dated: boolean
  authority: Authority
  /** The id of a later edition of the list that has the bank but not this code. */
  outdated_by?: string
}

type Folder = Pick<DataFolder, 'banks' | 'schemes' | 'sources'>
type Code = NonNullable<BankRecord['codes']>[number]

export function findConflicts(folder: Folder): Conflict[] {
  const byCountry = Map.groupBy(folder.banks.values(), ({ country }) => country)
  return [...byCountry].flatMap(([country, banks]) => [
    ...sameCodes(folder, country, banks),
    ...severalValues(folder, country, banks),
    ...sameIdentifiers(folder, country, banks, 'bic'),
    ...sameIdentifiers(folder, country, banks, 'lei'),
  ])
}

function sameCodes(folder: Folder, country: string, banks: BankRecord[]): Conflict[] {
  const holdings = banks.flatMap((bank) => liveCodes(bank).map((code) => ({ bank, code })))
  const byCode = Map.groupBy(holdings, ({ code }) => `${code.scheme} ${code.value}`)
  return [...byCode.values()]
    .filter((holders) => holders.length > 1)
    .map((holders) => {
      const { scheme, value } = (holders[0] as (typeof holdings)[number]).code
      const claims = holders.map(({ bank, code }) => claimOf(folder, bank, code)).sort(byBestSource)
      const is_broken = claims.filter(({ is_served }) => is_served).length > 1
      return { kind: 'same_code', country, scheme, subject: value, claims, is_broken }
    })
}

/**
 * If more than this share of a scheme's banks have several values, we assume that the scheme assigns several per bank.
 */
const severalShareMax = 0.05
/** If fewer banks than this have a code in the scheme, the share of banks with several values is not meaningful. */
const holdersMin = 10

/**
 * Finds banks that have both confirmed and unconfirmed values in a scheme, or several values in a scheme that assigns
 * one per bank. A payment provider keeps the codes of absorbed banks and of brands, so its codes do not compete.
 */
function severalValues(folder: Folder, country: string, banks: BankRecord[]): Conflict[] {
  const single = singleSchemes(banks)
  return banks.flatMap((bank) =>
    [...Map.groupBy(liveCodes(bank), ({ scheme }) => scheme)]
      .filter(([scheme, codes]) => {
        if (folder.schemes.get(scheme)?.use === 'provider') return false
        const current = codes.filter(({ status }) => status === undefined).length
        return codes.length > 1 && (single.has(scheme) || (current > 0 && current < codes.length))
      })
      .map(([scheme, codes]): Conflict => {
        const claims = codes.map((code) => claimOf(folder, bank, code)).sort(byBestSource)
        return { kind: 'several_values', country, scheme, subject: bank.id, claims, is_broken: false }
      }),
  )
}

/**
 * Returns the schemes that assign one value per bank. No table states this, so it is derived from the number of current
 * codes that each bank has.
 */
function singleSchemes(banks: BankRecord[]): Set<string> {
  const holders = banks.flatMap((bank) => [
    ...Map.groupBy(
      liveCodes(bank).filter(({ status }) => status === undefined),
      ({ scheme }) => scheme,
    ),
  ])
  const single = [...Map.groupBy(holders, ([scheme]) => scheme)].filter(([, all]) => {
    const several = all.filter(([, codes]) => codes.length > 1).length
    return all.length >= holdersMin && several <= all.length * severalShareMax
  })
  return new Set(single.map(([scheme]) => scheme))
}

/**
 * Finds BICs or LEIs that several open banks share. Compares only banks in the same country: across borders, the
 * branches of a company share its LEI, and the clients of a foreign provider share its BIC.
 */
function sameIdentifiers(folder: Folder, country: string, banks: BankRecord[], field: 'bic' | 'lei'): Conflict[] {
  const open = banks.filter((bank) => bank.status === 'active' && bank[field] !== undefined)
  return [...Map.groupBy(open, (bank) => bank[field] as string)]
    .filter(([, holders]) => holders.length > 1)
    .map(([value, holders]) => ({
      kind: `same_${field}`,
      country,
      scheme: field,
      subject: value,
      claims: holders
        .map((bank) => {
          // Unlike a code, a BIC or an LEI does not name its source, so take every source of the bank that provides
          // this field. If none does, take all sources of the bank.
          const givingSources = bank.sources.filter((id) => givesField(folder.sources.get(id) as Source, field))
          const sources = (givingSources.length > 0 ? givingSources : bank.sources).map((id) =>
            sourceOf(folder, id, undefined),
          )
          return claim(bank, { value, is_served: true, sources })
        })
        .sort(byBestSource),
      is_broken: false,
    }))
}

const liveCodes = ({ codes = [] }: BankRecord): Code[] => codes.filter(({ status }) => status !== 'former')

function claimOf(folder: Folder, bank: BankRecord, code: Code): ConflictClaim {
  const { scheme, value, status, main = false, in_force = false, source, as_of } = code
  const from = sourceOf(folder, source, folder.schemes.get(scheme))
  const later = bank.sources.filter((id) => isLaterEdition(folder, id, source)).at(-1)
  return claim(bank, {
    value,
    status: status === 'unconfirmed' ? status : 'current',
    is_served: status === undefined && (bank.status === 'active' || in_force),
    is_main: main,
    sources: [
      {
        ...from,
        ...(as_of !== undefined && { date: as_of, rows_dated: true }),
        ...(later && { outdated_by: later }),
      },
    ],
  })
}

/**
 * Returns whether source `id` is a later edition of source `other`. A code's source is the newest list that has the
 * code, so a later edition among the bank's sources no longer has it.
 */
const isLaterEdition = ({ sources }: Folder, id: string, other: string): boolean =>
  isEdition(id, seriesOf(other)) && isLater((sources.get(id) as Source).date, (sources.get(other) as Source).date)

const claim = (
  { id, status, notes = [] }: BankRecord,
  fields: Pick<ConflictClaim, 'value' | 'is_served' | 'sources'> & Partial<Pick<ConflictClaim, 'status' | 'is_main'>>,
): ConflictClaim => ({
  bank: id,
  bank_status: status,
  status: 'current',
  is_main: false,
  notes,
  ...fields,
  sources: fields.sources.toSorted(byAuthority),
})

function sourceOf({ sources }: Folder, id: string, scheme: Scheme | undefined): ClaimSource {
  const source = sources.get(id) as Source
  const { publisher, date, rows_dated = true } = source
  return { id, publisher, date, rows_dated, authority: authorityOf(source, scheme) }
}

const byBestSource = (a: ConflictClaim, b: ConflictClaim): number =>
  byAuthority(a.sources[0] as ClaimSource, b.sources[0] as ClaimSource) || compare(a.bank, b.bank)
