/** Reads digits as account numbers at banks that the text names, with or without the code of a bank next to them. */
import { compact } from '../../../identifiers/compact.ts'
import type { NamedBank } from '../../search/named-banks.ts'
import { type Holder, hasCheckDigit, type Reading } from '../reading.ts'
import { isAccountLabel } from '../request.ts'
import type { ResolveContext } from '../resolve-context.ts'
import { countDigits } from '../text/text-runs.ts'
import { explainAsAccount } from './account-numbers.ts'
import { readNubanAt } from './nigeria.ts'
import { explainForUnitedKingdom } from './united-kingdom.ts'

/** Reads the digits as an account number at these banks of one country. */
export function readAccounts(
  digits: string,
  country: string,
  named: readonly NamedBank[],
  context: ResolveContext,
): Reading[] {
  const record = context.countries.get(country)
  if (!record) return []
  if (country === 'NG') return named.map(({ bank }) => readNubanAt(bank, digits, context))
  const reading =
    country === 'GB' ? explainForUnitedKingdom(digits, context, true) : explainAsAccount(digits, record, context)
  if (reading.holders.length > 0) return []
  const holders = named.map(({ bank }): Holder => ({ bank, relation: 'possible', since: null }))
  return [{ ...reading, holders, verdict: reading.check.passed ? 'possible' : 'invalid' }]
}

/** The code of a bank and an account number, in one country. */
export interface CodeWithAccount {
  /** Readings of the code, as the code of a named bank or of another one. */
  codes: Reading[]
  /** Readings of the account number at the named banks that have the code, or at all of them if none has it. */
  accounts: Reading[]
  /** The named banks that have the code. */
  owners: NamedBank[]
}

/** A shorter group of digits is seldom a code: most are part of a number, as in "12 3456 7890". */
const codeDigitsMin = 3

/**
 * Splits a number into the code of a bank and an account number, in this order or the other: "021000021 123456789". Returns
 * undefined if it is more likely one number. `readCode` reads digits without the name.
 */
export function readCodeWithAccount(
  number: string,
  country: string,
  named: readonly NamedBank[],
  readCode: (code: string) => Reading[],
  context: ResolveContext,
): CodeWithAccount | undefined {
  const groups = number.split(/\s/.test(number) ? /\s+/ : /\D+/).filter((group) => group !== '')
  if (groups.length < 2) return undefined
  const isOneNumber = readAccounts(compact(number), country, named, context).some(isWellFormed)
  for (const at of [0, groups.length - 1]) {
    const code = groups[at] as string
    if (countDigits(code) < codeDigitsMin) continue
    const codes = readCode(code).filter(isCode)
    const owners = named.filter(({ bank }) => codes.some((reading) => isHeldBy(reading, bank)))
    const isSure = codes.some(hasCheckDigit) || (owners.length > 0 && groups.length === 2)
    if (codes.length === 0 || (isOneNumber && !isSure)) continue
    const account = compact(groups.toSpliced(at, 1).join(''))
    const accounts = readAccounts(account, country, owners.length > 0 ? owners : named, context)
    // With leading zeros added, many digits are the code of some bank.
    const isComplete = codes.some(({ check }) => countDigits(check.canonical ?? '') === countDigits(code))
    if ((owners.length > 0 && isComplete) || accounts.some(isWellFormed)) return { codes, accounts, owners }
  }
  return undefined
}

/** Whether it is a code that a bank has now. */
const isCode = ({ kind, check, holders }: Reading): boolean =>
  check.passed && !isAccountLabel(kind) && holders[0]?.relation === 'holder'

const isHeldBy = ({ holders }: Reading, bank: number): boolean =>
  holders.some((holder) => holder.bank === bank && holder.relation === 'holder')

/** Whether the number of digits is right, even if the check digits are wrong. */
const isWellFormed = ({ check }: Reading): boolean => check.passed || check.reason === 'checksum'
