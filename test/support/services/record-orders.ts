/** Orders of a record, each with an `Idempotency-Key` of its own, sent as often as it takes; and what came of them. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { waitUntil } from '../wait-until.ts'
import { create } from './processes.ts'

export interface Orders {
  /** By order: the id of its record. */
  acknowledged: Map<string, string>
  /** Sent, and no record acknowledged so far: there may be one or none. */
  open: Set<string>
  /** How often the answer was a 503. */
  refused(): number
  /** Until so many further orders are acknowledged. */
  more(count: number): Promise<void>
  /** Never rejects: a connection that breaks leaves the order open. */
  send(url: string, order: string): Promise<void>
  /** Sends again what is open, twice at once, and the last that were acknowledged: now there is an answer to each. */
  settle(url: string): Promise<void>
  /** Sends everything once more, and then there is one record an order, the one that was acknowledged, and no other. */
  check(url: string, storedIds: () => Promise<string[]>): Promise<void>
  /** For whoever reads the report of the test, once it is checked. */
  figures(): string
}

export function openOrders(key: string): Orders {
  const acknowledged = new Map<string, string>()
  const open = new Set<string>()
  const wrong = new Set<string>()
  let refused = 0
  let lost: string[] = []
  let twice: string[] = []

  const send: Orders['send'] = async (url, order) => {
    if (!acknowledged.has(order)) open.add(order)
    const answer = await create(url, key, { 'Idempotency-Key': order }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (!answer || text === undefined) return
    if (isRefusal(answer)) {
      refused++
      return
    }
    if (answer.status !== 200) {
      wrong.add(`${order}: ${answer.status} ${text}`)
      return
    }
    const { id } = JSON.parse(text) as { id: string }
    const first = acknowledged.get(order) ?? id
    if (first !== id) wrong.add(`${order} is ${first} and ${id}`)
    acknowledged.set(order, first)
    open.delete(order)
  }

  /** By a few callers. */
  const sendAll = async (url: string, orders: string[]): Promise<void> => {
    const waiting = orders.values()
    const call = async (): Promise<void> => {
      for (const order of waiting) await send(url, order)
    }
    await Promise.all(Array.from({ length: 16 }, call))
  }

  return {
    acknowledged,
    open,
    refused: () => refused,
    more: (count) => {
      const wanted = acknowledged.size + count
      return waitUntil(`${count} more orders are acknowledged`, () => acknowledged.size >= wanted)
    },
    send,
    settle: async (url) => {
      const unsettled = [...open]
      await sendAll(url, [...unsettled.flatMap((order) => [order, order]), ...[...acknowledged.keys()].slice(-20)])
      assert.deepEqual([...wrong], [])
      assert.deepEqual(
        unsettled.filter((order) => open.has(order)),
        [],
      )
    },
    check: async (url, storedIds) => {
      await sendAll(url, [...acknowledged.keys(), ...open])
      assert.deepEqual([...wrong], [])
      assert.deepEqual([...open], [])
      const stored = new Set(await storedIds())
      const known = new Set(acknowledged.values())
      lost = [...known].filter((id) => !stored.has(id))
      twice = [...stored].filter((id) => !known.has(id))
      assert.deepEqual({ lost, twice }, { lost: [], twice: [] })
      assert.equal(stored.size, acknowledged.size)
    },
    figures: () =>
      `${acknowledged.size.toLocaleString('en')} orders acknowledged, ${refused.toLocaleString('en')} answers 503, ${lost.length} lost, ${twice.length} twice`,
  }
}

/** One that says what to do: the store is away, and this is when to come again. */
export const isRefusal = ({ status, headers }: Response): boolean =>
  status === 503 && headers.get('error-code') === 'store_unavailable' && headers.get('retry-after') === '5'

export interface Storm {
  stop(): Promise<void>
}

/** Callers who send one order after the other, each of them twice at once, and again until it is acknowledged. */
export function startStorm(
  t: TestContext,
  url: string,
  { orders, name, callers }: { orders: Orders; name: string; callers: number },
): Storm {
  let isOver = false
  t.after(() => {
    isOver = true
  })
  const call = async (_: unknown, caller: number): Promise<void> => {
    for (let number = 0; number < 100_000 && !isOver; number++) {
      const order = `${name}, caller ${caller}, order ${number}`
      await Promise.all([orders.send(url, order), orders.send(url, order)])
      while (orders.open.has(order) && !isOver) {
        await setTimeout(10)
        await orders.send(url, order)
      }
    }
  }
  const calling = Array.from({ length: callers }, call)
  return {
    stop: async () => {
      isOver = true
      await Promise.all(calling)
    },
  }
}
