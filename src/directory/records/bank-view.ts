/**
 * Converts a bank record to what the API returns: a row in a list, or a summary.
 */
import type { Bank, BankRecord } from './bank-record.ts'
import type { Scheme } from './scheme.ts'

/** `preferredSchemes`: the schemes that people mean by "the bank code" in the bank's country, best first. */
export function toBank(
  bank: BankRecord,
  preferredSchemes: readonly string[],
  schemes: ReadonlyMap<string, Scheme>,
): Bank {
  const codes = currentCodes(bank, preferredSchemes)
  return {
    id: bank.id,
    name: bank.name,
    short_name: bank.short_name ?? null,
    legal_name: bank.legal_name ?? null,
    aliases: bank.aliases ?? [],
    country: bank.country,
    type: bank.type,
    city: bank.city ?? null,
    region: bank.region ?? null,
    ...mainCode(bank, codes, preferredSchemes, schemes),
    codes,
    bic: bank.bic ?? null,
    lei: bank.lei ?? null,
    website: bank.website ?? null,
    ussd: bank.ussd ?? null,
    status: bank.status,
    confidence: bank.confidence,
  }
}

/** Each field of a row before `codes`, with the start of the field that follows it. */
const nextFields = {
  name: ',"short_name":',
  short_name: ',"legal_name":',
  legal_name: ',"aliases":',
  aliases: ',"country":',
  city: ',"region":',
  region: ',"code":',
} as const

export type RowField = keyof typeof nextFields

/** Parses one field of a bank's JSON row. The rest of the row is cut off, because parsing it takes longer. */
export function parseField<Field extends RowField>(row: string, field: Field): Bank[Field] {
  // Quotes inside a string are escaped, so these search strings can occur only between two fields.
  const start = row.indexOf(`,"${field}":`) + field.length + ',"":'.length
  return JSON.parse(row.slice(start, row.indexOf(nextFields[field], start)))
}

/**
 * Parses a bank's JSON row without its codes. Some banks have hundreds of codes, and parsing them takes longer than
 * finding the bank.
 */
export function parseWithoutCodes(row: string): Omit<Bank, 'codes'> {
  // Quotes inside a string are escaped, and codes are lists of strings, so these search strings can occur only between
  // two fields.
  const start = row.indexOf('"codes":{')
  return JSON.parse(row.slice(0, start) + row.slice(row.indexOf('},"bic":', start) + '},'.length))
}

/**
 * Returns the fields that a person needs to recognise a bank (`bankSummarySchema`). They are cut out of the row's JSON
 * without parsing it: some banks have hundreds of codes, and parsing them takes longer than resolving an identifier.
 */
export function toSummary(row: string): string {
  // Quotes inside a string are escaped, so these search strings can occur only between two fields. Each search starts
  // where the last one ended, so the row is read once.
  const namesEnd = row.indexOf(',"legal_name":')
  const country = row.indexOf(',"country":', namesEnd)
  const codes = row.indexOf(',"codes":{', country)
  const bic = row.indexOf('},"bic":', codes) + 1
  const lei = row.indexOf(',"lei":', bic)
  const status = row.indexOf(',"status":', lei)
  const confidence = row.indexOf(',"confidence":', status)
  return `${row.slice(0, namesEnd)}${row.slice(country, codes)}${row.slice(bic, lei)}${row.slice(status, confidence)}}`
}

/**
 * Chooses the code for payments to the bank. If the bank has several codes in a scheme, the right one depends on the
 * account, so none is chosen unless the record marks one as the main code. Likewise, a branch code is not chosen unless
 * it is marked, even if the bank has only one.
 */
function mainCode(
  { codes = [] }: BankRecord,
  current: Record<string, string[]>,
  preferredSchemes: readonly string[],
  schemes: ReadonlyMap<string, Scheme>,
): Pick<Bank, 'code' | 'code_scheme'> {
  for (const id of preferredSchemes) {
    const values = current[id]
    if (values === undefined) continue
    const main = codes.find((code) => code.main && code.scheme === id && code.status === undefined)
    if (main) return { code: main.value, code_scheme: id }
    const { level, use } = schemes.get(id) as Scheme
    const [value, ...others] = values
    if (level === 'bank' && use === 'payment' && value !== undefined && others.length === 0) {
      return { code: value, code_scheme: id }
    }
  }
  return { code: null, code_scheme: null }
}

/**
 * Groups the current codes by scheme: preferred schemes first, then the others in the order of the record. The main
 * code comes first in its scheme, because many clients take the first value.
 */
function currentCodes({ codes: all = [] }: BankRecord, preferredSchemes: readonly string[]): Record<string, string[]> {
  const codes = all.some(({ main }) => main)
    ? [...all.filter(({ main }) => main), ...all.filter(({ main }) => !main)]
    : all
  const current: Record<string, string[]> = {}
  const add = ({ scheme, value, status }: (typeof codes)[number]): void => {
    if (status !== undefined) return
    current[scheme] ??= []
    current[scheme].push(value)
  }
  for (const preferred of preferredSchemes) for (const code of codes) if (code.scheme === preferred) add(code)
  for (const code of codes) if (!preferredSchemes.includes(code.scheme)) add(code)
  return current
}
