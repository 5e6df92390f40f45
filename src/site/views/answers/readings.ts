/** The readings of an identifier, with their banks and codes, as the pages request and show them. */
import type { Bank } from '../../../directory/records/bank-record.ts'
import type { HolderSummary, ReadingResult } from '../../../directory/resolve/resolve-schema.ts'
import type { RowBank } from '../bank-row.ts'
import { bic as bicScheme, codesIn, otherCode, type ShownCode } from '../codes/shown-code.ts'
import type { ViewContext } from '../view-context.ts'

/** The fields of the banks in a reading, and most of those in a static list: those of a summary, and their codes. */
export const readingFields = [
  'id',
  'name',
  'country',
  'type',
  'city',
  'region',
  'code',
  'code_scheme',
  'codes',
  'bic',
  'status',
] as const satisfies readonly (keyof Bank)[]

export type ReadBank = Omit<HolderSummary, 'short_name'> & Pick<Bank, 'codes'>

/** A reading whose banks have `readingFields`. */
export interface Reading extends Omit<ReadingResult, 'banks'> {
  banks: ReadBank[]
}

export interface Resolved {
  readings: Reading[]
  message: string | null
}

/**
 * Returns the banks to list below an answer: those that it does not show, in the order of its readings. An IBAN or a BIC has
 * one meaning, so nothing is listed below it.
 */
export function besideAnswer<Listed extends Pick<RowBank, 'id'>>(
  banks: readonly Listed[],
  resolved: Resolved | undefined,
): readonly Listed[] {
  const [first, ...others] = resolved?.readings ?? []
  if (!first) return banks
  const { kind, verdict } = first
  if ((kind === 'iban' || kind === 'bic') && verdict !== 'invalid' && first.banks.length > 0) return []
  // The list says of each bank what became of a former code.
  const answered = new Set((verdict === 'former' ? [] : first.banks).map(({ id }) => id))
  const order = others.flatMap((reading) => reading.banks.map(({ id }) => id))
  const rankOf = ({ id }: Listed): number => (order.includes(id) ? order.indexOf(id) : order.length)
  return banks.filter(({ id }) => !answered.has(id)).sort((one, other) => rankOf(one) - rankOf(other))
}

/** The codes for this kind of payment: the BIC for an IBAN, otherwise the code in the identifier and the other usual one. */
export function headlineCodes(context: ViewContext, reading: Reading): ShownCode[] {
  const { kind, scheme, banks, bic, bank_count: count } = reading
  if (kind === 'iban' || kind === 'bic') return bic === null ? [] : [{ scheme: bicScheme, value: bic }]
  const value = askedCode(context, reading)
  const [bank] = banks
  if (!bank || count > 1) return []
  // A code that is no longer in use or not confirmed is not offered.
  const isHeld = bank.relation === 'holder' || bank.relation === 'successor'
  const named = isHeld && value !== undefined && scheme !== null ? [{ scheme, value }] : []
  const asked = Object.keys(bank.codes).filter(
    (id) => value !== undefined && context.schemes.get(id)?.use === 'payment' && bank.codes[id]?.includes(value),
  )
  const found = value === undefined ? [] : asked.map((id) => ({ scheme: id, value }))
  const own =
    bank.code_scheme === null
      ? []
      : codesIn(bank, bank.code_scheme).map((code) => ({ scheme: bank.code_scheme ?? '', value: code }))
  const codes = [found, named, own].find(({ length }) => length > 0) ?? []
  const other = codes[0] && otherCode(context, bank, codes[0])
  return other && codes.length === 1 ? [...codes, other] : codes
}

/** The code in an identifier by which its bank is known. The kinds of some identifiers are code schemes. */
export const askedCode = ({ schemes }: ViewContext, { kind, canonical, parts }: Reading): string | undefined =>
  parts.code ?? parts.sort_code ?? parts.bank_code ?? (schemes.has(kind) ? canonical : undefined)
