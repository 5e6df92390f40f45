/** The requests of `routes.ts`: for each lookup route, requests as clients send them. */
import { resolveCases } from '../test/resolve/resolve-cases.ts'
import { getRequest, postRequest } from './load/requests.ts'
import { readQueries, tables } from './relevance/queries.ts'

export interface Route {
  name: string
  requests: RouteRequest[]
  /** How many requests a round sends. */
  count: number
  /** Maximum ratio of its CPU time to that of the bare server. */
  ratioMax: number
}

export interface RouteRequest {
  path: string
  /** The body of a POST request; a request without a body is a GET. */
  body?: string
}

/** How many different banks, queries and identifiers are sent. */
const variety = 200

/** Takes the ids of the banks from the service at `port`. */
export async function readRoutes(port: number): Promise<Route[]> {
  const banks = everyNth(await bankIds(port)).map((id) => ({ path: `/v1/banks/${id}` }))
  const searches = everyNth(tables.flatMap(readQueries)).map(({ text, country }) => ({
    path: `/v1/search?${new URLSearchParams({ q: text, ...(country !== '' && { country }) })}`,
  }))
  const identifiers = resolveCases.map(([identifier, country]) => post('/v1/resolve', { identifier, country }))
  const ibans = resolveCases
    .filter(([, , reading]) => reading.startsWith('iban, valid'))
    .map(([identifier]) => post('/v1/resolve', { identifier }))
  return [
    { name: 'list gh', requests: [post('/v1/banks', { country: 'gh' })], count: 4_000, ratioMax: 1.2 },
    { name: 'list ng', requests: [post('/v1/banks', { country: 'ng' })], count: 4_000, ratioMax: 1.2 },
    { name: 'list us', requests: [post('/v1/banks', { country: 'us' })], count: 1_000, ratioMax: 1.2 },
    { name: 'list by GET', requests: [{ path: '/v1/banks?country=ng' }], count: 4_000, ratioMax: 1.2 },
    { name: 'countries', requests: [{ path: '/v1/supported-countries/' }], count: 4_000, ratioMax: 1.2 },
    {
      name: 'account fields',
      requests: [{ path: '/v1/account-requirements?country=ca' }],
      count: 4_000,
      ratioMax: 1.2,
    },
    { name: 'one bank', requests: banks, count: 4_000, ratioMax: 1.7 },
    { name: 'resolve an IBAN', requests: ibans, count: 4_000, ratioMax: 1.7 },
    { name: 'resolve any identifier', requests: everyNth(identifiers), count: 4_000, ratioMax: 1.7 },
    { name: 'search', requests: searches, count: 1_000, ratioMax: 4 },
  ]
}

export const toBytes = (port: number, { path, body }: RouteRequest): Buffer =>
  body === undefined ? getRequest(port, path) : postRequest(port, path, body, ['Accept-Encoding: br'])

/** The request as the bare server reads it. */
export const keyOf = ({ path, body }: RouteRequest): string =>
  body === undefined ? `GET ${path}` : `POST ${path} ${body}`

const post = (path: string, body: object): RouteRequest => ({ path, body: JSON.stringify(body) })

const everyNth = <Item>(items: Item[]): Item[] =>
  Array.from(
    { length: Math.min(variety, items.length) },
    (_, at) => items[Math.floor((at * items.length) / Math.min(variety, items.length))] as Item,
  )

async function bankIds(port: number): Promise<string[]> {
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  const { countries } = (await read('/v1/supported-countries/')) as { countries: { code: string; kind: string }[] }
  const ids: string[] = []
  for (const { code, kind } of countries) {
    if (kind !== 'country') continue
    const { banks } = (await read(`/v1/banks?country=${code}&fields=id`)) as { banks: { id: string }[] }
    ids.push(...banks.map(({ id }) => id))
  }
  return ids
}
