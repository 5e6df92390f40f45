/** The parts of an account by name, whichever fields they come from: the names are those that resolve uses. */
import { domesticParts } from '../../../identifiers/domestic-iban.ts'
import type { Parts } from '../../../identifiers/verdict.ts'
import type { Reading } from '../../resolve/reading.ts'
import type { AccountCheckContext, FieldCheck } from './field-check.ts'

/** Which part the value of a field is, by the key of the field. */
const partOfKey: Readonly<Record<string, string | undefined>> = {
  account_number: 'account',
  account_prefix: 'account_prefix',
  branch_code: 'branch_code',
  check_digits: 'national_check',
  routing_number: 'routing_number',
  sort_code: 'sort_code',
  transit_number: 'branch_code',
}

/** `reading`: how the whole account was read, if it was read as one number. Its parts override those of the fields. */
export function partsOfAccount(
  checks: readonly FieldCheck[],
  reading: Reading | null,
  context: AccountCheckContext,
): Parts {
  const parts: Record<string, string> = {}
  for (const check of checks) {
    const { field, value } = check
    if (field.type === 'bank') Object.assign(parts, bankCodePart(check, context))
    const name = partOfKey[field.key]
    if (name !== undefined) parts[name] = value
    Object.assign(parts, check.reading?.parts)
  }
  Object.assign(parts, reading?.parts)
  const iban = [reading, ...checks.map((check) => check.reading)].find((one) => one?.kind === 'iban')
  // The registry has no branch codes for some countries whose domestic numbers have them.
  if (iban?.check.passed) Object.assign(parts, domesticParts(iban.check.canonical))
  return parts
}

/** A bank that is given by its id or its BIC has a code only if the record has exactly one in the schemes of the field. */
function bankCodePart({ field, reading, value }: FieldCheck, { banks }: AccountCheckContext): Parts {
  if (reading?.kind === 'bank_code') return { bank_code: value }
  const [holder] = reading?.holders ?? []
  const code = holder && onlyCodeOf(banks.recordOf(holder.bank), field.schemes)
  return code === undefined ? {} : { bank_code: code }
}

interface CodedBank {
  codes?: { scheme: string; value: string; status?: string }[]
}

/** Returns the bank's only current code in the first of the schemes that it has codes in. */
export function onlyCodeOf({ codes = [] }: CodedBank, schemes: readonly string[]): string | undefined {
  for (const scheme of schemes) {
    const values = codes.filter((code) => code.scheme === scheme && code.status === undefined)
    if (values.length > 0) return values.length === 1 ? values[0]?.value : undefined
  }
  return undefined
}
