/** Describes a reduced build for `build.json`: what the full data has in the countries that lost facts, and why. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { branchFile } from '../../../../src/dataset/data-files.ts'
import { throwFault } from '../../../../src/dataset/dataset-error.ts'
import { parseBranchRows } from '../../../../src/dataset/tables/branch-rows.ts'
import { methodRecordsOf } from '../../../../src/directory/accounts/requirements.ts'
import type { PaymentMethodRecord } from '../../../../src/directory/records/account-requirements-record.ts'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import { type CountryRecord, displayNameOf } from '../../../../src/directory/records/country-record.ts'
import type { CountryBuild, DataBuildRecord, MethodBuild } from '../../../../src/directory/records/data-build-record.ts'
import { type Redistribution, redistributions, type Source } from '../../../../src/directory/records/source.ts'
import { type CountryCounts, countBank, emptyCounts } from '../../../../src/directory/storage/build-counts.ts'
import type { Dataset } from '../../../../src/directory/storage/packed-directory.ts'
import type { DataFolder } from '../data-folder.ts'
import { compare } from '../serialize.ts'

/** `after`: what is left of the data. The payment methods are added by `lostMethods` when the folder is written. */
export function describeBuild(
  data: DataFolder,
  after: { banks: ReadonlyMap<string, BankRecord>; countries: readonly CountryRecord[] },
  classes: ReadonlySet<Redistribution>,
): DataBuildRecord {
  const before = Map.groupBy(data.banks.values(), ({ country }) => country)
  const left = Map.groupBy(after.banks.values(), ({ country }) => country)
  const states = data.countries.filter(({ kind }) => kind === 'country')
  const schemesLeft = schemesOf(after.banks.values())
  return {
    without: redistributions.filter((one) => classes.has(one)),
    from: data.revision,
    schemes: [...schemesOf(data.banks.values())].filter((id) => !schemesLeft.has(id)).sort(compare),
    regions: lostMembers(data.countries, after.countries),
    countries: states.flatMap((country) => {
      const banks = before.get(country.code) ?? []
      return describeCountry(country, banks, left.get(country.code) ?? [], {
        termsOf: (source) => (data.sources.get(source) as Source).redistribution,
        classes,
        lists: branchListsOf(data, country.code),
      })
    }),
  }
}

const schemesOf = (banks: Iterable<BankRecord>): Set<string> =>
  new Set([...banks].flatMap(({ codes = [] }) => codes.map(({ scheme }) => scheme)))

function lostMembers(before: readonly CountryRecord[], after: readonly CountryRecord[]): Record<string, string[]> {
  const left = new Set(after.map(({ code }) => code))
  const lost = before.map(({ code, members = [] }) => [code, members.filter((member) => !left.has(member))] as const)
  return Object.fromEntries(lost.filter(([, members]) => members.length > 0))
}

type MethodTables = Pick<Dataset, 'countries' | 'accountRequirements'>

/** Returns the payment methods that the full data has and the reduced data does not. */
export function lostMethods(
  data: Pick<DataFolder, 'accountForms' | 'sources'>,
  before: MethodTables,
  after: MethodTables,
  classes: ReadonlySet<Redistribution>,
): MethodBuild[] {
  const idsLeft = new Set(recordsIn(after).map(({ id }) => id))
  const termsOf: Terms['termsOf'] = (source) => (data.sources.get(source) as Source).redistribution
  return recordsIn(before)
    .filter(({ id }) => !idsLeft.has(id))
    .map(({ id, country, source, fields }) => {
      const forms = fields.flatMap(({ form }) => data.accountForms.find((one) => one.id === form)?.source ?? [])
      return { id, country, terms: excludedTerms([source, ...forms], { termsOf, classes }) }
    })
}

const recordsIn = ({ countries, ...tables }: MethodTables): PaymentMethodRecord[] =>
  countries.flatMap((country) => methodRecordsOf(country, tables))

interface Terms {
  termsOf(source: string): Redistribution
  classes: ReadonlySet<Redistribution>
}

