/** The label that people write in front of an identifier: "SWIFT/BIC code: ", "Sort code ". */
import type { Scheme } from '../records/scheme.ts'
import type { ReadingKind as Kind, Reading } from './reading.ts'

const separator = '[\\s/().,;:|#=>*"-]'
const extraWords = `(?:${separator}*(?:BIC|SWIFT|ABA|RTN|ROUTING|TRANSIT|CODE|NUMBER|NUMMER|NO|NR))*`
/** NO and NR are also the country codes of Norway and Nauru, so they can be the start of the IBAN itself. */
const extraIbanWords = `(?:${separator}*(?:CODE|NUMBER|NUMMER|\\([A-Z]{3}\\)|(?:NO|NR)(?!${separator}*\\d\\d)))*`
const labelEnd = `(?:${separator}+(?=\\S)|(?=\\d{3}|\\d\\d-))`

const labelWords: [kind: Kind, word: string][] = [
  ['bic', 'BIC|SWIFT'],
  ['lei', 'LEI'],
  ['us_aba', 'ABA|RTN|ROUTING'],
  ['gb_sort_code', 'SORT|S/?C(?=\\W*\\d\\d-)'],
  ['nuban', 'NUBAN'],
  ['account_number', '(?:BANK\\s*)?(?:ACCOUNT|ACCT|ACC|A/C)'],
  ['bank_code', 'BLZ|BANKLEITZAHL|CLEARING|(?:BANK|BRANCH)(?=\\s*CODE)'],
]
const labels: [kind: Kind, pattern: RegExp][] = [
  ['iban', new RegExp(`^IBAN${extraIbanWords}${separator}+(?=\\S)`, 'i')],
  ...labelWords.map(([kind, word]): [Kind, RegExp] => [
    kind,
    new RegExp(`^(?:CODE${separator}+)?(?:${word})${extraWords}${labelEnd}`, 'i'),
  ]),
]
const anyWord = ['IBAN', ...labelWords.map(([, word]) => word)].join('|')
const labelOnly = new RegExp(`^(?:CODE${separator}+)?(?:${anyWord})${extraWords}${separator}*$`, 'i')

/** Returns the kind that the label names, if any, and the text after it, which is empty if there is only a label. */
export function splitLabel(text: string): { label: Kind | undefined; rest: string } {
  if (labelOnly.test(text)) return { label: undefined, rest: '' }
  for (const [label, pattern] of labels) {
    const [prefix] = pattern.exec(text) ?? []
    if (prefix !== undefined) return { label, rest: text.slice(prefix.length) }
  }
  return { label: undefined, rest: text }
}

/** Other kinds that the same label can mean. */
const alsoCalled: Partial<Record<Kind, Kind[]>> = {
  us_aba: ['ca_eft', 'ca_cheque'],
  gb_sort_code: ['gb_account'],
  nuban: ['account_number'],
  account_number: ['nuban', 'gb_account'],
  bank_code: ['us_aba', 'gb_sort_code', 'ca_eft', 'ca_cheque'],
}
/** Kinds that are recognisable even with a wrong label. */
const unmistakable: Kind[] = ['iban', 'bic', 'lei', 'bank_id']

const accountKinds: Kind[] = ['account_number', 'nuban', 'gb_account']
/** Whether the label means an account: then the digits are not a bank code, even if a bank has that code. */
export const isAccountLabel = (label: Kind | undefined): boolean => label !== undefined && accountKinds.includes(label)

/** If there is a label, keeps only the readings that it allows. */
export function filterByLabel(
  label: Kind | undefined,
  readings: Reading[],
  schemes: ReadonlyMap<string, Scheme>,
): Reading[] {
  if (label === undefined) return readings
  if (!isAccountLabel(label) && !readings.some(({ kind }) => kind === label)) return readings
  const allowed = new Set<Kind>([label, ...unmistakable, ...(alsoCalled[label] ?? [])])
  // Other countries have sort codes too.
  const isSortCode = (id: string | null): boolean =>
    label === 'gb_sort_code' && id !== null && /sort code/i.test(schemes.get(id)?.label ?? '')
  return readings.filter(({ kind, scheme }) => allowed.has(kind) || isSortCode(scheme))
}
