/** A realistic mix of requests, mostly lists of banks, in a fixed random order, and the checks of their responses. */
import { brotliDecompressSync } from 'node:zlib'
import { headerOf } from '../../test/support/fuzz/response-reader.ts'
import type { ReceivedResponse } from './connection.ts'
import type { PlannedRequest } from './open-loop.ts'
import { getRequest, lookup, postRequest } from './requests.ts'

export interface Mix {
  next(): PlannedRequest
  /** The data revisions in the responses that were read. */
  revisions: Set<string>
}

/** Weights out of a thousand requests. The largest lists are rare, because an app requests its own country. */
const lookups = { ng: 260, gh: 150, za: 80, gb: 50, de: 40, ca: 30, us: 3, eu: 2 }
const gets = { ng: 70, gh: 40, za: 25, ug: 20, us: 1 }
const searches = { 'q=acess&country=ng': 20, 'q=absa&country=gh': 15, 'q=commerzbank': 10 }
const identifiers = { DE89370400440532013000: 15, GB29NWBK60161331926819: 10, COBADEFF: 5 }
const others = { condition: 100, countries: 50, create: 4 }

interface Content {
  revision?: string
  country?: string
  count?: number
  mode?: string
  banks?: unknown[]
  countries?: unknown[]
  readings?: { verdict: string }[]
}

export function createMix(port: number, key: string): Mix {
  const revisions = new Set<string>()

  /** With `isRead` every response is read, which costs the client CPU; otherwise only every n-th one. */
  const planRequest = (bytes: Buffer, isRight: (content: Content) => boolean, isRead = false): PlannedRequest => {
    let known: { tag: string; body: Buffer } | undefined
    const fault = (answer: ReceivedResponse, wasRead: boolean): string | undefined => {
      if (answer.status !== 200) return `${answer.head}\n${answer.body}`
      if (!wasRead) return undefined
      const { body } = answer
      const tag = headerOf(answer.head, 'etag')
      const revision = headerOf(answer.head, 'data-revision') ?? ''
      revisions.add(revision)
      // A tag promises the same bytes. Decompressing and parsing a long list every time would delay the client.
      if (known && tag === known.tag)
        return body.equals(known.body) ? undefined : `not the same bytes as before: ${answer.head}`
      const content = contentOf(answer)
      const isSound = (content.revision ?? revision) === revision && isRight(content)
      if (!isSound) return `wrong: ${answer.head}\n${JSON.stringify(content).slice(0, 300)}`
      if (tag !== undefined) known = { tag, body }
      return undefined
    }
    return { bytes, isRead, fault }
  }

  const tags = new Set<string>()
  let tag = '"none yet"'
  /** Sends the tag of the last list, as a cache does. */
  const conditionalRequest = (): PlannedRequest => {
    const headers = ['Accept-Encoding: br', `If-None-Match: ${tag}`]
    const whole = planRequest(getRequest(port, '/v1/banks?country=ng', headers), isListOf('ng'), true)
    return {
      ...whole,
      fault: (answer, wasRead) => {
        const served = headerOf(answer.head, 'etag') ?? ''
        if (answer.status === 304)
          return tags.has(served) ? undefined : `304 with a tag that was not sent: ${answer.head}`
        tag = served
        tags.add(tag)
        return whole.fault(answer, wasRead)
      },
    }
  }

  const deck: (() => PlannedRequest)[] = []
  const put = (weight: number, question: PlannedRequest | (() => PlannedRequest)): void => {
    const draw = typeof question === 'function' ? question : () => question
    for (let number = 0; number < weight; number++) deck.push(draw)
  }
  for (const [country, weight] of Object.entries(lookups))
    put(weight, planRequest(lookup(port, country), isListOf(country)))
  for (const [country, weight] of Object.entries(gets)) {
    put(weight, planRequest(getRequest(port, `/v1/banks?country=${country}`), isListOf(country)))
  }
  for (const [query, weight] of Object.entries(searches)) {
    put(
      weight,
      planRequest(getRequest(port, `/v1/search?${query}`), ({ banks = [] }) => banks.length > 0),
    )
  }
  for (const [identifier, weight] of Object.entries(identifiers)) {
    const request = postRequest(port, '/v1/resolve', JSON.stringify({ identifier }))
    put(
      weight,
      planRequest(request, ({ readings }) => readings?.[0]?.verdict === 'valid'),
    )
  }
  put(others.condition, conditionalRequest)
  put(others.countries, planRequest(getRequest(port, '/v1/supported-countries/'), isAllCountries))
  const creation = postRequest(port, '/index.php', '', [`Authorization: Bearer ${key}`])
  put(
    others.create,
    planRequest(creation, ({ mode }) => mode === 'live'),
  )

  shuffle(deck)
  let at = 0
  const next = (): PlannedRequest => (deck[at++ % deck.length] as () => PlannedRequest)()
  return { next, revisions }
}

const isListOf =
  (wanted: string) =>
  ({ country, count, banks = [] }: Content): boolean =>
    country === wanted.toUpperCase() && banks.length > 0 && count === banks.length

const isAllCountries = ({ count, countries = [] }: Content): boolean =>
  countries.length > 8 && count === countries.length

/** Returns an empty object if the body cannot be decompressed or parsed; no check accepts it. */
function contentOf(answer: ReceivedResponse): Content {
  try {
    const bytes = headerOf(answer.head, 'content-encoding') === 'br' ? brotliDecompressSync(answer.body) : answer.body
    return JSON.parse(bytes.toString())
  } catch {
    return {}
  }
}

/** A Fisher-Yates shuffle with a Lehmer generator: the same order in every run. */
function shuffle(items: unknown[]): void {
  let seed = 20_261
  for (let last = items.length - 1; last > 0; last--) {
    seed = (seed * 48_271) % 2_147_483_647
    const other = seed % (last + 1)
    ;[items[last], items[other]] = [items[other], items[last]]
  }
}
