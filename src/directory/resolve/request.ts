/** Parses a request to resolve an identifier into the text of the identifier, its label and the possible countries. */
import { compact } from '../../identifiers/compact.ts'
import type { Scheme } from '../records/scheme.ts'
import { nationalLabels } from './national-kinds.ts'
import type { Reading, ReadingKind } from './reading.ts'

export interface ResolveRequest {
  /** The text in the request after cleanup, without its label and without the quotes or brackets around it. */
  text: string
  /** The text without the labels inside it, such as those before the bank code and the account number. */
  bare: string
  compacted: string
  /** Whether `compacted` consists of digits only. */
  isNumeric: boolean
  /** The kind of identifier according to the label in front of the text, if it has one. */
  label: ReadingKind | undefined
  /**
   * The main word of that label in upper case, such as CLABE, which can name one form of account number. The label of an
   * IBAN has none.
   */
  labelWord: string | undefined
  /** The only kinds of readings that the request wants; undefined for all. */
  kinds?: readonly ReadingKind[] | undefined
  /** Codes of the countries that the identifier may belong to; empty for any country. */
  countries: readonly string[]
}

/**
 * `given`: the country codes in the request. `clearingCountries`: maps a clearing prefix to its country. Payment
 * messages put the prefix before a national code: FW in `//FW021000021` means the United States.
 */
export function parseRequest(
  identifier: string,
  given: readonly string[],
  clearingCountries: ReadonlyMap<string, string>,
  kinds?: readonly ReadingKind[],
): ResolveRequest {
  const whole = isClean.test(identifier) ? identifier : cleanUp(identifier)
  // Do not remove `//CC`: the reader for Canadian routing numbers does that.
  const [prefix, clearing] = (whole.startsWith('//') && /^\/\/(?!CC)([A-Z]{2})/i.exec(whole)) || noPrefix
  const { label, labelWord, rest } = splitLabel(prefix === undefined ? whole : whole.slice(prefix.length))
  const country =
    clearing === undefined ? countryOfLabel(labelWord, rest) : clearingCountries.get(clearing.toUpperCase())
  const text = rest.includes(',') && /^\d{1,3}(,\d{3})+$/.test(rest) ? rest.replaceAll(',', '') : rest
  const countries = given.length === 0 && country !== undefined ? [country] : given
  return createRequest(text, { label, labelWord, kinds }, countries)
}

const noPrefix: [prefix?: string, clearing?: string] = []

export function createRequest(
  text: string,
  { label, labelWord, kinds }: Pick<ResolveRequest, 'label' | 'labelWord' | 'kinds'>,
  countries: readonly string[],
): ResolveRequest {
  const compacted = compact(text)
  const isNumeric = /^\d+$/.test(compacted)
  return { text, bare: withoutInnerLabels(text), compacted, isNumeric, label, labelWord, kinds, countries }
}

/** Matches text that needs no cleanup, as nearly all identifiers are written. */
const isClean = /^[A-Za-z0-9](?:[A-Za-z0-9 ./:-]*[A-Za-z0-9])?$/

/**
 * Cleans up copied text: it can have quotes or brackets around it, invisible direction marks and Arabic digits.
 * Thousands separators are removed later, after the label.
 */
