/** Requests banks from the service. */
import type { Bank, FoundBank as SearchedBank } from '../../client/src/types.ts'

/** Lists of banks have no `matched`: it says what a search text matched. */
export type FoundBank = Bank & Partial<Pick<SearchedBank, 'matched'>>

export type ValueField = 'code' | 'id' | 'bic'

export interface BankSelection {
  baseUrl: string
  country: string
  scheme: string
  types: string
  valueField: ValueField
}

/** How many banks the list shows at most. */
export const shownMax = 50

const timeoutMs = 10_000

/** Ten times the size of the largest response that an element needs. */
const bytesMax = 1_000_000

/** The longest time that a service can ask to wait. Timers treat a very long delay as none. */
const waitMaxS = 300

/** A failed request. `retryAfterMs` is undefined if the same request would fail again. */
export class RequestError extends Error {
  retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

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

/** The types of fields that a response must have. */
export type Shape = { readonly [field: string]: string }

const text = 'string'
export const textOrNull = 'string null'

/** Throws unless the value has these fields, because the service can be another program or a hostile one. */
export function requireShape<Value>(value: unknown, shape: Shape): Value {
  for (const [field, types] of Object.entries(shape)) {
    const part = (value as Record<string, unknown> | null)?.[field]
    const type = part === null ? 'null' : Array.isArray(part) ? 'list' : typeof part
    if (!types.includes(type)) throw new RequestError(`Unexpected response: "${field}" is ${type}.`)
  }
  return value as Value
}

export function requireTexts(values: readonly unknown[]): void {
  for (const value of values) requireShape({ value }, { value: text })
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

/** Returns the bank that gives the form this value. */
export async function findByValue(
  value: string,
  selection: BankSelection,
  signal: AbortSignal,
): Promise<Bank | undefined> {
  if (selection.valueField === 'id')
    return requireBank(await getJson(`v1/banks/${encodeURIComponent(value)}`, selection, signal))
  // Among all types: the page may have stored a bank of another type.
  const banks = await findBanks(value, { ...selection, types: '' }, signal)
  return banks.find((bank) => allValuesOf(bank, selection).includes(value))
}

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

/** With `body`, the request is a POST. */
export async function getJson<Body>(
  path: string,
  { baseUrl }: Pick<BankSelection, 'baseUrl'>,
  signal: AbortSignal,
  body?: unknown,
): Promise<Body> {
  const address = new URL(path, baseUrl)
  const response = await fetch(address, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  }).catch((error) => {
    throw new RequestError(`${address.origin}: ${error.message}`, 0)
  })
  const text = await readText(response)
  if (response.ok) return JSON.parse(text)
  const waitS = Math.min(Number(response.headers.get('Retry-After')) || 0, waitMaxS)
  const isTemporary = response.status === 429 || response.status >= 500
  throw new RequestError(text, isTemporary ? waitS * 1000 : undefined)
}

/** Counts the bytes after decompression. */
async function readText({ body, url }: Response): Promise<string> {
  const decoder = new TextDecoder()
  // Not every browser can iterate over a stream.
  const reader = body?.getReader()
  let text = ''
  let bytes = 0
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    bytes += chunk.value.length
    if (bytes > bytesMax) {
      reader?.cancel().catch(() => undefined)
      throw new RequestError(`The response of ${url} is larger than ${bytesMax / 1e6} MB.`)
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}
