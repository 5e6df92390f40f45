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
}
const gap = '[\\s/().:#=-]'
const further = `(?:${gap}*(?:BIC|SWIFT|ABA|ROUTING|TRANSIT|CODE|NUMBER|NO|NR))*`
/** NO and NR begin the IBANs of Norway and Nauru, too. */
const furtherOfIban = `(?:${gap}*(?:CODE|NUMBER|(?:NO|NR)(?!${gap}*\\d\\d)))*`
const forms = [
  new RegExp(`^(IBAN)${furtherOfIban}${gap}+(?=\\S)`, 'i'),
  new RegExp(`^(?:CODE${gap}+)?(BIC|SWIFT|LEI|ABA|RTN|ROUTING|SORT)${further}${gap}+(?=\\S)`, 'i'),
]
const nothingElse = new RegExp(`^${further}${gap}*$`, 'i')

/** The kind that is named, if any, and the text behind it. */
export function takeLabel(text: string): { label: Kind | undefined; rest: string } {
  for (const form of forms) {
    const [inFront = '', word = ''] = form.exec(text) ?? []
    const rest = text.slice(inFront.length)
    if (word !== '' && !nothingElse.test(rest)) return { label: labels[word.toUpperCase()], rest }
  }
  return { label: undefined, rest: text }
}

/** Kinds, and schemes of bank codes, that people call by the same word: Ghana has sort codes, too. */
const alsoCalled: Partial<Record<Kind, string[]>> = {
  us_aba: ['ca_eft', 'ca_cheque'],
  gb_sort_code: ['gb_account', 'gh_sort'],
}
/** What says by itself what it is, whatever stands in front of it. */
const plain: Kind[] = ['iban', 'bic', 'lei', 'bank_id']

/** Of bare digits only what they are said to be. */
export function meantBy(label: Kind | undefined, readings: Reading[]): Reading[] {
  if (label === undefined || !readings.some(({ kind }) => kind === label)) return readings
  const meant = new Set<string>([label, ...plain, ...(alsoCalled[label] ?? [])])
  return readings.filter(({ kind, scheme }) => meant.has(scheme ?? kind))
}
