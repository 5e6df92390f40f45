/**
 * Check digits of invented account numbers, computed with BigInt as the rules are published. The code under test
 * computes them in another way.
 */

/** Adds the last digits of the products, from the last digit to the first: the weights are then 7, 3 and 1. */
export function clabeDigitOf(number: string): string {
  let sum = 0n
  let rest = BigInt(number)
  for (let at = 0; rest > 0n; at++, rest /= 10n) sum += ((rest % 10n) * ([7n, 3n, 1n][at % 3] as bigint)) % 10n
  return String((10n - (sum % 10n)) % 10n)
}

/** From the last digit of a block of a CBU to the first, the weights are 3, 1, 7 and 9. */
export function cbuDigitOf(block: string): string {
  let sum = 0n
  let rest = BigInt(block)
  for (let at = 0; rest > 0n; at++, rest /= 10n) sum += (rest % 10n) * ([3n, 1n, 7n, 9n][at % 4] as bigint)
  return String((10n - (sum % 10n)) % 10n)
}

/** The position of a letter in its row is its value: 1 for A and J, 2 for B, K and S, and so on. */
const letterRows = [' ABCDEFGHI', ' JKLMNOPQR', '  STUVWXYZ']
const digitOf = (character: string): string =>
  String(letterRows.map((row) => row.indexOf(character)).find((value) => value > 0) ?? character)

export function ribKeyOf(text: string): string {
  const number = BigInt(Array.from(text, digitOf).join('')) * 100n
  return String(97n - (number % 97n)).padStart(2, '0')
}

/** In Algeria, the key covers the branch and the account, after the three digits of the bank. */
export const algerianKeyOf = (number: string): string => ribKeyOf(number.slice(3))

export const mod97DigitsOf = (number: string): string => String(98n - ((BigInt(number) * 100n) % 97n)).padStart(2, '0')

/** Takes the bank, the branch and the account of a Venezuelan account number. */
export function venezuelanDigitsOf(bank: string, branch: string, account: string): string {
  const digitOf = (text: string): string => {
    let sum = 0n
    let rest = BigInt(text)
    for (let at = 0; rest > 0n; at++, rest /= 10n) sum += (rest % 10n) * BigInt((at % 6) + 2)
    return ['1', '0', '9', '8', '7', '6', '5', '4', '3', '2', '1'][Number(sum % 11n)] as string
  }
  return digitOf(bank + branch) + digitOf(branch + account)
}

export function ibanOf(country: string, bban: string): string {
  const digits = Array.from(`${bban}${country}00`, (character) => Number.parseInt(character, 36)).join('')
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${bban}`
}
