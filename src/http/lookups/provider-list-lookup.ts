/** The lookup of a list of banks in the form of a payment provider. It lists the open banks that have a code of the provider. */
import type { Bank } from '../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import type { Provider } from '../../directory/views/provider-lists.ts'
import {
  flutterwaveBank,
  flutterwaveList,
  paystackBank,
  paystackList,
  paystackTypes,
} from '../../directory/views/provider-lists.ts'
import { banksIn } from '../../directory/views/selected-fields.ts'
import { problem, quoted } from '../errors/problems.ts'
import type { QueryOf } from '../parsers/query-parameters.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'
import type { Lookup, LookupResponse } from './lookup.ts'

const flag = (description: string) => ({ type: 'string', enum: ['true', 'false'], description }) as const
/** The documentation of Paystack has another spelling than its lists. */
const otherTypes: Readonly<Record<string, string>> = { ghipps: 'ghipss' }

const onlyProvider = 'Only Paystack knows this: an error, unless it is `false`'

export const paystackQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    country: { type: 'string', description: 'Name or code of a country; Nigeria by default', examples: ['ghana'] },
    currency: { type: 'string', description: 'Currency in place of the country', examples: ['GHS'] },
    type: {
      type: 'string',
      enum: [...Object.values(paystackTypes), ...Object.keys(otherTypes), 'mobile_money'],
      description: 'Only banks of this type; `ghipps` is `ghipss`',
    },
    gateway: { type: 'string', description: 'Only Paystack knows this: an error' },
    pay_with_bank: flag(onlyProvider),
    pay_with_bank_transfer: flag(onlyProvider),
    enabled_for_verification: flag(onlyProvider),
    include_nip_sort_code: flag('Whether to add `nip_sort_code`'),
    perPage: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      description: 'Banks per page; all banks, or 50 with `page` or a cursor',
    },
    page: { type: 'integer', minimum: 1, maximum: 999, description: 'Number of the page' },
    use_cursor: flag('Whether to return pages with cursors in `meta`'),
    next: { type: 'string', description: 'The `next` of the previous response' },
    previous: { type: 'string', description: 'The `previous` of the previous response' },
  },
} as const

export type PaystackQuery = QueryOf<typeof paystackQuerySchema>

const unknownFilters = ['gateway', 'pay_with_bank', 'pay_with_bank_transfer', 'enabled_for_verification'] as const

export function paystackBanksResponse(query: PaystackQuery, lookup: Lookup): LookupResponse {
  for (const name of unknownFilters) {
    if ((query[name] ?? 'false') !== 'false') throw problem('provider_filter_unknown', { name, provider: 'Paystack' })
  }
  const country = paystackCountry(query, lookup.snapshot)
  const { include_nip_sort_code: withNip = 'false' } = query
  const type = query.type && (otherTypes[query.type] ?? query.type)
  const page = readPage(query)
  return listResponse('paystack', country, [type, withNip, page], lookup, (banks) => {
    const all = banks.map((bank) => paystackBank(bank, country, withNip === 'true'))
    const ofType = all.filter((bank) => type === undefined || (bank as { type: string }).type === type)
    const data = ofType.slice(page.offset, page.offset + page.size)
    const meta = page.isCursor && { meta: cursorsOf(page, ofType.length) }
    return { ...paystackList(data), ...meta }
  })
}

export function flutterwaveBanksResponse(input: string, lookup: Lookup): LookupResponse {
  const country = requireProviderCountry(
    'flutterwave',
    lookup.snapshot.directory.requireCountry(input),
    lookup.snapshot,
  )
  return listResponse('flutterwave', country, [], lookup, (banks) => flutterwaveList(banks.map(flutterwaveBank)))
}

/** Paystack lists Nigeria if the request names neither a country nor a currency. */
function paystackCountry({ country, currency }: PaystackQuery, snapshot: DataSnapshot): SupportedCountry {
  const { requireCountry } = snapshot.directory
  const ofCurrency = currency?.toUpperCase()
  const byCurrency = countriesOf('paystack', snapshot).find((one) => one.currency === ofCurrency)
  if (currency !== undefined && byCurrency === undefined) throw wrongCurrency(currency, 'paystack', snapshot)
  const found = country === undefined ? (byCurrency ?? requireCountry('NG')) : requireCountry(country)
  if (byCurrency !== undefined && byCurrency !== found) throw wrongCurrency(currency, 'paystack', snapshot)
  return requireProviderCountry('paystack', found, snapshot)
}

const wrongCurrency = (value: unknown, provider: Provider, snapshot: DataSnapshot) =>
  problem('parameter_malformed', {
    name: 'currency',
    value: quoted(value),
    allowed: `the currency of the country: ${countriesOf(provider, snapshot)
      .map(({ name, currency }) => `${currency} (${name})`)
      .join(', ')}`,
  })

const hasCodes = (provider: Provider, { bank_codes }: SupportedCountry): boolean =>
  bank_codes.some(({ scheme }) => scheme === provider)

const countriesOf = (provider: Provider, { directory }: DataSnapshot): SupportedCountry[] =>
  directory.countries.filter((country) => hasCodes(provider, country))

const labels: Record<Provider, string> = { paystack: 'Paystack', flutterwave: 'Flutterwave' }

function requireProviderCountry(
  provider: Provider,
  country: SupportedCountry,
  snapshot: DataSnapshot,
): SupportedCountry {
  if (country.members === null && hasCodes(provider, country)) return country
  const known = countriesOf(provider, snapshot).map(({ code }) => code)
  throw problem('provider_codes_unknown', {
    provider: labels[provider],
    country: country.name,
    known: known.join(', ') || 'no country',
  })
}

interface Page {
  offset: number
  size: number
  isCursor: boolean
}

const pageSize = 50

function readPage({ perPage, page, use_cursor: cursor, next, previous }: PaystackQuery): Page {
  const isCursor = cursor === 'true' || next !== undefined || previous !== undefined
  const size = perPage ?? (isCursor || page !== undefined ? pageSize : Number.MAX_SAFE_INTEGER)
  if (next !== undefined) return { size, isCursor, offset: readCursor('next', next) }
  if (previous !== undefined) return { size, isCursor, offset: readCursor('previous', previous) }
  return { size, isCursor, offset: page === undefined ? 0 : (page - 1) * size }
}

const toCursor = (offset: number): string => Buffer.from(`bank:${offset}`).toString('base64url')

function readCursor(name: 'next' | 'previous', cursor: string): number {
  const [, offset] = /^bank:(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (offset !== undefined) return Number(offset)
  throw problem('parameter_malformed', {
    name,
    value: quoted(cursor),
    allowed: 'a cursor from the meta of a response',
  })
}

const cursorsOf = ({ offset, size }: Page, total: number) => ({
  next: offset + size < total ? toCursor(offset + size) : null,
  previous: offset > 0 ? toCursor(Math.max(0, offset - size)) : null,
  perPage: size,
})

/** The banks come from the list of the country, and the response from the cache of lists. */
function listResponse(
  provider: Provider,
  country: SupportedCountry,
  choice: readonly unknown[],
  { snapshot, address }: Lookup,
  write: (banks: Bank[]) => object,
): LookupResponse {
  const build = function* (): Generator<void, Buffer> {
    const rows = yield* snapshot.directory.listBanks(country, { status: 'active', has: provider })
    return Buffer.from(JSON.stringify(write([...banksIn(rows.json)].flat())))
  }
  return snapshot.responseCache.getOrBuild(`${provider} ${country.code} ${JSON.stringify(choice)}`, address, build)
}
