/**
 * Checks the number of a wallet against its operator. Numbers are ported to other operators, so a prefix never makes a
 * number invalid.
 */
import * as nuban from '../../../identifiers/nuban.ts'
import { type AccountCheckContext, type AssignedPrefix, type FieldCheck, withFault } from './field-check.ts'

/** Adds what the operator or the bank says about the number: a note about its prefix, or a suggestion. */
export function checkWalletNumber(checks: FieldCheck[], context: AccountCheckContext): FieldCheck[] {
  const number = checks.find(({ field }) => field.type === 'tel' || field.check === 'nuban')
  const operator = checks.find(({ field }) => field.type === 'bank')
  const bank = operator?.fault === null ? operator.reading?.holders[0]?.bank : undefined
  if (!number || bank === undefined) return checks
  const changed =
    number.field.type === 'tel' ? comparePrefix(number, bank, context) : suggestWithoutZero(number, bank, context)
  return checks.map((check) => (check === number ? changed : check))
}

/** Adds a note if the prefix was assigned to another operator with a wallet. */
function comparePrefix(
  number: FieldCheck,
  bank: number,
  { prefixes, method, country, banks }: AccountCheckContext,
): FieldCheck {
  const assigned = prefixes.get(method.id)
  if (number.fault || assigned?.some((one) => one.bank === bank) !== true) return number
  const [first] = nationalNumbers(number.value, country.calling_code ?? '')
    .map((digits) => longestPrefix(digits, assigned))
    .filter((found) => found !== undefined)
  if (!first || first.bank === bank) return number
  const [other, own] = [first.bank, bank].map((one) => banks.recordOf(one).name)
  const note = `The prefix ${first.prefix} is assigned to ${other}, not to ${own}. Numbers are ported, so ask the account holder which operator is right.`
  return { ...number, note }
}

/** Returns the number without its country code, as written and without the 0 that is dialled in front of it. */
function nationalNumbers(value: string, callingCode: string): string[] {
  const digits = value.replace('+', '')
  const code = callingCode.slice(1)
  const hasCode = digits.startsWith(code) && digits.length >= code.length + nationalLengthMin
  const national = hasCode ? digits.slice(code.length) : digits
  return [national, national.replace(/^0/, '')]
}

const nationalLengthMin = 8

function longestPrefix(digits: string, assigned: readonly AssignedPrefix[]): AssignedPrefix | undefined {
  let longest: AssignedPrefix | undefined
  for (const one of assigned) {
    if (digits.startsWith(one.prefix) && one.prefix.length > (longest?.prefix.length ?? 0)) longest = one
  }
  return longest
}

/**
 * Suggests the account number for a Nigerian phone number. If the bank has codes for check digits, one of them must
 * confirm it.
 */
function suggestWithoutZero(number: FieldCheck, bank: number, context: AccountCheckContext): FieldCheck {
  const { fault, value } = number
  if (fault?.reason !== 'length' || !nuban.isPhoneNumber(value)) return number
  const codes = context.nubanInstitutions().all.filter((institution) => institution.bank === bank)
  const isWallet = codes.length === 0
  const results = isWallet ? [nuban.check(value)] : codes.map(({ code }) => nuban.check(value, code))
  const suggestion =
    results.map((check) => (check.passed ? null : check.suggestion)).find((one) => one !== null) ?? null
  return withFault(number, {
    ...fault,
    message: isWallet ? `${fault.message} ${withoutZero}` : fault.message,
    suggestion,
  })
}

const withoutZero = 'The number of a wallet is its phone number without the first 0.'
