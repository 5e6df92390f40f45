/** What callers ask for, mostly lists of banks, in a fixed random order; and how to tell that an answer is right. */
import { brotliDecompressSync } from 'node:zlib'
import { headerOf } from '../../test/support/fuzz/response-reader.ts'
import type { Answer } from './connection.ts'
import type { Question } from './open-loop.ts'
import { getRequest, lookup, postRequest } from './requests.ts'

export interface Mix {
  next(): Question
  /** Of the data, in the answers that were read. */
  revisions: Set<string>
}

/** Of a thousand requests. The largest lists are rare, as their callers are: an app asks for its own country. */
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

export function openMix(port: number, key: string): Mix {
  const revisions = new Set<string>()

  /** Always read where `isRead`, which costs the client; otherwise when it is the turn of one to be checked. */
  const ask = (bytes: Buffer, isRight: (content: Content) => boolean, isRead = false): Question => {
    let known: { tag: string; body: Buffer } | undefined
    const fault = (answer: Answer, wasRead: boolean): string | undefined => {
      if (answer.status !== 200) return `${answer.head}\n${answer.body}`
      if (!wasRead) return undefined
      const { body } = answer
      const tag = headerOf(answer.head, 'etag')
      const revision = headerOf(answer.head, 'data-revision') ?? ''
      revisions.add(revision)
      // A tag promises the same bytes. To unpack and read a long list each time would hold up the client.
      if (known && tag === known.tag)
        return body.equals(known.body) ? undefined : `other bytes than before: ${answer.head}`
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
  /** Sends the tag of the last list that it got, as a cache does. */
  const askOnCondition = (): Question => {
    const headers = ['Accept-Encoding: br', `If-None-Match: ${tag}`]
    const whole = ask(getRequest(port, '/v1/banks?country=ng', headers), isListOf('ng'), true)
    return {
      ...whole,
      fault: (answer, wasRead) => {
        const answered = headerOf(answer.head, 'etag') ?? ''
        if (answer.status === 304) return tags.has(answered) ? undefined : `304 to a tag not sent: ${answer.head}`
        tag = answered
        tags.add(tag)
        return whole.fault(answer, wasRead)
      },
    }
  }

  const deck: (() => Question)[] = []
  const put = (weight: number, question: Question | (() => Question)): void => {
    const draw = typeof question === 'function' ? question : () => question
    for (let number = 0; number < weight; number++) deck.push(draw)
  }
  for (const [country, weight] of Object.entries(lookups)) put(weight, ask(lookup(port, country), isListOf(country)))
  for (const [country, weight] of Object.entries(gets)) {
    put(weight, ask(getRequest(port, `/v1/banks?country=${country}`), isListOf(country)))
  }
  for (const [query, weight] of Object.entries(searches)) {
    put(
      weight,
      ask(getRequest(port, `/v1/search?${query}`), ({ banks = [] }) => banks.length > 0),
    )
  }
  for (const [identifier, weight] of Object.entries(identifiers)) {
    const request = postRequest(port, '/v1/resolve', JSON.stringify({ identifier }))
    put(
      weight,
      ask(request, ({ readings }) => readings?.[0]?.verdict === 'valid'),
    )
  }
  put(others.condition, askOnCondition)
  put(others.countries, ask(getRequest(port, '/v1/supported-countries/'), isAllCountries))
  const creation = postRequest(port, '/index.php', '', [`Authorization: Bearer ${key}`])
  put(
    others.create,
    ask(creation, ({ mode }) => mode === 'live'),
  )

  shuffle(deck)
  let at = 0
  const next = (): Question => (deck[at++ % deck.length] as () => Question)()
  return { next, revisions }
}

const isListOf =
  (wanted: string) =>
  ({ country, count, banks = [] }: Content): boolean =>
    country === wanted.toUpperCase() && banks.length > 0 && count === banks.length

const isAllCountries = ({ count, countries = [] }: Content): boolean =>
  countries.length > 8 && count === countries.length

/** What cannot be unpacked or read is empty, which is right for nobody. */
function contentOf(answer: Answer): Content {
  try {
    const bytes = headerOf(answer.head, 'content-encoding') === 'br' ? brotliDecompressSync(answer.body) : answer.body
    return JSON.parse(bytes.toString())
  } catch {
    return {}
  }
}

/** By Fisher and Yates, with the numbers of Lehmer: the same order in every run. */
function shuffle(items: unknown[]): void {
  let seed = 20_261
  for (let last = items.length - 1; last > 0; last--) {
    seed = (seed * 48_271) % 2_147_483_647
    const other = seed % (last + 1)
    ;[items[last], items[other]] = [items[other], items[last]]
  }
}
