/** Looks up banks in a running service. Identifiers are sent in the body of a POST, never in a URL. */
import { excerpt } from '../../../../dataset/dataset-error.ts'
import { type BranchPage, branchPageSchema } from '../../../../directory/branches/branch-page.ts'
import {
  type AccountRequirements,
  accountRequirementsSchema,
} from '../../../../directory/records/account-requirements-record.ts'
import { type BankDetail, bankDetailSchema } from '../../../../directory/records/bank-record.ts'
import { objectSchema } from '../../../../directory/records/json-schema.ts'
import {
  type BankList,
  bankListSchema,
  type SupportedCountries,
  supportedCountriesSchema,
} from '../../../../directory/records/list-schemas.ts'
import { LookupError, type LookupErrorCode } from '../../../../directory/requests/lookup-error.ts'
import { isObject } from '../../../../directory/requests/parameters.ts'
import { type ResolvedIdentifier, resolvedSchema } from '../../../../directory/resolve/resolve-schema.ts'
import { searchResultSchema } from '../../../../directory/search/search-schema.ts'
import type { ListOptions, SearchOptions } from '../../../../library/bank-directory.ts'
import { Failure, UsageError } from '../../command.ts'
import { hasOwnSentence } from './lookup-failure.ts'
import type { LookupSource, SearchResult } from './lookup-source.ts'
import { explainMisfit, readText } from './service-responses.ts'

const timeoutMs = 30_000
export const defaultBytesMax = 64_000_000
/** Longer sentences of a service are shortened. */
const sentenceLengthMax = 1_000

const descriptorSchema = objectSchema('Descriptor', { revision: { type: 'string' } })
const resolvedBatchSchema = objectSchema('ResolvedBatch', { results: { type: 'array', items: resolvedSchema } })

/** `bytesMax`: the size of the largest response that is read. */
export function createServiceSource(address: string, bytesMax = defaultBytesMax): LookupSource {
  const base = baseUrl(address)
  const ask = <Result>(path: string, init: RequestInit, schema: object, sent: Parameters): Promise<Result> =>
    request<Result>(new URL(path, base), init, { schema, bytesMax, sent })
  const get = <Result>(path: string, schema: object, parameters: Parameters = {}): Promise<Result> =>
    ask(`${path}${queryOf(parameters)}`, {}, schema, parameters)
  const post = <Result>(path: string, schema: object, body: { country: string | undefined }): Promise<Result> =>
    ask(path, { method: 'POST', body: JSON.stringify(body) }, schema, { country: body.country })
  const countries = (): Promise<SupportedCountries> => get('v1/supported-countries/', supportedCountriesSchema)
  return {
    countries,
    revision: async () => (await get<{ revision: string }>('', descriptorSchema)).revision,
    listBanks: async (country, options) => {
      const [list, { countries: all }] = await Promise.all([
        get<BankList>('v1/banks', bankListSchema, { country, ...parametersOf(options) }),
        countries(),
      ])
      const of = all.find(({ code }) => code === list.country)
      if (!of) throw new Failure(`The service at ${base} does not describe the country ${excerpt(list.country)}.`)
      return { ...list, of }
    },
    findBank: (id) =>
      get<BankDetail>(`v1/banks/${encodeURIComponent(id)}`, bankDetailSchema).catch(undefinedIf('bank_unknown')),
    search: (text, { country, explain, ...options }) => {
      if (explain) throw new UsageError('--explain needs the data of this installation; leave out --url.')
      return get<SearchResult>('v1/search', searchResultSchema, { q: text, country, ...parametersOf(options) })
    },
    listBranches: (bank, { query: q, limit, offset }) =>
      get<BranchPage>('v1/branches', branchPageSchema, { bank, q, ...parametersOf({ limit, offset }) }),
    resolve: (identifier, country) => post('v1/resolve', resolvedSchema, { identifier, country } as never),
    resolveAll: async (identifiers, country) => {
      const body = { identifiers, country }
      const { results } = await post<{ results: ResolvedIdentifier[] }>('v1/resolve', resolvedBatchSchema, body)
      if (results.length === identifiers.length) return results
      throw new Failure(`${base.origin} returned ${results.length} results for ${identifiers.length} identifiers.`)
    },
    requirements: (country) =>
      get<AccountRequirements>('v1/account-requirements', accountRequirementsSchema, { country }),
  }
}

type Parameters = Readonly<Record<string, string | undefined>>

const parametersOf = ({ types, ...options }: ListOptions & SearchOptions): Parameters => ({
  type: types?.join(','),
  ...Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value?.toString()])),
})

function queryOf(parameters: Parameters): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Accepts an address without a scheme, such as `localhost:8080`. */
function baseUrl(address: string): URL {
  const url = URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url is "${address}"; use the address of a service, such as http://localhost:8080.`)
  url.search = ''
  url.hash = ''
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

interface Expected {
  /** The schema of the response. */
  schema: object
  bytesMax: number
  /** The parameters of the request, for the error message. */
  sent: Parameters
}

async function request<Result>(url: URL, init: RequestInit, { schema, bytesMax, sent }: Expected): Promise<Result> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const { ok, status, text } = await send(url, { ...init, headers }, bytesMax)
  const body = parseJson(text)
  const where = `for ${url.pathname}`
  if (ok && body !== undefined) {
    const misfit = explainMisfit(schema, body)
    if (misfit === undefined) return body as Result
    const sentence = `${url.origin} did not return what Bank Lookup returns ${where}: ${misfit}`
    throw new Failure(`${excerpt(sentence, sentenceLengthMax)}.`)
  }
  const { code, detail, message, error, details } = (body ?? {}) as Record<string, unknown>
  const sentence = detail ?? message
  if (typeof sentence !== 'string')
    throw new Failure(`${url.origin} is not a Bank Lookup service: it returned ${status} ${where}.`)
  const problem = [code, error].find((name): name is string => typeof name === 'string')
  if (problem !== undefined && missing.includes(problem)) throw new LookupError(problem as LookupErrorCode, {})
  if (problem === undefined || !hasOwnSentence(problem) || !isObject(details))
    throw new Failure(excerpt(sentence, sentenceLengthMax))
  const known = Object.entries(details).map(([name, value]) => [name, excerpt(String(value), sentenceLengthMax)])
  const given = { input: sent.country, value: problem === 'country_malformed' ? sent.country : sent[`${details.name}`] }
  throw new LookupError(problem, { ...Object.fromEntries(known), ...given })
}

/** The commands handle these errors themselves. */
const missing: readonly string[] = ['bank_unknown', 'branches_unknown']

/** The time limit includes the body. */
async function send(url: URL, init: RequestInit, bytesMax: number) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return { ok: response.ok, status: response.status, text: await readText(response, bytesMax) }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(
      `Cannot reach ${url.origin} (${reasonOf(error as NetworkError)}); start the service, or leave out --url.`,
    )
  }
}

const undefinedIf =
  (code: string) =>
  (error: unknown): undefined => {
    if (error instanceof LookupError && error.code === code) return undefined
    throw error
  }

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What `fetch` throws. */
type NetworkError = Error & { cause?: NodeJS.ErrnoException }

function reasonOf(error: NetworkError): string {
  if (error.name === 'TimeoutError') return `no complete response within ${timeoutMs / 1000} s`
  return error.cause?.code ?? error.cause?.message ?? error.message
}
