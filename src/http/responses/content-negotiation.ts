/** Reads a client's preferences from `Accept`, `Accept-Encoding` and `If-None-Match`. */

export type Encoding = 'br' | 'gzip' | 'identity'

/** In order of preference. A client that rejects all of them still gets `identity`, which is better than an error. */
const encodings = ['br', 'gzip', 'identity'] as const

/** Caches the choice by header value: clients send the same few values over and over. */
const pickedEncodings = new Map<string, Encoding>()
const pickedEncodingsMax = 200

export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  const cached = pickedEncodings.get(acceptEncoding)
  if (cached) return cached
  const encoding = bestEncoding(parsePreferences(acceptEncoding))
  const isCacheable = pickedEncodings.size < pickedEncodingsMax && acceptEncoding.length < 100
  if (isCacheable) pickedEncodings.set(acceptEncoding, encoding)
  return encoding
}

function bestEncoding(preferences: Preference[]): Encoding {
  const weightOf = (encoding: string): number | undefined => preferences.find(({ name }) => name === encoding)?.weight
  const [best] = encodings
    .map((encoding) => ({ encoding, weight: weightOf(encoding) ?? weightOf('*') ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return best?.encoding ?? 'identity'
}

/** Returns true if the client accepts text/html and does not prefer JSON or plain text. */
export function prefersPage(accept: string | undefined): boolean {
  if (!accept?.includes('text/html')) return false
  const preferences = parsePreferences(accept)
  const weightOf = (type: string): number => preferences.find(({ name }) => name === type)?.weight ?? 0
  const pageWeight = weightOf('text/html')
  return pageWeight > 0 && pageWeight >= Math.max(weightOf('application/json'), weightOf('text/plain'))
}

/**
 * Returns true if the client prefers JSON to plain text: JSON has a higher weight, or the same weight and comes first.
 */
export function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const preferences = parsePreferences(accept).filter(({ weight }) => weight > 0)
  const best = (names: string[]) =>
    preferences.filter(({ name }) => names.includes(name)).toSorted((a, b) => b.weight - a.weight)[0]
  const json = best(['application/problem+json', 'application/json', 'application/*'])
  const text = best(['text/plain', 'text/*', '*/*'])
  if (!json) return false
  return !text || json.weight > text.weight || (json.weight === text.weight && json.position < text.position)
}

/**
 * Returns the ETag in `ifNoneMatch` that matches the content and encoding to be sent. The compression level may differ,
 * because a client that already has the content does not need it again.
 */
export function matchingEtag(ifNoneMatch: string, etag: string): string | undefined {
  if (ifNoneMatch.trim() === '*') return etag
  return ifNoneMatch.match(/"[^"]*"/g)?.find((known) => withoutLevel(known) === withoutLevel(etag))
}

const withoutLevel = (etag: string): string => etag.replace(/(-[a-z]+)\d+"$/, '$1"')

interface Preference {
  name: string
  weight: number
  position: number
}

function parsePreferences(header: string): Preference[] {
  return header.split(',').map((part, position) => {
    const [name = '', ...parameters] = part.split(';')
    const q = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find((value) => value)
    return { name: name.trim().toLowerCase(), weight: q === undefined ? 1 : Math.min(Number(q) || 0, 1), position }
  })
}
