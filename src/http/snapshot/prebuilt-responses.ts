/** Looks up the prebuilt lists by the exact URL or request body that clients usually send. */
import type { Directory } from '../../directory/directory.ts'
import { apiPaths } from '../api-paths.ts'
import { parseJson } from '../parsers/json-body.ts'
import type { PreparedResponse } from '../responses/prepared-response.ts'
import type { BankLists } from './prebuilt-lists.ts'

export interface PrebuiltResponses {
  /** Keyed by method and URL, for example `GET /v1/banks?country=ng`. */
  byUrl: Map<string, PreparedResponse>
  /** Returns the list that the body of `POST /v1/banks` selects. */
  byRequestBody(bytes: Buffer): PreparedResponse | undefined
}

export const createPrebuiltResponses = (directory: Directory, lists: BankLists): PrebuiltResponses => ({
  byUrl: indexByUrl(lists),
  byRequestBody: memoize((bytes) => findByBody(bytes, directory, lists)),
})

function indexByUrl(lists: BankLists): Map<string, PreparedResponse> {
  const byUrl = new Map<string, PreparedResponse>()
  const countriesPath = apiPaths.supportedCountries.replace(/\/$/, '')
  for (const slash of ['', '/']) {
    byUrl.set(`GET ${countriesPath}${slash}`, lists.countries)
    byUrl.set(`POST ${countriesPath}${slash}`, lists.countries)
    for (const [code, list] of lists.banksByCountry) {
      byUrl.set(`GET ${apiPaths.banks}${slash}?country=${code}`, list)
      byUrl.set(`GET ${apiPaths.banks}${slash}?country=${code.toLowerCase()}`, list)
    }
  }
  return byUrl
}

const memoizedBodiesMax = 500
const memoizedBytesMax = 64

type FindByBody = PrebuiltResponses['byRequestBody']

/** Remembers the list for each short body, because clients send the same few bodies over and over, byte for byte. */
function memoize(find: FindByBody): FindByBody {
  const known = new Map<string, PreparedResponse>()
  return (bytes) => {
    if (bytes.length > memoizedBytesMax) return find(bytes)
    // Latin-1 maps each byte to one character, so two strings are equal only if their bytes are equal.
    const text = bytes.toString('latin1')
    const memoized = known.get(text)
    if (memoized) return memoized
    const list = find(bytes)
    if (list && known.size < memoizedBodiesMax) known.set(text, list)
    return list
  }
}

function findByBody(bytes: Buffer, directory: Directory, lists: BankLists): PreparedResponse | undefined {
  let selector: unknown
  try {
    selector = parseJson(bytes)
  } catch {
    return undefined
  }
  if (typeof selector !== 'object' || selector === null || Array.isArray(selector)) return undefined
  const { country } = selector as { country?: unknown }
  const found = typeof country === 'string' ? directory.findCountry(country) : undefined
  return found && lists.banksByCountry.get(found.code)
}
