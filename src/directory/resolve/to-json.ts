/** Serialises the readings of an identifier. The bank table already has each bank as JSON, so that text is reused. */
import { isQrIban } from '../../identifiers/iban.ts'
import { incomplete } from '../builds/build-losses.ts'
import type { BankRail } from '../rail-reach.ts'
import { parseWithoutCodes, toSummary } from '../records/bank-view.ts'
import type { BankTable } from '../storage/bank-table.ts'
import { type BankField, pickJson } from '../views/selected-fields.ts'
import { type BicMatchLookups, matchBic } from './bic-match/bic-match.ts'
import type { FormatInGroups } from './printed-form/digit-groups.ts'
import { maskedForm, printedForm } from './printed-form/printed-form.ts'
import type { Holder, Reading, ReadingKind } from './reading.ts'
import type { ReadingRails } from './reading-rails.ts'

export interface ReadingView {
  /** The fields to return for each bank, in the order of the bank schema; if undefined, the summary fields. */
  fields?: readonly BankField[] | undefined
  /** Limits the banks per reading: hundreds of Polish cooperative banks share a BIC. `bank_count` has the total. */
  banksMax: number
  /** Limits the readings: a short number can be a code in many countries. `reading_count` has the total. */
  readingsMax: number
  /** Returns only readings of these kinds. */
  kinds?: readonly ReadingKind[] | undefined
  /** Leaves out rails with an unknown `reachable`. */
  hasOnlyKnownRails?: boolean | undefined
  /** A BIC to compare with the bank of each reading. */
  bic?: string | undefined
}

/** What the JSON of a reading needs to know about its banks. */
export interface ReadingLookups extends BicMatchLookups {
  banks: BankTable
  rails: ReadingRails
  /** The codes of the countries in SEPA. */
  sepa: ReadonlySet<string>
  formatInGroups: FormatInGroups
}

export interface ReadText {
  /** False for a reduced data build, in which a reading may be missing because the build lacks its codes. */
  isComplete?: boolean
  /** Whether the text has words that no bank has in its name. */
  hasName?: boolean
}

export function resultToJson(
  readings: readonly Reading[],
  lookups: ReadingLookups,
  view: ReadingView,
  { isComplete = true, hasName = false }: ReadText = {},
): string {
  const items = readings.slice(0, view.readingsMax).map((reading) => readingToJson(reading, lookups, view))
  const unrecognised = hasName ? unknownName : advice
  const message = readings.length > 0 ? null : isComplete ? unrecognised : `${unrecognised} ${incomplete}`
  return `{"reading_count":${readings.length},"readings":[${items.join(',')}],"message":${toJson(message)}}`
}

const advice =
  'Unrecognised format. Check the value, add the country (national account numbers need it), or use search if this is a name.'
const unknownName =
  'Unrecognised: no bank that this text names has an account number or a code like this. Check the name and the number, add the country, or use search to find the bank.'

export function readingToJson(
  reading: Reading,
  lookups: ReadingLookups,
  { fields, banksMax, hasOnlyKnownRails, bic: bicToMatch }: ReadingView,
): string {
  const { banks, rails, sepa, formatInGroups } = lookups
  const { kind, scheme, verdict, check, parts, branch, branchChecked, bic, note, cause, iban, holders } = reading
  const { canonical, checks, accountChecked } = check
  // Written field by field: one `JSON.stringify` of all of them takes longer. Names from our own lists need no escapes.
  const identity = `"kind":"${kind}","scheme":${toJson(scheme)},"verdict":"${verdict}","canonical":${toJson(canonical)}`
  const checked = `"checks":${checks.length === 0 ? '[]' : `["${checks.join('","')}"]`},"account_checked":${accountChecked},"branch_checked":${branchChecked}`
  const fault = check.passed
    ? noFault
    : `"reason":"${check.reason}","message":${toJson(check.message)},"at":${check.at ? `[${check.at}]` : null},"suggestion":${toJson(check.suggestion)}`
  const all = rails.ofReading(reading)
  const shownRails = hasOnlyKnownRails ? all.filter(({ reachable }) => reachable !== null) : all
  const ofIban =
    kind === 'iban' && check.passed
      ? `"sepa":${sepa.has(canonical.slice(0, 2))},"qr_iban":${isQrIban(canonical)}`
      : noIban
  const found = `"parts":${JSON.stringify(parts)},"branch":${branch && JSON.stringify(branch)},"bic":${toJson(bic)},${bicToMatch === undefined ? noBic : bicMatchJson(bicToMatch, reading, lookups)},"iban":${toJson(iban)},"formatted":${inQuotes(printedForm(reading, formatInGroups))},"masked":${inQuotes(maskedForm(reading))},"note":${toJson(note)},"cause":${toJson(cause)},${ofIban},"rails":${JSON.stringify(shownRails)},"bank_count":${holders.length}`
  let items = ''
  for (let at = 0; at < holders.length && at < banksMax; at++) {
    const { bank, relation, since } = holders[at] as Holder
    const row = banks.rowOf(bank)
    const json = fields ? rowWithFields(row, fields, () => rails.ofBank(bank)) : toSummary(row)
    const start = `${at > 0 ? ',' : ''}${json.slice(0, -1)}${json === '{}' ? '' : ','}`
    items += `${start}"relation":"${relation}","since":${toJson(since)}}`
  }
  return `{${identity},${checked},${fault},${found},"banks":[${items}]}`
}

const toJson = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text))

/** For text without characters that JSON escapes. */
const inQuotes = (text: string | null): string => (text === null ? 'null' : `"${text}"`)

/** The error fields of a reading that passes its checks: the response has these keys even if there is no error. */
const noFault = '"reason":null,"message":null,"at":null,"suggestion":null'

const noIban = '"sepa":null,"qr_iban":null'

const noBic = '"bic_match":null,"bic_note":null'

function bicMatchJson(bic: string, reading: Reading, lookups: BicMatchLookups): string {
  const { match, note } = matchBic(bic, reading, lookups)
  return `"bic_match":"${match}","bic_note":${toJson(note)}`
}

const rowWithFields = (row: string, fields: readonly BankField[], railsOf: () => BankRail[]): string =>
  pickJson(fields.includes('codes') ? JSON.parse(row) : parseWithoutCodes(row), fields, railsOf)
