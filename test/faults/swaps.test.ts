import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { bank, code, small, writeFolder } from '../support/data/small-data.ts'
import { often } from '../support/repetitions.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { postJson } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

interface List {
  revision: string
  count: number
  banks: { name: string; codes: Record<string, string[]> }[]
}

const callers = often(4, 8)
/** Between the requests of a caller: a short run needs answers of every state, not as many as the machine can give. */
const pauseMs = often(10, 0)
const bankCount = 40

/** The banks of the state with this number: all named after it, and as many as it says. */
const linesOf = (state: number): string =>
  Array.from({ length: bankCount + (state % 7) }, (_, at) => {
    const id = `aa-bank-${String(at).padStart(3, '0')}`
    const codes = [code(String(at).padStart(3, '0'))]
    return `${JSON.stringify(bank(id, { name: `State ${state}`, codes }))}\n`
  }).join('')

/** `workers`: how many processes serve; each takes the data over for itself, so that for a moment two may differ. */
async function swap(t: TestContext, swaps: number, workers: number): Promise<void> {
  const folder = writeFolder(t, { ...small(), banks: { aa: [], bb: [bank('bb-only')] } })
  const file = join(folder, 'banks/aa.jsonl')
  writeFileSync(file, linesOf(0))
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const settings = { DATA_DIR: folder, DATABASE_URL: database, RATE_LIMIT: 'off', WORKERS: String(workers) }
  const { url, child, stderr } = await startListening(t, settings)

  const wrong: string[] = []
  /** By revision: what all its answers have in common. */
  const seen = new Map<string, string>()
  let answers = 0
  let isOver = false
  const look = async (answer: Response): Promise<void> => {
    const { revision, count, banks } = (await answer.json()) as List
    const [{ name } = { name: '' }] = banks
    answers++
    if (answer.status !== 200) wrong.push(`status ${answer.status}`)
    if (answer.headers.get('data-revision') !== revision) wrong.push(`header and body of ${revision} differ`)
    if (count !== banks.length) wrong.push(`${revision} says ${count} and has ${banks.length}`)
    if (banks.some((one) => one.name !== name)) wrong.push(`${revision} is mixed`)
    // The tag without its coding, which is another when a list is packed better.
    const content = `${name}, ${count} banks, ${/[0-9a-f]{16}/.exec(answer.headers.get('etag') ?? '')}`
    if ((seen.get(revision) ?? content) !== content) wrong.push(`${revision} is ${seen.get(revision)} and ${content}`)
    seen.set(revision, content)
  }
  const call = async (): Promise<void> => {
    while (!isOver) {
      await look(await postJson(`${url}/v1/banks`, '{"country":"aa"}'))
      await look(await fetch(`${url}/v1/banks?country=aa&status=any`))
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
    const isBroken = state % 10 === 5
    writeFileSync(file, isBroken ? linesOf(state).slice(0, -30) : linesOf(state))
    child.kill('SIGHUP')
    // The first refuses it for all.
    if (isBroken) await logged('new data was refused', ++refused)
    else await logged('new data is served', ++served * workers)
    const enough = answers + 20
    await waitUntil(
      () => `${served + 1} states are seen, not ${seen.size}`,
      () => answers >= enough && seen.size > served,
    )
  }
  isOver = true
  await Promise.all(calling)
  assert.deepEqual([...new Set(wrong)], [])
  assert.ok(answers > swaps * 10, `${answers} answers`)
  assert.equal(seen.size, served + 1)
  assert.equal(served + refused, swaps)
}

const alone = often(6, 200)
test(`${alone} swaps of the data under load, one in ten of them broken: no answer is mixed or fails`, (t) =>
  swap(t, alone, 1))

const shared = often(5, 50)
test(`${shared} swaps of the data that two processes serve: no answer is mixed or fails`, (t) => swap(t, shared, 2))
