/** Checks the rows of a file: the fields of an account in several columns, or one identifier in one column. */

import type { Lookups } from '../../../directory/lookups.ts'
import { memoize } from '../../../directory/memoize.ts'
import type { PaymentMethod } from '../../../directory/records/account-requirements-record.ts'
import type { SupportedCountry } from '../../../directory/records/country-record.ts'
import { fieldCharactersMax, isValidIdentifier } from '../../../directory/requests/parameters.ts'
import type { Holder, Reading, Verdict } from '../../../directory/resolve/reading.ts'
import { UsageError } from '../command.ts'
import type { TableRow } from './table-formats.ts'

export interface RowResult {
  verdict: Verdict
  reason: string
  suggestion: string
  bank: string
  bic: string
  /** The name and the city of the branch. */
  branch: string
  /** How the BIC in the row fits the bank; empty if the row has none. */
  bic_match: string
  bic_note: string
}

export interface RowCheck {
  /** The columns that the check reads. */
  columns: readonly string[]
  /** Whether branch codes are looked up in a list. */
  checksBranches: boolean
  /** Whether rows have a BIC to compare with the bank. */
  comparesBics: boolean
  check(row: TableRow): RowResult
}

export interface CheckOptions {
  country: string | undefined
  method: string | undefined
  column: string | undefined
  /** Pairs such as `bank=bank_code`: the key of a field, and the name of the column that has its values. */
  map: string | undefined
  /** The column with BICs. */
  bicColumn: string | undefined
}

/** `columns`: the columns of the file, or null if they are not known. */
export function createRowCheck(options: CheckOptions, columns: readonly string[] | null, lookups: Lookups): RowCheck {
  const country = options.country === undefined ? undefined : lookups.requireCountry(options.country)
  const checksBranches = country !== undefined && lookups.branches.countries().has(country.code)
  const withBic = (rows: AccountRows): RowCheck => {
    const { bicColumn } = options
    const check = bicColumn === undefined ? rows.check : compareBics(rows.check, bicColumn, lookups)
    const all = bicColumn === undefined ? rows.columns : [...rows.columns, bicColumn]
    return { checksBranches, comparesBics: bicColumn !== undefined, columns: all, check: (row) => check(row).result }
  }
  if (options.column !== undefined) return withBic(identifierCheck(options.column, country, lookups))
  if (!country) throw new UsageError('Name the --country of the accounts, or the --column with one identifier per row.')
  const columnOf = parseMap(options.map)
  const method = chooseMethod(options.method, country, lookups, columnOf, columns)
  return withBic(accountCheck(country, method, columnOf, lookups))
}

interface CheckedRow {
  result: RowResult
  /** How the account was read; null if it was not. */
  account: Reading | null
}

interface AccountRows {
  columns: readonly string[]
  check(row: TableRow): CheckedRow
}

/** Adds to each result how the BIC in the row fits the bank. */
const compareBics =
  (check: AccountRows['check'], column: string, lookups: Lookups): AccountRows['check'] =>
  (row) => {
    const checked = check(row)
    const bic = row.valueOf(column)?.trim() ?? ''
    if (bic === '') return checked
    const { result, account } = checked
    const { match, note } = lookups.matchBic(bic, account && { ...account, verdict: result.verdict })
    return { result: { ...result, bic_match: match, bic_note: note ?? '' }, account }
  }

function parseMap(text: string | undefined): ReadonlyMap<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [, field, column] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(pair) ?? []
      if (field !== undefined && column !== undefined) return [field, column]
      throw new UsageError(`--map has "${pair}"; write field=column, as in bank=bank_code,account_number=nuban.`)
    }),
  )
}

