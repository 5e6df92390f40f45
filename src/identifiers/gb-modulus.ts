/**
 * The modulus check of UK sort codes and account numbers, with its exceptions. Rules: Vocalink, "Validating account
 * numbers: UK modulus checking", version 7.70; the weights are in the data file. The comments use the letters that the
 * rules give to the 14 digits: u to z for the sort code, a to h for the account.
 */
import table from '../../data/gb-modulus.json' with { type: 'json' }
import { weightedSum } from './check-digits.ts'

/** One rule: its range of sort codes, method, weights of u to h, and exception. */
type Row = [first: string, last: string, method: string, weights: number[], exception?: number]

const rows = table.rows as unknown as Row[]
const substitutes: Record<string, string | undefined> = table.substitution

/** Whether the account is possible at this sort code; null if no rule covers the sort code. Takes 6 and 8 digits. */
export function modulusCheck(sortCode: string, account: string): boolean | null {
  const [first, second] = rowsOf(sortCode)
  if (!first) return null
  if (first[4] === 6 && isForeignCurrency(account)) return true
  const passed = passes(first, sortCode, account)
  if (!second) return passed || (first[4] === 14 && passesShifted(first, sortCode, account))
  // For the pairs of exceptions 2 and 9, 10 and 11, 12 and 13, one of the two checks is enough.
  if (first[4] === 2 || first[4] === 10 || first[4] === 12) return passed || passes(second, sortCode, account)
  if (second[4] === 3 && '69'.includes(account.charAt(2))) return passed
  return passed && passes(second, sortCode, account)
}

/** Binary search: the ranges are sorted and do not overlap, and a range has one row or two adjacent rows. */
function rowsOf(sortCode: string): Row[] {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as Row)[1] < sortCode) low = middle + 1
    else high = middle
  }
  const row = rows[low]
  if (!row || row[0] > sortCode) return []
  const next = rows[low + 1]
  return next && next[0] <= sortCode ? [row, next] : [row]
}

function passes([, , method, weights, exception]: Row, sortCode: string, account: string): boolean {
  const digits = sortCodeFor(exception, sortCode) + account
  const used = weightsFor(exception, weights, account)
  const sum = method === 'DBLAL' ? sumOfDigits(digits, used) : weightedSum(digits, 0, used)
  if (exception === 1) return (sum + 27) % 10 === 0
  if (exception === 4) return sum % 11 === Number(account.slice(6))
  // g is the check digit of the first check, h that of the second.
  if (exception === 5 && method === 'MOD11') return fitsCheckDigit(sum % 11, 11, account.charAt(6))
  if (exception === 5) return fitsCheckDigit(sum % 10, 10, account.charAt(7))
  return sum % (method === 'MOD11' ? 11 : 10) === 0
}

function sortCodeFor(exception: number | undefined, sortCode: string): string {
  if (exception === 5) return substitutes[sortCode] ?? sortCode
  if (exception === 8) return '090126'
  return exception === 9 ? '309634' : sortCode
}

const longWeights = [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1]
const shortWeights = [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1]

function weightsFor(exception: number | undefined, weights: number[], account: string): number[] {
  const gIsNine = account.charAt(6) === '9'
  if (exception === 2 && account.charAt(0) !== '0') return gIsNine ? shortWeights : longWeights
  const ab = account.slice(0, 2)
  const withoutStart = gIsNine && (exception === 7 || (exception === 10 && (ab === '09' || ab === '99')))
  return withoutStart ? weights.map((weight, at) => (at < 8 ? 0 : weight)) : weights
}

/** The sum of the decimal digits of each product: 14 counts as 5. */
function sumOfDigits(digits: string, weights: number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) {
    const product = (weights[at] as number) * (digits.charCodeAt(at) - 48)
    sum += Math.trunc(product / 100) + (Math.trunc(product / 10) % 10) + (product % 10)
  }
  return sum
}

function fitsCheckDigit(remainder: number, modulus: number, checkDigit: string): boolean {
  return remainder === 0 ? checkDigit === '0' : modulus - remainder === Number(checkDigit)
}

/** Exception 6: digit a is 4 to 8, and g equals h. */
const isForeignCurrency = (account: string): boolean =>
  '45678'.includes(account.charAt(0)) && account.charAt(6) === account.charAt(7)

/** Exception 14: h may be padding after an account number of seven digits. */
const passesShifted = (row: Row, sortCode: string, account: string): boolean =>
  '019'.includes(account.charAt(7)) && passes(row, sortCode, `0${account.slice(0, 7)}`)
