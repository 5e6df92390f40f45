/** Arithmetic that several check digit rules share. Callers must check the length and the characters first. */

/** Computes `text[from..to)` modulo 97 as in ISO 7064: each letter counts as two digits, from A = 10 to Z = 35. */
export function remainder97(text: string, from: number, to: number): number {
  let remainder = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    remainder = code <= 57 ? appendDigit(remainder, code - 48) : appendLetter(remainder, code - 55)
  }
  return remainder % 97
}

// Append a digit or a letter to a number and keep its remainder modulo 97. To save time, the remainder is computed only
// when the number becomes too large for a small integer, not after every digit.
export const appendDigit = (remainder: number, value: number): number => shorten(remainder * 10 + value)

export const appendLetter = (remainder: number, value: number): number => shorten(remainder * 100 + value)

const shorten = (number: number): number => (number > 9_999_999 ? number % 97 : number)

/** Multiplies each digit by its weight and adds the products. Reads as many digits as there are weights. */
export function weightedSum(text: string, from: number, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (weights[at] as number) * (text.charCodeAt(from + at) - 48)
  return sum
}

/** Computes the Luhn sum: doubles every second digit from the right, and counts a product such as 14 as 1 + 4. */
export function luhnSum(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(at) - 48
    const isDoubled = (digits.length - at) % 2 === 0
    sum += isDoubled ? digit * 2 - (digit > 4 ? 9 : 0) : digit
  }
  return sum
}
