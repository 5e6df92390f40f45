/** The sums that most check digits are made of. Each takes text that has been found to fit its shape. */

/**
 * Modulo 97 as ISO 7064 reads text: a letter stands for a number of two digits, A for 10 and Z for 35.
 * Takes the part of the text from one place up to another.
 */
export function remainder97(text: string, from: number, to: number): number {
  let remainder = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    remainder = code <= 57 ? appendDigit(remainder, code - 48) : appendLetter(remainder, code - 55)
  }
  return remainder % 97
}

// The division is put off until the number would outgrow a small integer, which is what makes it cheap.
export const appendDigit = (remainder: number, value: number): number => shorten(remainder * 10 + value)

export const appendLetter = (remainder: number, value: number): number => shorten(remainder * 100 + value)

const shorten = (number: number): number => (number > 9_999_999 ? number % 97 : number)

/** Each digit times its weight; there are as many digits as weights. */
export function weightedSum(text: string, from: number, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (weights[at] as number) * (text.charCodeAt(from + at) - 48)
  return sum
}

/** The sum of the Luhn algorithm: every second digit from the right is doubled, and of a product the digits are added. */
export function luhnSum(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(at) - 48
    const isDoubled = (digits.length - at) % 2 === 0
    sum += isDoubled ? digit * 2 - (digit > 4 ? 9 : 0) : digit
  }
  return sum
}
