/** Advice for a request with a wrong path or method: the request that the caller probably meant. */
import type { Directory } from '../../directory/lookups.ts'
import { nearestWord } from '../../directory/nearest-word.ts'
import { apiPaths } from '../api-paths.ts'

interface Example {
  method: 'GET' | 'POST'
  path: string
  /** The request, as it follows "send" or "try". */
  request: string
}

const get = (path: string, query = ''): Example => ({ method: 'GET', path, request: `GET ${path}${query}` })
const post = (path: string, more: string): Example => ({ method: 'POST', path, request: `POST ${path} with ${more}` })

const bankPath = `${apiPaths.banks}/:id`

/** A request for each endpoint, the usual one first. */
const examples: readonly Example[] = [
  get(apiPaths.supportedCountries),
  get(apiPaths.banks, '?country=ng'),
  post(apiPaths.banks, 'the body {"country":"ng"}'),
  { method: 'GET', path: bankPath, request: `GET ${apiPaths.banks}/ng-gtbank` },
  get(apiPaths.banksCsv, '?country=ng'),
  get(apiPaths.banksXlsx, '?country=ng'),
  get(apiPaths.search, '?q=access'),
  get(apiPaths.branches, '?bank=in-dcb-bank'),
  post(apiPaths.resolve, 'the body {"identifier":"058"}'),
  get(apiPaths.accountRequirements, '?country=ng'),
  post(apiPaths.accountRequirements, 'the body {"country":"ng"}'),
  post(apiPaths.accountsCheck, 'the body {"country":"us","method":"us_ach","fields":{...}}'),
  get(apiPaths.changes, '?since=2026-11-14.3f9a1c20'),
  post(apiPaths.records, 'the header Authorization: Bearer <PUBLIC_HASH_KEY>'),
  get(apiPaths.openApi),
]

/** Returns the example with the caller's method if there is one, because that is the smaller change. */
function exampleOf(path: string, method: string): Example | undefined {
  const ofPath = examples.filter((example) => example.path === path)
  return ofPath.find((example) => example.method === method) ?? ofPath[0]
}

/** For GET and POST, which people mix up. `path`: the path of the route, with the method that it does not have. */
export function adviceOnMethod(path: string, method: string): string | undefined {
  const example = ['GET', 'HEAD', 'POST'].includes(method) ? exampleOf(path, method) : undefined
  return example && `send ${example.request}.`
}

/** The first segment of each path without the version. */
const endpoints = new Map(examples.map(({ path }) => [path.replace('/v1', '').split('/')[1] as string, path]))
endpoints.set('banks', apiPaths.banks)

/** Names that other APIs use. Misspelt names and a missing or extra "s" need no entry. */
const otherNames: Record<string, string> = {
  country: apiPaths.supportedCountries,
  countries: apiPaths.supportedCountries,
  institutions: apiPaths.banks,
  requirements: apiPaths.accountRequirements,
  bic: apiPaths.resolve,
  code: apiPaths.resolve,
  codes: apiPaths.resolve,
  iban: apiPaths.resolve,
  ibans: apiPaths.resolve,
  swift: apiPaths.resolve,
}

/** Returns undefined if no endpoint is near. The caller's path is not repeated, because it may hold an account number. */
export function adviceOnPath(path: string, method: string, directory: Directory): string | undefined {
  const [, name = '', next = ''] = /^(?:\/api)?(?:\/v\d)?\/([\w.-]+)(?:\/([\w.-]+))?/i.exec(path) ?? []
  const word = name.toLowerCase()
  const nearest = nearestWord(word, endpoints.keys())
  const endpoint = Object.hasOwn(otherNames, word) ? otherNames[word] : nearest && endpoints.get(nearest)
  if (endpoint === undefined) return undefined
  return `try ${requestFor(endpoint, next, method, directory)} (GET / lists all endpoints).`
}

/** `next`: the segment of the path after the name of the endpoint, which may be a bank or a country. */
function requestFor(endpoint: string, next: string, method: string, directory: Directory): string {
  const isList = endpoint === apiPaths.banks || endpoint === apiPaths.supportedCountries
  if (isList && next !== '') {
    if (directory.hasBank(next)) return `GET ${apiPaths.banks}/${next}`
    const country = directory.findCountry(next)
    if (country) return `GET ${apiPaths.banks}?country=${country.code.toLowerCase()}`
    if (endpoint === apiPaths.banks) return exampleOf(bankPath, 'GET')?.request as string
  }
  return exampleOf(endpoint, method)?.request as string
}