const cleanUp = (identifier: string): string =>
  identifier
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (arabic) => String(arabic.charCodeAt(0) & 0xf))
    .replace(/^[\s"'`(<[]+|[\s"'`)>\].,;]+$/g, '')
    .replaceAll('_', ' ')

/** Labels that people write before the bank code and the account number when they give both. */
const innerLabels =
  /\b(?:(?:sort(?:ing)?|bank|branch)(?:\s*code)?(?=[\s.:#=-]*\d)|s\/?c|(?:bsb|banco|ag(?:[eê]ncia)?|conta(?:\s*corrente)?|c\/?c)\b|clearing\s*(?:nummer|number|no|nr)?(?=[\s.:#=-]*\d)|konto\s*(?:nummer|nr)?|(?:bank\s*)?(?:account|acct|acc|a\/c)(?:\s*(?:no|number|nr|num)\b)?)[\s.:#=-]*/gi

/** Matches a word with the first letter of a label. Few identifiers have one, and testing for it is faster. */
const innerLabelStart = /\b[abcks]/i

const withoutInnerLabels = (text: string): string =>
  (innerLabelStart.test(text) ? text.replaceAll(innerLabels, ' ') : text).trim()

/** Matches text that has both a bank code and an account number. Returns the groups of the first matching pattern. */
export function matchAccountWithBank(
  { bare }: ResolveRequest,
  patterns: readonly RegExp[],
): Record<string, string> | undefined {
  if (!digitGroups.test(bare)) return undefined
  for (const pattern of patterns) {
    const groups = pattern.exec(bare)?.groups
    if (groups) return groups
  }
  return undefined
}

/** Digits with a separator between them, as in all patterns for a bank code with an account number. */
const digitGroups = /^\d[\d.]*[\s/,;:|-][\d\s./,;:|-]*$/

export const allowsCountry = ({ countries }: ResolveRequest, country: string): boolean =>
  countries.length === 0 || countries.includes(country)

export const isCountryGiven = ({ countries }: ResolveRequest, country: string): boolean => countries.includes(country)

/**
 * Returns the share of digits in the text. Text that is mostly letters is probably a name, not a number with a typo.
 */
export function digitShare(text: string): number {
  let digits = 0
  for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) digits++
  return digits / text.length
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

// The label in front of an identifier, such as "SWIFT/BIC code: " or "Sort code ".

const separator = '[\\s/().,;:|#=>*"-]'
const andAccount = '(?:AND|&)\\s*(?:ACCOUNT|ACCT|ACC|A/C)'
const extraWords = `(?:${separator}*(?:BIC|SWIFT|ABA|RTN|ROUTING|TRANSIT|CODE|NUMBER|NUMMER|NO|NR|${andAccount}))*`
/**
 * Before two digits, NO and NR do not mean "number": they can be the country code of the IBAN itself (Norway, Nauru).
 */
const extraIbanWords = `(?:${separator}*(?:CODE|NUMBER|NUMMER|\\([A-Z]{3}\\)|(?:NO|NR)(?!${separator}*\\d\\d)))*`
const labelEnd = `(?:${separator}+(?=\\S)|(?=\\d{3}|\\d\\d-))`

const labelWords: [kind: ReadingKind, word: string][] = [
  ['bic', 'BIC|SWIFT'],
  ['lei', 'LEI'],
  ['us_aba', 'ABA|RTN|ROUTING'],
  ['gb_sort_code', 'SORT|S/?C(?=\\W*\\d\\d-)'],
  ['nuban', 'NUBAN'],
  ['account_number', '(?:BANK\\s*)?(?:ACCOUNT|ACCT|ACC|A/C)|CLABE|CBU|CVU|CCI|RIB'],
  ['reference', 'REFERENCE|VIITENUMERO|VIITENUMBER|VIITE|OGM|VCS|KID'],
  ['bank_code', 'BLZ|BANKLEITZAHL|BSB|IFSC|CLEARING|(?:BANK|BRANCH)(?=\\s*CODE)'],
]
const labels: [kind: ReadingKind, pattern: RegExp][] = [
  ['iban', new RegExp(`^IBAN${extraIbanWords}${separator}+(?=\\S)`, 'i')],
  ...labelWords.map(([kind, word]): [ReadingKind, RegExp] => [
    kind,
    new RegExp(`^(?:CODE${separator}+)?(${word})${extraWords}${labelEnd}`, 'i'),
  ]),
]
const anyWord = ['IBAN', ...labelWords.map(([, word]) => word)].join('|')
const labelOnly = new RegExp(`^(?:CODE${separator}+)?(?:${anyWord})${extraWords}${separator}*$`, 'i')

/** Tested first: text that does not start with a label is far more common, and one test rules out all labels. */
const labelStart = new RegExp(`^(?:CODE|${anyWord})`, 'i')

const countryOfLabel = (labelWord: string | undefined, rest: string): string | undefined =>
  nationalLabels.find(({ word, code }) => word === labelWord && code.test(rest))?.country

/** `rest` is the text after the label; empty if there is only a label. */
export function splitLabel(text: string): Pick<ResolveRequest, 'label' | 'labelWord'> & { rest: string } {
  if (!labelStart.test(text)) return { label: undefined, labelWord: undefined, rest: text }
  if (labelOnly.test(text)) return { label: undefined, labelWord: undefined, rest: '' }
  for (const [label, pattern] of labels) {
    const [prefix, word] = pattern.exec(text) ?? []
    if (prefix !== undefined) return { label, labelWord: word?.toUpperCase(), rest: text.slice(prefix.length) }
  }
  return { label: undefined, labelWord: undefined, rest: text }
}

/** For each label, the other kinds of identifier for which people use it. */
const alsoCalled: Partial<Record<ReadingKind, ReadingKind[]>> = {
  us_aba: ['ca_eft', 'ca_cheque'],
  gb_sort_code: ['gb_account'],
  nuban: ['account_number'],
  account_number: ['nuban', 'gb_account'],
  bank_code: ['us_aba', 'gb_sort_code', 'ca_eft', 'ca_cheque'],
}
/** Kinds of identifier with a format so distinctive that they are recognised even after a wrong label. */
const unmistakable: ReadingKind[] = ['iban', 'bic', 'lei', 'bank_id']

const accountKinds: ReadingKind[] = ['account_number', 'nuban', 'gb_account']
/** Whether the label names an account number. If so, the digits are not a bank code, even if a bank has that code. */
export const isAccountLabel = (label: ReadingKind | undefined): boolean =>
  label !== undefined && accountKinds.includes(label)

/**
 * Removes readings that contradict the label. A label that fits no reading is ignored, unless it names an account
 * number.
 */
export function filterByLabel(
  label: ReadingKind | undefined,
  readings: Reading[],
  schemes: ReadonlyMap<string, Scheme>,
): Reading[] {
  if (label === undefined) return readings
  if (!isAccountLabel(label) && !readings.some(({ kind }) => kind === label)) return readings
  const allowed = new Set<ReadingKind>([label, ...unmistakable, ...(alsoCalled[label] ?? [])])
  // Some other countries call their bank codes sort codes too.
  const isSortCode = (id: string | null): boolean =>
    label === 'gb_sort_code' && id !== null && /sort code/i.test(schemes.get(id)?.label ?? '')
  return readings.filter(({ kind, scheme }) => allowed.has(kind) || isSortCode(scheme))
}
