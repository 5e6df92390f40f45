/** The ready lists by what is usually sent for them, letter for letter. */
import type { Directory } from '../../directory/directory.ts'
import { parseJson } from '../parsers/json-body.ts'
import type { PreparedResponse } from '../responses/prepared-response.ts'
import type { Lists } from './bank-lists.ts'

export interface PrebuiltResponses {
  /** By method and address, such as `GET /v1/banks?country=ng`. */
  byUrl: Map<string, PreparedResponse>
  /** By the body of `POST /v1/banks`. */
  byRequestBody(bytes: Buffer): PreparedResponse | undefined
}

export const createPrebuiltResponses = (directory: Directory, lists: Lists): PrebuiltResponses => ({
  byUrl: urlsOf(lists),
  byRequestBody: selectorReader((bytes) => listOf(bytes, directory, lists)),
})

function urlsOf(lists: Lists): Map<string, PreparedResponse> {
  const byUrl = new Map<string, PreparedResponse>()
  for (const slash of ['', '/']) {
    byUrl.set(`GET /v1/supported-countries${slash}`, lists.countries)
    byUrl.set(`POST /v1/supported-countries${slash}`, lists.countries)
    for (const [code, body] of lists.banks) {
      byUrl.set(`GET /v1/banks${slash}?country=${code}`, body)
      byUrl.set(`GET /v1/banks${slash}?country=${code.toLowerCase()}`, body)
    }
  }
  return byUrl
}

/** Programs write the same few selectors over and over, letter for letter; such a one is not read again. */
const knownSelectorsMax = 500
const knownBytesMax = 64

function selectorReader(
  read: (bytes: Buffer) => PreparedResponse | undefined,
): (bytes: Buffer) => PreparedResponse | undefined {
  const known = new Map<string, PreparedResponse>()
  return (bytes) => {
    if (bytes.length > knownBytesMax) return read(bytes)
    // One letter a byte: two texts are the same only if all their bytes are.
    const text = bytes.toString('latin1')
    const before = known.get(text)
    if (before) return before
    const body = read(bytes)
    if (body && known.size < knownSelectorsMax) known.set(text, body)
    return body
  }
}

function listOf(bytes: Buffer, directory: Directory, lists: Lists): PreparedResponse | undefined {
  let selector: unknown
  try {
    selector = parseJson(bytes)
  } catch {
    return undefined
  }
  if (typeof selector !== 'object' || selector === null || Array.isArray(selector)) return undefined
  const { country } = selector as { country?: unknown }
  const found = typeof country === 'string' ? directory.findCountry(country) : undefined
  return found && lists.banks.get(found.code)
}
