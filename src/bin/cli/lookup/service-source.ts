/** Looks up banks in a running service. Identifiers are sent in the body of a POST, never in a URL. */
import type { ListOptions, SearchOptions } from '../../../library/bank-directory.ts'
import { Failure, UsageError } from '../command.ts'
import { toCommandError } from './lookup-failure.ts'
import type { BankList, CountryList, LookupSource, SearchResult } from './lookup-source.ts'

const timeoutMs = 30_000

export function createServiceSource(address: string): LookupSource {
  const base = baseUrl(address)
  const get = <Result>(path: string, parameters: Parameters = {}): Promise<Result> =>
    request<Result>(new URL(`${path}${queryOf(parameters)}`, base), {}, parameters.country)
  const post = <Result>(path: string, body: { country: string | undefined }): Promise<Result> =>
    request<Result>(new URL(path, base), { method: 'POST', body: JSON.stringify(body) }, body.country)
  const countries = (): Promise<CountryList> => get('v1/supported-countries/')
  return {
    countries,
    revision: async () => (await get<{ revision: string }>('')).revision,
    listBanks: async (country, options) => {
      const [list, { countries: all }] = await Promise.all([
        get<BankList>('v1/banks', { country, ...parametersOf(options) }),
        countries(),
      ])
      const of = all.find(({ code }) => code === list.country)
      if (!of) throw new Failure(`The service at ${base} does not describe the country ${list.country}.`)
      return { ...list, of }
    },
    findBank: (id) => get<never>(`v1/banks/${encodeURIComponent(id)}`).catch(undefinedIf('bank_unknown')),
    search: (text, { country, explain, ...options }) => {
      if (explain) throw new UsageError('--explain needs the data of this installation; leave out --url.')
      return get<SearchResult>('v1/search', { q: text, country, ...parametersOf(options) })
    },
    resolve: (identifier, country) => post('v1/resolve', { identifier, country } as never),
    resolveAll: async (identifiers, country) =>
      (await post<{ results: never }>('v1/resolve', { identifiers, country } as never)).results,
    requirements: (country) => get('v1/account-requirements', { country }),
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

/** An error that the service reports. */
class ServiceProblem extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** `country`: the country in the request, for the error message. */
async function request<Result>(url: URL, init: RequestInit, country: string | undefined): Promise<Result> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
    throw new Failure(`Cannot reach ${url.origin} (${reasonOf(error)}); start the service, or leave out --url.`)
  })
  const text = await response.text()
  const body = parseJson(text)
  if (response.ok && body !== undefined) return body as Result
  const { code, detail, message, error } = (body ?? {}) as Record<string, string | undefined>
  const sentence = detail ?? message
  if (sentence === undefined)
    throw new Failure(`${url.origin} is not a Bank Lookup service: it returned ${response.status} for ${url.pathname}.`)
  const problem = code ?? error ?? ''
  if (problem === 'bank_unknown') throw new ServiceProblem(problem, sentence)
  throw toCommandError(problem, sentence, country)
}

const undefinedIf =
  (code: string) =>
  (error: unknown): undefined => {
    if (error instanceof ServiceProblem && error.code === code) return undefined
    throw error
  }

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: Error & { cause?: NodeJS.ErrnoException }): string {
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`
  return error.cause?.code ?? error.cause?.message ?? error.message
}
