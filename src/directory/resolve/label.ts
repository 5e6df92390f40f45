/** What somebody writes in front of an identifier to say what it is: "SWIFT/BIC code: ", "Sort code ". */
import type { Reading } from './reading.ts'

type Kind = Reading['kind']

const gap = '[\\s/().,;:|#=>*"-]'
const further = `(?:${gap}*(?:BIC|SWIFT|ABA|RTN|ROUTING|TRANSIT|CODE|NUMBER|NUMMER|NO|NR))*`
/** NO and NR begin the IBANs of Norway and Nauru, too. */
const furtherOfIban = `(?:${gap}*(?:CODE|NUMBER|NUMMER|\\([A-Z]{3}\\)|(?:NO|NR)(?!${gap}*\\d\\d)))*`
const end = `(?:${gap}+(?=\\S)|(?=\\d{3}|\\d\\d-))`

const words: [kind: Kind, word: string][] = [
  ['bic', 'BIC|SWIFT'],
  ['lei', 'LEI'],
  ['us_aba', 'ABA|RTN|ROUTING'],
  ['gb_sort_code', 'SORT|S/?C(?=\\W*\\d\\d-)'],
  ['nuban', 'NUBAN'],
  ['account_number', '(?:BANK\\s*)?(?:ACCOUNT|ACCT|ACC|A/C)'],
  ['bank_code', 'BLZ|BANKLEITZAHL|(?:BANK|BRANCH)(?=\\s*CODE)'],
]
const labels: [kind: Kind, form: RegExp][] = [
  ['iban', new RegExp(`^IBAN${furtherOfIban}${gap}+(?=\\S)`, 'i')],
  ...words.map(([kind, word]): [Kind, RegExp] => [
    kind,
    new RegExp(`^(?:CODE${gap}+)?(?:${word})${further}${end}`, 'i'),
  ]),
]
const anyWord = ['IBAN', ...words.map(([, word]) => word)].join('|')
const nothingElse = new RegExp(`^(?:CODE${gap}+)?(?:${anyWord})${further}${gap}*$`, 'i')

/** The kind that is named, if any, and the text behind it: none where nothing but words for it was written. */
export function takeLabel(text: string): { label: Kind | undefined; rest: string } {
  if (nothingElse.test(text)) return { label: undefined, rest: '' }
  for (const [label, form] of labels) {
    const [inFront] = form.exec(text) ?? []
    if (inFront !== undefined) return { label, rest: text.slice(inFront.length) }
  }
  return { label: undefined, rest: text }
}

/** Kinds, and schemes of bank codes, that people call by the same word: Ghana has sort codes, too. */
const alsoCalled: Partial<Record<Kind, string[]>> = {
  us_aba: ['ca_eft', 'ca_cheque'],
  gb_sort_code: ['gb_account', 'gh_sort'],
  nuban: ['account_number'],
  account_number: ['nuban', 'gb_account'],
  bank_code: ['us_aba', 'gb_sort_code', 'ca_eft', 'ca_cheque'],
}
/** What says by itself what it is, whatever stands in front of it. */
const plain: Kind[] = ['iban', 'bic', 'lei', 'bank_id']

const accounts: Kind[] = ['account_number', 'nuban', 'gb_account']
/** Whether it is said to be an account: then it is nobody's code, even if some bank has the digits. */
export const isAccount = (label: Kind | undefined): boolean => label !== undefined && accounts.includes(label)

/** Of bare digits only what they are said to be. */
export function meantBy(label: Kind | undefined, readings: Reading[]): Reading[] {
  if (label === undefined) return readings
  if (!isAccount(label) && !readings.some(({ kind }) => kind === label)) return readings
  const meant = new Set<string>([label, ...plain, ...(alsoCalled[label] ?? [])])
  return readings.filter(({ kind, scheme }) => meant.has(kind) || (scheme !== null && meant.has(scheme)))
}
