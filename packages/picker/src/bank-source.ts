/** Requests banks from the service. */
import type { Bank, FoundBank as SearchedBank } from '../../client/src/types.ts'
import { getJson, repeat, requireShape, requireTexts, serviceUrlFor, text, textOrNull } from './service-request.ts'

/** Lists of banks have no `matched`: it says what a search text matched. */
export type FoundBank = Bank & Partial<Pick<SearchedBank, 'matched'>>

export type ValueField = 'code' | 'id' | 'bic'

export type BankSelection = ReturnType<typeof selectionOf>

/** Reads the attributes of a picker. */
export function selectionOf(picker: Element) {
  const read = (name: string): string => picker.getAttribute(name) ?? ''
  const scheme = read('scheme')
  return {
    baseUrl: serviceUrlFor(picker),
    country: read('country'),
    scheme,
    types: read('types'),
    valueField: (picker.getAttribute('value-field') as ValueField | null) ?? (scheme ? 'code' : 'id'),
  }
}

/** Maximum number of banks in the list. */
export const shownMax = 50

/** Attempts to look up the bank of a value, to show its name. The form has the value either way. */
const lookupAttemptsMax = 4

/** Returns the best-known banks, or those that match the text. */
export async function findBanks(text: string, selection: BankSelection, signal: AbortSignal): Promise<FoundBank[]> {
  const { country, types } = selection
  const isSearch = text !== '' || country === ''
  if (text === '' && isSearch) return []
  const query = new URLSearchParams({ status: 'active', limit: String(shownMax) })
  if (isSearch) query.set('q', text.slice(0, 100))
  else query.set('sort', 'prominence')
  if (country) query.set('country', country)
  if (types) query.set('type', types.replaceAll(' ', ''))
  const has = requiredCode(selection)
  if (has) query.set('has', has)
  const path = `v1/${isSearch ? 'search' : 'banks'}?${query}`
  const { banks } = requireShape<{ banks: FoundBank[] }>(await getJson(path, selection, signal), { banks: 'list' })
  return banks.slice(0, shownMax).map(requireBank)
}

function requireBank(value: unknown): FoundBank {
  const bank = requireShape<FoundBank>(value, {
    id: text,
    name: text,
    country: text,
    city: textOrNull,
    region: textOrNull,
    code: textOrNull,
    bic: textOrNull,
    codes: 'object',
    matched: 'object undefined',
  })
  for (const codes of Object.values(bank.codes) as string[][]) {
    requireShape({ codes }, { codes: 'list' })
    requireTexts(codes)
  }
  if (!bank.matched) return bank
  const { spans } = requireShape<FoundBank['matched'] & {}>(bank.matched, { field: text, text, spans: 'list' })
  for (const span of spans) requireShape(span, { 0: 'number', 1: 'number' })
  return bank
}

/**
 * Whether the text may be an account number: it has more digits than a bank code, or it starts like an IBAN. Do not send
 * it then: searches are in URLs, and URLs end up in logs.
 */
export const mayBeAccount = (text: string, codeDigits: number): boolean =>
  digitsIn(text) > codeDigits || /^[a-z]{2}\d\d ?\w{4}/i.test(text)

/** Returns the number of digits of the longest code, and at least 6. */
export const codeDigitsOf = (banks: readonly Bank[]): number =>
  banks
    .flatMap(({ codes }) => Object.values(codes).flat() as string[])
    .reduce((digits, code) => Math.max(digits, digitsIn(code)), 6)

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** Returns the bank that gives the form this value, or undefined if there is none or it cannot be loaded. */
export const findByValue = (value: string, selection: BankSelection, signal: AbortSignal): Promise<Bank | undefined> =>
  repeat(
    async () => {
      if (selection.valueField === 'id')
        return requireBank(await getJson(`v1/banks/${encodeURIComponent(value)}`, selection, signal))
      // Search all types: the page may have stored a bank of another type.
      const banks = await findBanks(value, { ...selection, types: '' }, signal)
      return banks.find((bank) => allValuesOf(bank, selection).includes(value))
    },
    signal,
    (_error, _isTemporary, attempt) => attempt + 1 < lookupAttemptsMax,
  )

/** Returns the value of the form if this bank is chosen. */
export const formValueOf = (bank: Bank, selection: BankSelection): string => allValuesOf(bank, selection)[0] ?? ''

function allValuesOf(bank: Bank, { scheme, valueField }: BankSelection): readonly string[] {
  if (valueField === 'id') return [bank.id]
  if (valueField === 'bic') return bank.bic ? [bank.bic] : []
  if (scheme) return bank.codes[scheme] ?? []
  return bank.code ? [bank.code] : []
}

/** The parameter `has`, which leaves out banks without a value. */
const requiredCode = ({ scheme, valueField }: BankSelection): string =>
  scheme || (valueField === 'id' ? '' : valueField)