/** Without --method, uses the first method that has all mapped fields, and whose required fields the file has. */
function chooseMethod(
  id: string | undefined,
  country: SupportedCountry,
  { listPaymentMethods, lossNotes }: Pick<Lookups, 'listPaymentMethods' | 'lossNotes'>,
  map: ReadonlyMap<string, string>,
  columns: readonly string[] | null,
): PaymentMethod {
  const methods = listPaymentMethods(country)
  const isThere = (key: string): boolean => map.has(key) || columns === null || columns.includes(key)
  const possible = methods.filter(({ fields }) => fields.every(({ key, required }) => !required || isThere(key)))
  const hasMapped = ({ fields }: PaymentMethod): boolean =>
    [...map.keys()].every((mapped) => fields.some(({ key }) => key === mapped))
  const method = id === undefined ? (possible.find(hasMapped) ?? possible[0]) : methods.find((one) => one.id === id)
  const unknown = method && [...map.keys()].find((key) => !method.fields.some((field) => field.key === key))
  if (method && unknown === undefined) return method
  const known = methods.map((one) => `${one.id} (${one.fields.map(({ key }) => key).join(', ')})`).join('; ')
  const reason = unknown === undefined ? 'No payment method matches' : `${method?.id} has no field "${unknown}"`
  const note = unknown === undefined ? lossNotes.onMethods(country) : null
  const choice = `Payment methods in ${country.code}: ${known || 'none'}.`
  throw new UsageError([`${reason}.`, choice, ...(note === null ? [] : [note])].join(' '))
}

function accountCheck(
  country: SupportedCountry,
  method: PaymentMethod,
  columnOf: ReadonlyMap<string, string>,
  lookups: Lookups,
): AccountRows {
  const fields = method.fields.map(({ key, required }) => ({ key, required, column: columnOf.get(key) ?? key }))
  const nameOf = cachedNames(lookups)
  return {
    columns: fields.filter(({ required }) => required).map(({ column }) => column),
    check: (row) => {
      const values: Record<string, string> = {}
      for (const { key, column, required } of fields) {
        const value = row.valueOf(column)?.trim() ?? ''
        if (value.length > fieldCharactersMax) return unread(`${key}: format`)
        if (value !== '') values[key] = value
        else if (required) return unread(`${key}: missing`)
      }
      const { verdict, checks, account } = lookups.inspectAccount({ country, method, values })
      const wrong = checks.find(({ fault }) => fault !== null)
      const result = {
        verdict,
        reason: wrong ? `${wrong.field.key}: ${wrong.fault?.reason}` : '',
        suggestion: wrong?.fault?.suggestion ?? '',
        bank: nameOf(account?.holders[0]),
        bic: (verdict === 'invalid' ? null : account?.bic) ?? '',
        branch: nameOfBranch(account),
        ...noBic,
      }
      return { result, account }
    },
  }
}

function identifierCheck(column: string, country: SupportedCountry | undefined, lookups: Lookups): AccountRows {
  const nameOf = cachedNames(lookups)
  return {
    columns: [column],
    check: (row) => {
      const value = row.valueOf(column)?.trim() ?? ''
      if (value === '') return unread('missing')
      const [reading] = isValidIdentifier(value) ? lookups.read(value, country) : []
      if (!reading) return unread('format')
      const { verdict, check, holders, bic } = reading
      const { reason, suggestion } = check.passed ? noFault : check
      const result = {
        verdict,
        reason,
        suggestion: suggestion ?? '',
        bank: nameOf(holders[0]),
        bic: bic ?? '',
        branch: nameOfBranch(reading),
        ...noBic,
      }
      return { result, account: reading }
    },
  }
}

const noFault = { reason: '', suggestion: null }

const noBic = { bic_match: '', bic_note: '' }

const unread = (reason: string): CheckedRow => ({
  result: { verdict: 'invalid', reason, suggestion: '', bank: '', bic: '', branch: '', ...noBic },
  account: null,
})

const nameOfBranch = (reading: Reading | null): string =>
  [reading?.branch?.name, reading?.branch?.city].filter(Boolean).join(', ')

/** Caches bank names, because most rows of a file are at a few banks. */
function cachedNames({ nameOf }: Lookups): (holder: Holder | undefined) => string {
  const cachedName = memoize(nameOf)
  return (holder) => (holder ? cachedName(holder.bank) : '')
}
