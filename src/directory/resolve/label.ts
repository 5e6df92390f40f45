/** What somebody writes in front of an identifier to say what it is: "SWIFT/BIC code: ", "Sort code ". */
import type { Reading } from './reading.ts'

type Kind = Reading['kind']

const labels: Record<string, Kind> = {
  IBAN: 'iban',
  BIC: 'bic',
  SWIFT: 'bic',
  LEI: 'lei',
  ABA: 'us_aba',
  RTN: 'us_aba',
  ROUTING: 'us_aba',
  SORT: 'gb_sort_code',
  BANK: 'bank_code',
  BRANCH: 'bank_code',
  BLZ: 'bank_code',
  BANKLEITZAHL: 'bank_code',
}
const gap = '[\\s/().,;:|#=>*"-]'
const kind = '(BIC|SWIFT|LEI|ABA|RTN|ROUTING|SORT|BLZ|BANKLEITZAHL|(?:BANK|BRANCH)(?=\\s*CODE))'
const further = `(?:${gap}*(?:BIC|SWIFT|ABA|RTN|ROUTING|TRANSIT|CODE|NUMBER|NUMMER|NO|NR))*`
/** NO and NR begin the IBANs of Norway and Nauru, too. */
const furtherOfIban = `(?:${gap}*(?:CODE|NUMBER|NUMMER|\\([A-Z]{3}\\)|(?:NO|NR)(?!${gap}*\\d\\d)))*`
const end = `(?:${gap}+(?=\\S)|(?=\\d{3}|\\d\\d-))`
const forms = [
  new RegExp(`^(IBAN)${furtherOfIban}${gap}+(?=\\S)`, 'i'),
  new RegExp(`^(?:CODE${gap}+)?${kind}${further}${end}`, 'i'),
]
const nothingElse = new RegExp(`^(?:IBAN|(?:CODE${gap}+)?${kind})${further}${gap}*$`, 'i')

/** The kind that is named, if any, and the text behind it: none where nothing but words for it was written. */
export function takeLabel(text: string): { label: Kind | undefined; rest: string } {
  if (nothingElse.test(text)) return { label: undefined, rest: '' }
  for (const form of forms) {
    const [inFront = '', word = ''] = form.exec(text) ?? []
    if (word !== '') return { label: labels[word.toUpperCase()], rest: text.slice(inFront.length) }
  }
  return { label: undefined, rest: text }
}

/** Kinds, and schemes of bank codes, that people call by the same word: Ghana has sort codes, too. */
const alsoCalled: Partial<Record<Kind, string[]>> = {
  us_aba: ['ca_eft', 'ca_cheque'],
  gb_sort_code: ['gb_account', 'gh_sort'],
  bank_code: ['us_aba', 'gb_sort_code', 'ca_eft', 'ca_cheque'],
}
/** What says by itself what it is, whatever stands in front of it. */
const plain: Kind[] = ['iban', 'bic', 'lei', 'bank_id']

/** Of bare digits only what they are said to be. */
export function meantBy(label: Kind | undefined, readings: Reading[]): Reading[] {
  if (label === undefined || !readings.some((reading) => reading.kind === label)) return readings
  const meant = new Set<string>([label, ...plain, ...(alsoCalled[label] ?? [])])
  return readings.filter(({ kind: read, scheme }) => meant.has(read) || (scheme !== null && meant.has(scheme)))
}
