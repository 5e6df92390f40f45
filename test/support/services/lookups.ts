/** Clients that send lookups all the time and compare every response with the one from before the fault. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { often } from '../repetitions.ts'
import { waitUntil } from '../wait-until.ts'
import { postJson } from './requests.ts'

export interface Lookups {
  /** Waits for this many more correct responses. */
  more(count: number): Promise<void>
  /** Stops the clients and returns the distinct failures. */
  stop(): Promise<string[]>
  /** A summary for the test report. */
  summary(): string
}

/** Pause between a client's requests, so that clients do not fill the CPU while a test waits. */
const pauseMs = often(20, 0)

type Headers = () => Record<string, string>

/** Lookups over the small data. */
const requests: ((url: string, headers: Record<string, string>) => Promise<Response>)[] = [
  (url, headers) => postJson(`${url}/v1/banks`, '{"country":"aa"}', headers),
  (url, headers) => fetch(`${url}/v1/banks?country=aa`, { headers }),
  (url, headers) => fetch(`${url}/v1/search?q=bank`, { headers }),
  (url, headers) => postJson(`${url}/v1/resolve`, '{"identifier":"001"}', headers),
]

/** Starts one client per entry of `callers`, which returns the headers of its next request. */
export async function startLookups(t: TestContext, url: string, callers: Headers[]): Promise<Lookups> {
  const expected: string[] = []
  for (const send of requests) {
    const answer = await send(url, callers[0]?.() ?? {})
    assert.equal(answer.status, 200)
    expected.push(await answer.text())
  }
  const failures = new Set<string>()
  let failed = 0
  let correct = 0
  let isStopped = false
  t.after(() => {
    isStopped = true
  })
  const recordFailure = (text: string): void => {
    failed++
    failures.add(text)
  }
  const call = async (headers: Headers): Promise<void> => {
    for (let number = 0; !isStopped; number++) {
      const at = number % requests.length
      try {
        const answer = await (requests[at] as (typeof requests)[0])(url, headers())
        const text = await answer.text()
        if (answer.status === 200 && text === expected[at]) correct++
        else recordFailure(`${answer.status} ${text.slice(0, 200)}`)
      } catch (error) {
        recordFailure(String((error as Error).cause ?? error))
      }
      await setTimeout(pauseMs)
    }
  }
  const calling = callers.map(call)
  return {
    more: (count) => {
      const wanted = correct + count
      return waitUntil(
        () => `${count} more correct lookups; failures: ${[...failures].join(', ')}`,
        () => correct >= wanted,
      )
    },
    stop: async () => {
      isStopped = true
      await Promise.all(calling)
      return [...failures]
    },
    summary: () => `${correct.toLocaleString('en')} correct lookups, ${failed} failed`,
  }
}
