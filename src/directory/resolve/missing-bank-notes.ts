/**
 * Adds a note to a reading without a bank if the data lacks the codes or banks that the reading is about: it is a reduced
 * build, or has only some countries. Without the note, a valid code would look like one that does not exist.
 */
import { bankLoss, bicLoss, branchLoss, codeLoss, countryText, incomplete, noteOnLoss } from '../builds/build-losses.ts'
import { describedCountries } from '../builds/data-build.ts'
import { type CountryRecord, displayNameOf } from '../records/country-record.ts'
import type { Scheme } from '../records/scheme.ts'
import type { CountryLosses } from '../storage/build-counts.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { countriesByKind } from './national-kinds.ts'
import { joinSentences, type Reading } from './reading.ts'

export type AddBuildNote = (reading: Reading) => Reading

/** Returns null if the data is complete. */
export function createBuildNotes(packed: PackedDirectory): AddBuildNote | null {
  const { build, schemes, countries } = packed
  if (!build) return null
  const known = new Map(countries.map((country) => [country.code, country]))
  const losses = new Map(describedCountries(packed).map((country) => [country.code, country]))
  const schemesOf = createSchemesOf(packed, known)
  const noteOn = (reading: Reading): string | null => {
    if (reading.kind === 'lei') return incomplete
    const country = countryOf(reading, schemes)
    const lost = losses.get(country ?? '')
    if (lost === undefined) return null
    // Without any bank in the country, the other losses go without saying.
    if (lost.left.banks === 0) return noteOnLoss(bankLoss(lost))
    if (reading.kind === 'bic') return noteOnLoss(bicLoss(lost))
    return firstNote(lost, schemesOf(reading, lost.code))
  }
  return (reading) => {
    if (!reading.check.passed || reading.holders.length > 0 || !namesBank(reading)) return reading
    const note = noteOn(reading)
    return note === null ? reading : { ...reading, note: joinSentences([reading.note, note]), cause: 'not_in_build' }
  }
}

/** Returns the notes on branch lists that the build left out, by the scheme of the bank codes in their forms. */
export function createBranchListNotes({ build, accountForms, branchLists }: PackedDirectory): Map<string, string> {
  const notes = new Map<string, string>()
  const lost = Object.assign({}, ...(build?.countries ?? []).map(({ branch_lists: lists }) => lists))
  for (const { id, scheme, label } of accountForms) {
    const note = lost[id] && noteOnLoss(branchLoss(lost[id], label))
    if (scheme !== undefined && note && branchLists.every(({ form }) => form !== id)) notes.set(scheme, note)
  }
  return notes
}

/** An account number without a bank code is not looked up, so no data is missing. */
const namesBank = ({ kind, parts }: Reading): boolean =>
  kind !== 'account_number' || parts.bank_code !== undefined || parts.clearing !== undefined

/** Schemes with one name for all their codes are described together. */
interface NamedSchemes {
  things: string
  ids: readonly string[]
}

function firstNote(lost: CountryLosses, groups: readonly NamedSchemes[]): string | null {
  for (const { things, ids } of groups) {
    const note = noteOnLoss(codeLoss(lost, ids, things))
    if (note !== null) return note
  }
  return null
}

/** Returns the schemes in which a reading was looked up, likeliest first. */
function createSchemesOf(
  { schemes, accountForms }: PackedDirectory,
  known: ReadonlyMap<string, CountryRecord>,
): (reading: Reading, country: string) => NamedSchemes[] {
  const all = [...schemes.values()]
  const routing = { things: 'US routing numbers', ids: all.filter(isRouting).map(({ id }) => id) }
  return ({ kind, scheme }, country) => {
    if (kind === 'us_aba') return [routing]
    const own = all.filter((one) => one.country === country)
    const inIban = own.filter(({ iban_bank_code }) => iban_bank_code).map(({ id }) => id)
    const inForms = accountForms.flatMap((form) => (form.country === country ? (form.scheme ?? []) : []))
    const preferred = known.get(country)?.code_schemes ?? []
    const ids = kind === 'bank_code' ? [scheme ?? ''] : new Set([...inIban, ...inForms, ...preferred])
    return [...ids].flatMap((id) => {
      const found = schemes.get(id)
      return found ? [{ things: thingsIn(found, known.get(country)), ids: [id] }] : []
    })
  }
}

const isRouting = ({ identifier }: Scheme): boolean => identifier === 'us_aba'

const thingsIn = ({ label, country: code }: Scheme, country: CountryRecord | undefined): string =>
  `codes of type "${label}" in ${countryText({ code, name: country?.display_name ?? country?.name ?? code })}`

/** Returns undefined if the identifier does not contain a country, such as an LEI. */
const countryOf = ({ kind, scheme, parts }: Reading, schemes: ReadonlyMap<string, Scheme>): string | undefined =>
  countriesByKind[kind] ?? (scheme === null ? parts.country : schemes.get(scheme)?.country)

type AddNotes = (readings: Reading[]) => Reading[]

/**
 * Notes for a directory that has the banks of only some countries. The rules for identifiers cover all countries, so an
 * identifier of another country is read and checked as usual. Returns undefined if all countries are open.
 */
export function createUnopenedNotes({ countries, banks, schemes }: PackedDirectory): AddNotes | undefined {
  const unopened = new Map(
    countries
      .filter(({ code, kind }) => kind === 'country' && !banks.has(code))
      .map((country) => [country.code, displayNameOf(country)]),
  )
  if (unopened.size === 0) return undefined
  const lenders = new Map(countries.map(({ code, bank_codes_from: lender }) => [code, lender]))

  const noteOn = (reading: Reading): string | undefined => {
    const country = countryOf(reading, schemes)
    if (country === undefined) return 'Only some countries are open in this directory.'
    const name = unopened.get(country)
    if (name !== undefined) return `${name} is not open in this directory, so no bank is looked up.`
    const lender = unopened.get(lenders.get(country) ?? '')
    return lender && `The bank codes are those of ${lender}, which is not open in this directory.`
  }
  return (readings) =>
    readings.map((reading) => {
      // An invalid identifier has a note only if a bank was looked up.
      const isLookup = reading.check.passed || reading.note !== null
      const note = reading.holders.length === 0 && isLookup ? noteOn(reading) : undefined
      return note === undefined ? reading : { ...reading, note, cause: 'not_open' }
    })
}
