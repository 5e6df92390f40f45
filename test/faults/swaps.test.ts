import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { bank, code, small, writeFolder } from '../support/data/small-data.ts'
import { isLong, often } from '../support/repetitions.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { postJson } from '../support/services/requests.ts'
import { waitUntil } from '../support/wait-until.ts'

interface List {
  revision: string
  count: number
  banks: { name: string; codes: Record<string, string[]> }[]
}

const callers = often(4, 8)
/** Pause between a client's requests: a short run needs responses from every state, not as many as possible. */
const pauseMs = often(100, 0)
const bankCount = 40
/**
 * A long run also recompresses the lists of each state in the background. A short run would remove the shipped data from the
 * startup cache with that.
 */
const preload = isLong ? 'on' : 'off'

/** The banks of one state of the data: their names and their number depend on the state. */
const linesOf = (state: number): string =>
  Array.from({ length: bankCount + (state % 7) }, (_, at) => {
    const id = `aa-bank-${String(at).padStart(3, '0')}`
    const codes = [code(String(at).padStart(3, '0'))]
    return `${JSON.stringify(bank(id, { name: `State ${state}`, codes }))}\n`
  }).join('')

/** `workers` is the number of processes. Each one swaps its own data, so they may differ for a moment. */
async function swap(t: TestContext, swaps: number, workers: number): Promise<void> {
  const folder = writeFolder(t, { ...small(), banks: { aa: [], bb: [bank('bb-only')] } })
  const file = join(folder, 'banks/aa.jsonl')
  writeFileSync(file, linesOf(0))
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const processes = { WORKERS: String(workers), PRELOAD: preload }
  const settings = { DATA_DIR: folder, DATABASE_URL: database, RATE_LIMIT: 'off', ...processes }
  const { url, child, stderr } = await startListening(t, settings)

  const wrong: string[] = []
  /** The content that all responses of a revision share. */
  const seen = new Map<string, string>()
  let responses = 0
  let isOver = false
  const check = async (response: Response): Promise<void> => {
    const { revision, count, banks } = (await response.json()) as List
    const [{ name } = { name: '' }] = banks
    responses++
    if (response.status !== 200) wrong.push(`status ${response.status}`)
    if (response.headers.get('data-revision') !== revision) wrong.push(`header and body of ${revision} differ`)
    if (count !== banks.length) wrong.push(`${revision} says ${count} and has ${banks.length}`)
    if (banks.some((other) => other.name !== name)) wrong.push(`${revision} is mixed`)
    // The ETag without its encoding, which changes when a list is recompressed.
    const content = `${name}, ${count} banks, ${/[0-9a-f]{16}/.exec(response.headers.get('etag') ?? '')}`
    if ((seen.get(revision) ?? content) !== content) wrong.push(`${revision} is ${seen.get(revision)} and ${content}`)
    seen.set(revision, content)
  }
  const call = async (): Promise<void> => {
    while (!isOver) {
      await check(await postJson(`${url}/v1/banks`, '{"country":"aa"}'))
      await check(await fetch(`${url}/v1/banks?country=aa&status=any`))
      const ready = (await (await fetch(`${url}/readyz`)).json()) as { status: string }
      if (ready.status !== 'ready') wrong.push('not ready')
      await setTimeout(pauseMs)
    }
  }
  const calling = Array.from({ length: callers }, call)

  const logged = (text: string, times: number): Promise<void> =>
    waitUntil(
      () => `"${text}" is logged ${times} times:\n${stderr().slice(-2000)}`,
      () => stderr().split(text).length > times,
    )
  let served = 0
  let refused = 0
  for (let state = 1; state <= swaps; state++) {
    const isInvalid = state % 10 === 2
    writeFileSync(file, isInvalid ? linesOf(state).slice(0, -30) : linesOf(state))
    // A short run waits for the watcher, because with a signal the data would be loaded twice.
    if (isLong) child.kill('SIGHUP')
    if (isInvalid) await logged('new data was rejected', ++refused * workers)
    else await logged('new data is served', ++served * workers)
    const enough = responses + 20
    await waitUntil(
      () => `${served + 1} states are seen, not ${seen.size}`,
      () => responses >= enough && seen.size > served,
    )
  }
  isOver = true
  await Promise.all(calling)
  assert.deepEqual([...new Set(wrong)], [])
  assert.ok(responses > swaps * 10, `${responses} responses`)
  assert.equal(seen.size, served + 1)
  assert.equal(served + refused, swaps)
}

const alone = often(5, 200)
test(`${alone} swaps of the data under load, one in ten of them invalid: no response is mixed or fails`, (t) =>
  swap(t, alone, 1))

const shared = often(3, 50)
test(`${shared} swaps of the data that two processes serve: no response is mixed or fails`, (t) => swap(t, shared, 2))
