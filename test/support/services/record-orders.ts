/** Requests to create records, each with its own `Idempotency-Key`, resent until acknowledged; and a check of the outcome. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { waitUntil } from '../wait-until.ts'
import { create } from './processes.ts'

export interface Orders {
  /** The id of the record, by order. */
  acknowledged: Map<string, string>
  /** Orders that were sent but not acknowledged: their record may or may not exist. */
  open: Set<string>
  /** The number of 503 responses. */
  refused(): number
  /** Waits until this many more orders are acknowledged. */
  more(count: number): Promise<void>
  /** Never rejects: a broken connection leaves the order open. */
  send(url: string, order: string): Promise<void>
  /** Resends the open orders, twice at once, and the last acknowledged ones; each must succeed now. */
  settle(url: string): Promise<void>
  /** Resends everything, then asserts that each order has exactly one record, the acknowledged one. */
  check(url: string, storedIds: () => Promise<string[]>): Promise<void>
  /** A summary for the test report, valid after `check`. */
  summary(): string
}

export function openOrders(key: string): Orders {
  const acknowledged = new Map<string, string>()
  const open = new Set<string>()
  const wrong = new Set<string>()
  let refused = 0
  let lost: string[] = []
  let duplicated: string[] = []

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

  /** Sends all orders over a few concurrent clients. */
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
      duplicated = [...stored].filter((id) => !known.has(id))
      assert.deepEqual({ lost, duplicated }, { lost: [], duplicated: [] })
      assert.equal(stored.size, acknowledged.size)
    },
    summary: () =>
      `${acknowledged.size.toLocaleString('en')} orders acknowledged, ${refused.toLocaleString('en')} responses 503, ${lost.length} lost, ${duplicated.length} duplicated`,
  }
}

/** A proper 503: its code says that the store is unavailable, and `Retry-After` when to retry. */
export const isRefusal = ({ status, headers }: Response): boolean =>
  status === 503 && headers.get('error-code') === 'store_unavailable' && headers.get('retry-after') === '5'

export interface Storm {
  stop(): Promise<void>
}

/** Clients that send one order after another, each twice at once, and resend it until it is acknowledged. */
export function startStorm(
  t: TestContext,
  url: string,
  { orders, name, callers }: { orders: Orders; name: string; callers: number },
): Storm {
  let isStopped = false
  t.after(() => {
    isStopped = true
  })
  const call = async (_: unknown, caller: number): Promise<void> => {
    for (let number = 0; number < 100_000 && !isStopped; number++) {
      const order = `${name}, caller ${caller}, order ${number}`
      await Promise.all([orders.send(url, order), orders.send(url, order)])
      while (orders.open.has(order) && !isStopped) {
        await setTimeout(10)
        await orders.send(url, order)
      }
    }
  }
  const calling = Array.from({ length: callers }, call)
  return {
    stop: async () => {
      isStopped = true
      await Promise.all(calling)
    },
  }
}
