/** Recognises the label that people write in front of an identifier, such as "SWIFT/BIC code: " or "Sort code ". */
import type { Scheme } from '../records/scheme.ts'
import { nationalLabels } from './national-kinds.ts'
import type { ReadingKind as Kind, Reading } from './reading.ts'

const separator = '[\\s/().,;:|#=>*"-]'
const andAccount = '(?:AND|&)\\s*(?:ACCOUNT|ACCT|ACC|A/C)'
const extraWords = `(?:${separator}*(?:BIC|SWIFT|ABA|RTN|ROUTING|TRANSIT|CODE|NUMBER|NUMMER|NO|NR|${andAccount}))*`
/**
 * Before two digits, NO and NR do not mean "number": they can be the country code of the IBAN itself (Norway, Nauru).
 */
const extraIbanWords = `(?:${separator}*(?:CODE|NUMBER|NUMMER|\\([A-Z]{3}\\)|(?:NO|NR)(?!${separator}*\\d\\d)))*`
const labelEnd = `(?:${separator}+(?=\\S)|(?=\\d{3}|\\d\\d-))`

const labelWords: [kind: Kind, word: string][] = [
  ['bic', 'BIC|SWIFT'],
  ['lei', 'LEI'],
  ['us_aba', 'ABA|RTN|ROUTING'],
  ['gb_sort_code', 'SORT|S/?C(?=\\W*\\d\\d-)'],
  ['nuban', 'NUBAN'],
  ['account_number', '(?:BANK\\s*)?(?:ACCOUNT|ACCT|ACC|A/C)|CLABE|CBU|CVU|CCI|RIB'],
  ['bank_code', 'BLZ|BANKLEITZAHL|BSB|IFSC|CLEARING|(?:BANK|BRANCH)(?=\\s*CODE)'],
]
const labels: [kind: Kind, pattern: RegExp][] = [
  ['iban', new RegExp(`^IBAN${extraIbanWords}${separator}+(?=\\S)`, 'i')],
  ...labelWords.map(([kind, word]): [Kind, RegExp] => [
    kind,
    new RegExp(`^(?:CODE${separator}+)?(${word})${extraWords}${labelEnd}`, 'i'),
  ]),
]
const anyWord = ['IBAN', ...labelWords.map(([, word]) => word)].join('|')
const labelOnly = new RegExp(`^(?:CODE${separator}+)?(?:${anyWord})${extraWords}${separator}*$`, 'i')

/** Tested first: text that does not start with a label is far more common, and one test rules out all labels. */
const labelStart = new RegExp(`^(?:CODE|${anyWord})`, 'i')

export interface SplitText {
  /** The kind of identifier that the label names. */
  label: Kind | undefined
  /** The main word of the label in upper case, such as CLABE. The label of an IBAN has none. */
  labelWord: string | undefined
  /** The text after the label; empty if there is only a label. */
  rest: string
}

export const countryOfLabel = ({ labelWord, rest }: SplitText): string | undefined =>
  nationalLabels.find(({ word, code }) => word === labelWord && code.test(rest))?.country

export function splitLabel(text: string): SplitText {
  if (!labelStart.test(text)) return { label: undefined, labelWord: undefined, rest: text }
  if (labelOnly.test(text)) return { label: undefined, labelWord: undefined, rest: '' }
  for (const [label, pattern] of labels) {
    const [prefix, word] = pattern.exec(text) ?? []
    if (prefix !== undefined) return { label, labelWord: word?.toUpperCase(), rest: text.slice(prefix.length) }
  }
  return { label: undefined, labelWord: undefined, rest: text }
}

/** For each label, the other kinds of identifier for which people use it. */
const alsoCalled: Partial<Record<Kind, Kind[]>> = {
  us_aba: ['ca_eft', 'ca_cheque'],
  gb_sort_code: ['gb_account'],
  nuban: ['account_number'],
  account_number: ['nuban', 'gb_account'],
  bank_code: ['us_aba', 'gb_sort_code', 'ca_eft', 'ca_cheque'],
}
/** Kinds of identifier with a format so distinctive that they are recognised even after a wrong label. */
const unmistakable: Kind[] = ['iban', 'bic', 'lei', 'bank_id']

const accountKinds: Kind[] = ['account_number', 'nuban', 'gb_account']
/** Whether the label names an account number. If so, the digits are not a bank code, even if a bank has that code. */
export const isAccountLabel = (label: Kind | undefined): boolean => label !== undefined && accountKinds.includes(label)

/**
 * Removes readings that contradict the label. A label that fits no reading is ignored, unless it names an account
 * number.
 */
export function filterByLabel(
  label: Kind | undefined,
  readings: Reading[],
  schemes: ReadonlyMap<string, Scheme>,
): Reading[] {
  if (label === undefined) return readings
  if (!isAccountLabel(label) && !readings.some(({ kind }) => kind === label)) return readings
  const allowed = new Set<Kind>([label, ...unmistakable, ...(alsoCalled[label] ?? [])])
  // Some other countries call their bank codes sort codes too.
  const isSortCode = (id: string | null): boolean =>
    label === 'gb_sort_code' && id !== null && /sort code/i.test(schemes.get(id)?.label ?? '')
  return readings.filter(({ kind, scheme }) => allowed.has(kind) || isSortCode(scheme))
}
