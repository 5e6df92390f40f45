import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { answerCounts, askCounts } from './quota-channel.ts'
import { createMemoryQuotaStore, type QuotaStore } from './quota-store.ts'

/** Asks 40 times for one request of a quota of 50, says how many it got, and ends. */
const asking = `
  import { askCounts } from ${JSON.stringify(new URL('./quota-channel.ts', import.meta.url).href)}
  const counts = askCounts((question) => process.send(question), (listener) => process.on('message', listener), 10_000)
  await new Promise((resolve) => process.once('message', resolve))
  const grants = await Promise.all(Array.from({ length: 40 }, () => counts.reserve('a', 50, 1)))
  process.send({ got: grants.reduce((sum, { granted }) => sum + granted, 0) }, () => process.disconnect())
`

test('processes that ask over their channels share one quota', async (t) => {
  const answer = answerCounts(createMemoryQuotaStore())
  const children = [0, 1].map(() => {
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', asking], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    t.after(() => child.kill())
    const got = new Promise<number>((resolve, reject) => {
      child.on('message', (message: { got?: number }) => {
        if (message.got === undefined) answer(message, (reply) => child.send(reply))
        else resolve(message.got)
      })
      child.on('exit', (code) => reject(new Error(`ended with ${code}`)))
    })
    return { child, got }
  })
  // A message of somebody else, to both sides.
  for (const { child } of children) child.send({ begin: true })
  answer({ other: 1 }, () => assert.fail())
  answer(null, () => assert.fail())
  const all = await Promise.all(children.map(({ got }) => got))
  assert.equal(
    all.reduce((sum, got) => sum + got, 0),
    50,
  )
})

test('a question that nobody answers, or that cannot be sent, is given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const silent = askCounts(
    () => {},
    () => {},
  )
  const given = assert.rejects(silent.reserve('a', 1, 1), /No answer within 200 ms/)
  t.mock.timers.tick(200)
  await given
  const closed = askCounts(
    () => {
      throw new Error('Channel closed')
    },
    () => {},
  )
  await assert.rejects(closed.reserve('a', 1, 1), /Channel closed/)
})

test('more than 10,000 questions are never under way, and room is made as they are given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const counts = askCounts(
    () => {},
    () => {},
  )
  const questions = Array.from({ length: 10_000 }, () => counts.reserve('a', 1, 1).catch(() => {}))
  await assert.rejects(counts.reserve('a', 1, 1), /10000 questions/)
  t.mock.timers.tick(200)
  await Promise.all(questions)
  const late = assert.rejects(counts.reserve('a', 1, 1), /No answer/)
  t.mock.timers.tick(200)
  await late
})

test('counts that fail are not answered for, and an answer that comes too late is nobody’s', async () => {
  const down: QuotaStore = { reserve: () => Promise.reject(new Error('down')) }
  answerCounts(down)({ countsQuestion: 1, subject: 'a', quota: 1, wanted: 1 }, () => assert.fail())
  await setImmediate()
  let listen = (_: unknown): void => assert.fail()
  askCounts(
    () => {},
    (listener) => {
      listen = listener
    },
  )
  listen({ countsAnswer: 7, grant: { granted: 1, remaining: 0, resetMs: 1 } })
})
