/** Checks the rows of a file: the fields of an account in several columns, or one identifier in one column. */
import type { CheckedAccount } from '../../../directory/accounts/check/result-schema.ts'
import type { Directory } from '../../../directory/directory.ts'
import type { Finder } from '../../../directory/finder.ts'
import type { PaymentMethod } from '../../../directory/records/account-requirements.ts'
import type { SupportedCountry } from '../../../directory/records/country.ts'
import type { Verdict } from '../../../directory/resolve/reading.ts'
import { type ReadingResult, resultSizes } from '../../../directory/resolve/result-schema.ts'
import { UsageError } from '../command.ts'
import type { TableRow } from './table-formats.ts'

export interface RowResult {
  verdict: Verdict
  reason: string
  suggestion: string
  bank: string
  bic: string
}

export interface RowCheck {
  /** The columns that the check reads. */
  columns: readonly string[]
  check(row: TableRow): RowResult
}

export interface CheckOptions {
  country: string | undefined
  method: string | undefined
  column: string | undefined
  /** Pairs such as `bank=bank_code`: the key of a field, and the name of the column that has its values. */
  map: string | undefined
}

/** `columns`: the columns of the file, or null if they are not known. */
export function createRowCheck(
  options: CheckOptions,
  columns: readonly string[] | null,
  directory: Directory,
  finder: Finder,
): RowCheck {
  const country = options.country === undefined ? undefined : requireCountry(options.country, directory)
  if (options.column !== undefined) return identifierCheck(options.column, country, finder)
  if (!country) throw new UsageError('Name the --country of the accounts, or the --column with one identifier per row.')
  const columnOf = parseMap(options.map)
  const method = chooseMethod(options.method, country, directory.listPaymentMethods(country), columnOf, columns)
  return accountCheck(country, method, columnOf, finder)
}

function requireCountry(input: string, directory: Directory): SupportedCountry {
  const country = directory.findCountry(input)
  if (country) return country
  throw new UsageError(`Unsupported country "${input}".`)
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

/** Without --method, takes the first method whose required fields are all in the map or in the file. */
function chooseMethod(
  id: string | undefined,
  { code }: SupportedCountry,
  methods: readonly PaymentMethod[],
  map: ReadonlyMap<string, string>,
  columns: readonly string[] | null,
): PaymentMethod {
  const isThere = (key: string): boolean => map.has(key) || columns === null || columns.includes(key)
  const method =
    id === undefined
      ? methods.find(({ fields }) => fields.every(({ key, required }) => !required || isThere(key)))
      : methods.find((one) => one.id === id)
  const unknown = method && [...map.keys()].find((key) => !method.fields.some((field) => field.key === key))
  if (method && unknown === undefined) return method
  const known = methods.map((one) => `${one.id} (${one.fields.map(({ key }) => key).join(', ')})`).join('; ')
  const reason = unknown === undefined ? 'No payment method matches' : `${method?.id} has no field "${unknown}"`
  throw new UsageError(`${reason}. Payment methods in ${code}: ${known}.`)
}

function accountCheck(
  country: SupportedCountry,
  method: PaymentMethod,
  columnOf: ReadonlyMap<string, string>,
  { checkAccount }: Finder,
): RowCheck {
  const fields = method.fields.map(({ key, required }) => ({ key, required, column: columnOf.get(key) ?? key }))
  return {
    columns: fields.filter(({ required }) => required).map(({ column }) => column),
    check: (row) => {
      const values: Record<string, string> = {}
      for (const { key, column, required } of fields) {
        const value = row.valueOf(column)?.trim() ?? ''
        if (value !== '') values[key] = value
        else if (required) return { verdict: 'invalid', reason: `${key}: missing`, suggestion: '', bank: '', bic: '' }
      }
      return fromAccount(JSON.parse(checkAccount(country, method, values)))
    },
  }
}

function fromAccount({ verdict, fields, bank, bic }: CheckedAccount): RowResult {
  const [key, wrong] = Object.entries(fields).find(([, field]) => field.verdict === 'invalid') ?? []
  const reason = wrong ? `${key}: ${wrong.reason}` : ''
  return { verdict, reason, suggestion: wrong?.suggestion ?? '', bank: bank?.name ?? '', bic: bic ?? '' }
}

function identifierCheck(column: string, country: SupportedCountry | undefined, { resolve }: Finder): RowCheck {
  const view = { ...resultSizes.batch, readingsMax: 1, banksMax: 1 }
  return {
    columns: [column],
    check: (row) => {
      const value = row.valueOf(column)?.trim() ?? ''
      if (value === '') return { verdict: 'invalid', reason: 'missing', suggestion: '', bank: '', bic: '' }
      const [reading] = (JSON.parse(resolve(value, country, view)) as { readings: ReadingResult[] }).readings
      if (!reading) return { verdict: 'invalid', reason: 'format', suggestion: '', bank: '', bic: '' }
      const { verdict, reason, suggestion, banks, bic } = reading
      return { verdict, reason: reason ?? '', suggestion: suggestion ?? '', bank: banks[0]?.name ?? '', bic: bic ?? '' }
    },
  }
}
