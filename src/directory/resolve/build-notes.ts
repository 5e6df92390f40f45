/**
 * Adds a note to a reading without a bank if the data is a reduced build and lacks the codes or banks that the reading
 * is about. Without it, a valid code would look like one that does not exist.
 */
import { bankLoss, bicLoss, branchLoss, codeLoss, countryText, incomplete, noteOnLoss } from '../build-losses.ts'
import type { CountryRecord } from '../records/country-record.ts'
import type { Scheme } from '../records/scheme.ts'
import type { CountryLosses } from '../storage/build-counts.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { joinSentences, type Reading } from './reading.ts'
import { countryOf } from './reading-country.ts'

export type AddBuildNote = (reading: Reading) => Reading

/** Returns null if the data is complete. */
export function createBuildNotes(packed: PackedDirectory): AddBuildNote | null {
  const { build, schemes, countries, banks } = packed
  if (!build) return null
  const known = new Map(countries.map((country) => [country.code, country]))
  // A country that the data has but that was not loaded has lost nothing.
  const described = build.countries.filter(({ code }) => banks.has(code) || !known.has(code))
  const losses = new Map(described.map((country) => [country.code, country]))
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
    return note === null ? reading : { ...reading, note: joinSentences([reading.note, note]) }
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
