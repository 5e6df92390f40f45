/**
 * What the kinds of payment references have in common. A reference tells the payee what a payment is for, and goes with it
 * through the bank. It has check digits, so that a typo is found before the payment is sent.
 */
import type { Typo } from '../suggest.ts'
import type { CheckName, Fault, Parts } from '../verdict.ts'

export interface ReferenceRule {
  type: string
  /** Name of the reference, for sentences. */
  name: string
  /** Codes of the countries in which a text of digits alone can be this reference; empty if it always has letters. */
  countries: readonly string[]
  /** Which IBANs it goes with, as a sentence. */
  usage: string
  checks: readonly CheckName[]
  typos: readonly Typo[]
  /** Returns the canonical form if the text has the letters or marks of this reference, even if it is wrong. */
  recognise(text: string): string | undefined
  /** Whether digits are grouped as this reference prints them, although other numbers may be grouped like this, too. */
  isPrinted?(text: string): boolean
  /** Returns the canonical form of a text of digits, if it can be this reference. Only if it has `countries`. */
  ofDigits(digits: string): string | undefined
  faultOf(canonical: string): Fault | null
  /** The printed form. */
  format(canonical: string): string
  parts(canonical: string): Parts
}

export const wrongCheckDigits = (name: string, from: number, to: number): Fault => ({
  reason: 'checksum',
  message: `The check ${to - from === 1 ? 'digit' : 'digits'} of this ${name} do${to - from === 1 ? 'es' : ''} not match: a character is wrong, or two are swapped.`,
  at: [from, to],
})

/** Groups of five digits, counted from the right: "12 34561". */
export const inFives = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{5})+$)/g, ' ')

/** Groups of five digits, counted from the right, with the same separator between all of them. */
export const isInFives = (text: string): boolean => /^\d{1,5}([ .])\d{5}(?:\1\d{5})*$/.test(text)

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** References of letters only have no reading as digits. */
export const neverDigits = (): undefined => undefined
