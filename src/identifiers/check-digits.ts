/** The sums that most check digit rules use. Callers must check the length and the characters of the text first. */

/** Modulo 97 of ISO 7064 over `text[from..to)`: a letter counts as a two-digit number, A as 10 and Z as 35. */
export function remainder97(text: string, from: number, to: number): number {
  let remainder = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    remainder = code <= 57 ? appendDigit(remainder, code - 48) : appendLetter(remainder, code - 55)
  }
  return remainder % 97
}

// Divides only when the number would outgrow a small integer: dividing at every digit is slower.
export const appendDigit = (remainder: number, value: number): number => shorten(remainder * 10 + value)

export const appendLetter = (remainder: number, value: number): number => shorten(remainder * 100 + value)

const shorten = (number: number): number => (number > 9_999_999 ? number % 97 : number)

/** The sum of each digit times its weight; there are as many digits as weights. */
export function weightedSum(text: string, from: number, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (weights[at] as number) * (text.charCodeAt(from + at) - 48)
  return sum
}

/** The sum of the Luhn algorithm: doubles every second digit from the right and adds the digits of each product. */
export function luhnSum(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(at) - 48
    const isDoubled = (digits.length - at) % 2 === 0
    sum += isDoubled ? digit * 2 - (digit > 4 ? 9 : 0) : digit
  }
  return sum
}
