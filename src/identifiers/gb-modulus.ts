/**
 * The modulus check for a UK sort code with its account number. The rules and their numbered exceptions are from
 * Vocalink, "Validating account numbers: UK modulus checking", version 7.70; the weights are in `data/gb-modulus.json`.
 * Like that document, the comments name the 14 digits by letters: u to z for the sort code, a to h for the account
 * number.
 */
import { weightedSum } from './check-digits.ts'
import { loadOptionalTable } from './optional-table.ts'

/** One rule: its range of sort codes, its method, the weights of the 14 digits, and the number of its exception. */
type Row = [first: string, last: string, method: string, weights: number[], exception?: number]

interface ModulusTable {
  rows: Row[]
  substitution: Record<string, string | undefined>
}

const noRules: ModulusTable = { rows: [], substitution: {} }

let loadedTable: ModulusTable | undefined

/**
 * Loads the table on first use, because most programs never check a UK account. Data without `restricted` or `unclear`
 * sources does not have the file; no sort code is checked then.
 */
function modulusTable(): ModulusTable {
  loadedTable ??= loadOptionalTable<ModulusTable>('gb-modulus.json') ?? noRules
  return loadedTable
}

export const hasModulusTable = (): boolean => modulusTable() !== noRules

/**
 * Whether the account number is possible with this sort code; null if no rule covers the sort code. Takes a sort code
 * of 6 digits and an account number of 8.
 */
export function modulusCheck(sortCode: string, account: string): boolean | null {
  const [first, second] = rowsOf(sortCode)
  if (!first) return null
  if (first[4] === 6 && isForeignCurrency(account)) return true
  const passed = passes(first, sortCode, account)
  if (!second) return passed || (first[4] === 14 && passesShifted(first, sortCode, account))
  // A sort code can have two rules. For exceptions 2 and 9, 10 and 11, or 12 and 13, it is enough to pass one of them.
  if (first[4] === 2 || first[4] === 10 || first[4] === 12) return passed || passes(second, sortCode, account)
  if (second[4] === 3 && '69'.includes(account.charAt(2))) return passed
  return passed && passes(second, sortCode, account)
}

/**
 * Finds the rules for a sort code by binary search: the ranges are sorted and do not overlap. A range has one row or
 * two adjacent rows.
 */
function rowsOf(sortCode: string): Row[] {
  const { rows } = modulusTable()
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
  // Exception 5: digit g is the check digit of the first check (MOD11), and digit h is that of the second.
  if (exception === 5 && method === 'MOD11') return fitsCheckDigit(sum % 11, 11, account.charAt(6))
  if (exception === 5) return fitsCheckDigit(sum % 10, 10, account.charAt(7))
  return sum % (method === 'MOD11' ? 11 : 10) === 0
}

function sortCodeFor(exception: number | undefined, sortCode: string): string {
  if (exception === 5) return modulusTable().substitution[sortCode] ?? sortCode
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

/** Multiplies each digit by its weight and adds the decimal digits of the products: a product of 14 counts as 1 + 4. */
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

/**
 * Exception 6: accounts in a foreign currency are not checked. In these, digit a is 4 to 8, and digits g and h are
 * equal.
 */
const isForeignCurrency = (account: string): boolean =>
  '45678'.includes(account.charAt(0)) && account.charAt(6) === account.charAt(7)

/** Exception 14: digit h may be padding after a seven-digit account number, so check again without it. */
const passesShifted = (row: Row, sortCode: string, account: string): boolean =>
  '019'.includes(account.charAt(7)) && passes(row, sortCode, `0${account.slice(0, 7)}`)
