/**
 * The check digits of German account numbers, for the ten methods that most bank codes have. The rules are from the Deutsche
 * Bundesbank, "Prüfzifferberechnungsmethoden zur Prüfung von Kontonummern auf ihre Richtigkeit"; `data/de-check-digits.json`
 * has the method of each bank code. A mismatch is a reason to ask, not an error: banks have accounts that follow no method.
 */
import { loadOptionalTable } from './optional-table.ts'

/** Positions count from 1, as in the document. The weights apply from right to left, and repeat. */
interface Method {
  first: number
  last: number
  digit: number
  weights: readonly number[]
  /** Returns the check digit, or null if a sum allows no statement. */
  finish(sum: number): number | null
  /** Counts a product such as 16 as 1 + 6. */
  addsDigits?: true
  /** People leave out a sub-account of 00 at the end. */
  mayLackSubAccount?: true
  /** Matches an account number that this method allows. */
  form?: RegExp
}

const modulus10 = (sum: number): number => (10 - (sum % 10)) % 10
/** The results 10 and 11 become 0. */
const modulus11 = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11))
/** The remainder itself is the check digit; 10 is none. */
const remainder11 = (sum: number): number | null => (sum % 11 === 10 ? null : sum % 11)

const upTo = (weight: number): number[] => Array.from({ length: weight - 1 }, (_, at) => at + 2)

const customer = { first: 2, last: 7, digit: 8, mayLackSubAccount: true } as const
const luhn = { weights: [2, 1], finish: modulus10, addsDigits: true } as const

const methods: Readonly<Record<string, Method | undefined>> = {
  '00': { first: 1, last: 9, digit: 10, ...luhn },
  '06': { first: 1, last: 9, digit: 10, weights: upTo(7), finish: modulus11 },
  '10': { first: 1, last: 9, digit: 10, weights: upTo(10), finish: modulus11 },
  '13': { ...customer, ...luhn },
  '28': { first: 1, last: 7, digit: 8, weights: upTo(8), finish: modulus11 },
  '32': { first: 4, last: 9, digit: 10, weights: upTo(7), finish: modulus11 },
  '34': { first: 1, last: 7, digit: 8, weights: [2, 4, 8, 5, 10, 9, 7], finish: modulus11 },
  '63': { ...customer, ...luhn, form: /^0/ },
  '76': { ...customer, weights: upTo(7), finish: remainder11, form: /^[046789]/ },
  '88': { first: 4, last: 9, digit: 10, weights: upTo(7), finish: modulus11 },
}

/** The exception of method 88, for account numbers whose third digit is 9. */
const method88With9: Method = { first: 3, last: 9, digit: 10, weights: upTo(8), finish: modulus11 }

/** Takes an account number of ten digits. Returns null if the method allows no statement about it, or is not one of the ten. */
export function matchesMethod(name: string, account: string): boolean | null {
  const method = name === '88' && account.charAt(2) === '9' ? method88With9 : methods[name]
  if (!method) return null
  const result = matches(method, account)
  if (result !== false || !method.mayLackSubAccount || !account.startsWith('00')) return result
  return matches(method, `${account.slice(2)}00`)
}

function matches({ first, last, digit, weights, finish, addsDigits, form }: Method, account: string): boolean | null {
  if (form && !form.test(account)) return false
  let sum = 0
  for (let at = last; at >= first; at--) {
    const product = Number(account[at - 1]) * (weights[(last - at) % weights.length] as number)
    sum += addsDigits && product > 9 ? product - 9 : product
  }
  const expected = finish(sum)
  return expected === null ? null : expected === Number(account[digit - 1])
}

interface MethodTable {
  methods: Record<string, string[]>
}

let methodsByCode: ReadonlyMap<string, string> | undefined

/** Loads the table on first use, because most programs never check a German account. */
function methodOf(bankCode: string): string | undefined {
  if (!methodsByCode) {
    const table = loadOptionalTable<MethodTable>('de-check-digits.json')
    const entries = Object.entries(table?.methods ?? {})
    methodsByCode = new Map(entries.flatMap(([method, codes]) => codes.map((code) => [code, method] as const)))
  }
  return methodsByCode.get(bankCode)
}

/** Returns a sentence if the check digit of the account does not match the method of its bank code, or else null. */
export function germanCheckDigitNote(bankCode: string, account: string): string | null {
  const method = methodOf(bankCode)
  if (method === undefined || matchesMethod(method, account) !== false) return null
  return (
    `The account number does not match check digit method ${method}, which the Bundesbank lists for this bank code. ` +
    'It may contain a typo; ask the account holder to confirm it.'
  )
}