interface BranchListFacts {
  form: string
  sources: string[]
  count: number
}

const branchListsOf = ({ accountForms, path }: DataFolder, country: string): BranchListFacts[] =>
  accountForms.flatMap(({ id, country: own, branches }) => {
    if (own !== country || !branches) return []
    const rows = parseBranchRows(readFileSync(join(path, branchFile(id))), branchFile(id), throwFault)
    return [{ form: id, sources: Object.values(branches), count: rows.length }]
  })

/** Returns an empty array if the country has lost no bank, BIC, code or branch list. */
function describeCountry(
  country: CountryRecord,
  before: BankRecord[],
  after: BankRecord[],
  { lists, ...terms }: Terms & { lists: BranchListFacts[] },
): CountryBuild[] {
  const [full, left] = [count(before), count(after)]
  const lostSchemes = [...full.codes].filter(([scheme, codes]) => (left.codes.get(scheme) ?? 0) < codes)
  const lostLists = lists.filter(
    ({ sources }) => left.banks === 0 || sources.some((source) => terms.classes.has(terms.termsOf(source))),
  )
  const isWhole = left.banks === full.banks && left.bics === full.bics
  if (lostSchemes.length === 0 && lostLists.length === 0 && isWhole) return []
  const { code, alpha3, also } = country
  const afterById = new Map(after.map((bank) => [bank.id, bank]))
  const lessened = before.filter((bank) => lostBic(bank, afterById.get(bank.id)))
  const lostCodes = before.flatMap((bank) => lostCodesOf(bank, afterById.has(bank.id), terms))
  return [
    {
      code,
      ...(alpha3 !== undefined && { alpha3 }),
      name: displayNameOf(country),
      ...(also !== undefined && { also }),
      terms: excludedTerms(
        (lessened.length > 0 ? lessened : before).flatMap(({ sources }) => sources),
        terms,
      ),
      banks: full.banks,
      bics: full.bics,
      codes: Object.fromEntries(
        lostSchemes
          .toSorted(([one], [other]) => compare(one, other))
          .map(([scheme, codes]) => {
            const sources = lostCodes.flatMap((lost) => (lost.scheme === scheme ? lost.sources : []))
            return [scheme, { count: codes, terms: excludedTerms(sources, terms) }]
          }),
      ),
      ...(lostLists.length > 0 && {
        branch_lists: Object.fromEntries(
          lostLists.map(({ form, sources, count: rows }) => [
            form,
            { count: rows, terms: excludedTerms(sources, terms) },
          ]),
        ),
      }),
    },
  ]
}

function count(banks: readonly BankRecord[]): CountryCounts {
  const counts = emptyCounts()
  for (const bank of banks) countBank(bank, counts)
  return counts
}

/** Whether the bank is gone, or its BIC is. */
const lostBic = ({ bic, other_bics }: BankRecord, after: BankRecord | undefined): boolean =>
  !after || ((bic ?? other_bics) !== undefined && (after.bic ?? after.other_bics) === undefined)

/** The lost codes of a bank with their sources. If a code is lost only because its bank is, the bank's sources count. */
function lostCodesOf(
  { codes = [], sources }: BankRecord,
  isKept: boolean,
  { termsOf, classes }: Terms,
): { scheme: string; sources: string[] }[] {
  return codes.flatMap(({ scheme, source }) => {
    if (classes.has(termsOf(source))) return [{ scheme, sources: [source] }]
    return isKept ? [] : [{ scheme, sources }]
  })
}

/**
 * Returns the terms of the sources that the build leaves out, most restrictive first. If none of the sources is left out,
 * the country was removed for lack of other banks, so all terms count.
 */
function excludedTerms(sources: readonly string[], { termsOf, classes }: Terms): Redistribution[] {
  const all = redistributions.toReversed().filter((one) => classes.has(one))
  const found = new Set(sources.map(termsOf))
  const excluded = all.filter((one) => found.has(one))
  return excluded.length > 0 ? excluded : all
}
