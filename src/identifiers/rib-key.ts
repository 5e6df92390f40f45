/**
 * The key of a RIB (relevé d'identité bancaire), the last two digits of an account number in France, Monaco, Morocco, and
 * the member states of the BCEAO and the BEAC. Letters count as digits: A to I as 1 to 9, J to R as 1 to 9, and S to Z as
 * 2 to 9. The key is 97 minus the remainder of the other digits followed by 00, so the whole number is a multiple of 97.
 * The rule is French (CFONB, the standards body of the banks). Account numbers of banks in the other countries satisfy it
 * too. The formula with the weights 89, 15 and 3 gives the same key.
 *
 * In Algeria, the key covers the branch and the account, but not the bank code. The instruction 06-2004 of the Banque
 * d'Algérie defines the number. The constant 85 in the published formula for postal accounts is the branch code 99999
 * of that rule.
 */
import type { Span } from './verdict.ts'

/** Returns `text[from..)` modulo 97. The text must consist of digits and capital letters. */
export function ribRemainder(text: string, from: number): number {
  let remainder = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const value = code <= 57 ? code - 48 : code <= 82 ? ((code - 65) % 9) + 1 : code - 81
    remainder = (remainder * 10 + value) % 97
  }
  return remainder
}

/** Only 01 to 97 are issued. Modulo 97, the keys 00, 98 and 99 equal 97, 01 and 02. */
const isIssued = (key: string): boolean => key >= '01' && key <= '97'

/** Takes a whole RIB. Returns the position of the key if it does not match, otherwise null. */
export const wrongRibKey = (rib: string): Span | null => wrongKeyFrom(rib, 0)

const algerianBankLength = 3

/** Takes an Algerian RIB of 20 digits. */
export const wrongAlgerianRibKey = (rib: string): Span | null => wrongKeyFrom(rib, algerianBankLength)

const wrongKeyFrom = (rib: string, from: number): Span | null =>
  isIssued(rib.slice(-2)) && ribRemainder(rib, from) === 0 ? null : [rib.length - 2, rib.length]
