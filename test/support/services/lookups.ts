/** Callers who look up all the while, and hold every answer against the one that was given before anything broke. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { waitUntil } from '../wait-until.ts'
import { postJson } from './service.ts'

export interface Lookups {
  /** Until so many further right answers have come. */
  more(count: number): Promise<void>
  /** What went wrong, each once. */
  stop(): Promise<string[]>
  /** For whoever reads the report of the test. */
  figures(): string
}

type Headers = () => Record<string, string>

/** Of the small data. */
const asks: ((url: string, headers: Record<string, string>) => Promise<Response>)[] = [
  (url, headers) => postJson(`${url}/v1/banks`, '{"country":"aa"}', headers),
  (url, headers) => fetch(`${url}/v1/banks?country=aa`, { headers }),
  (url, headers) => fetch(`${url}/v1/search?q=bank`, { headers }),
  (url, headers) => postJson(`${url}/v1/resolve`, '{"identifier":"001"}', headers),
]

/** `callers` says of each what headers it sends. */
export async function startLookups(t: TestContext, url: string, callers: Headers[]): Promise<Lookups> {
  const right: string[] = []
  for (const ask of asks) {
    const answer = await ask(url, callers[0]?.() ?? {})
    assert.equal(answer.status, 200)
    right.push(await answer.text())
  }
  const wrong = new Set<string>()
  let failed = 0
  let answers = 0
  let isOver = false
  t.after(() => {
    isOver = true
  })
  const note = (what: string): void => {
    failed++
    wrong.add(what)
  }
  const call = async (headers: Headers): Promise<void> => {
    for (let number = 0; !isOver; number++) {
      const at = number % asks.length
      try {
        const answer = await (asks[at] as (typeof asks)[0])(url, headers())
        const text = await answer.text()
        if (answer.status === 200 && text === right[at]) answers++
        else note(`${answer.status} ${text.slice(0, 200)}`)
      } catch (error) {
        note(String((error as Error).cause ?? error))
      }
    }
  }
  const calling = callers.map(call)
  return {
    more: (count) => {
      const wanted = answers + count
      return waitUntil(
        () => `${count} more lookups are answered; wrong: ${[...wrong].join(', ')}`,
        () => answers >= wanted,
      )
    },
    stop: async () => {
      isOver = true
      await Promise.all(calling)
      return [...wrong]
    },
    figures: () => `${answers.toLocaleString('en')} lookups answered, ${failed} failed`,
  }
}
