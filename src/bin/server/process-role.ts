/** What a process does by itself and what it asks the first one for, where several serve at one port. */
import { DatasetError } from '../../dataset/dataset-error.ts'
import { answerCounts, askCounts } from '../../limits/quota-channel.ts'
import { createMemoryQuotaStore, type QuotaStore } from '../../limits/quota-store.ts'
import type { openRedisQuotaStore } from '../../limits/redis-quota-store.ts'
import { answerFigures } from '../../metrics/metrics-channel.ts'
import type { Snapshot } from '../../metrics/snapshot.ts'
import type { Store } from '../../store/contract.ts'
import { askStore } from '../../store/store-channel.ts'
import { watchPrimary } from './heartbeat.ts'

/** Set by the first process for those that it starts: the revision of the data that it serves. */
export const servedRevisionEnv = 'BANK_LOOKUP_SERVED'
const servedByFirst = process.env[servedRevisionEnv]
export const isWorker = servedByFirst !== undefined && process.send !== undefined

/**
 * What the first process refused, no other serves. One that finds such data where the data should be ends, and is started
 * again later, when the data may be right; the first serves on.
 */
export function assertSameData(revision: string): void {
  if (isWorker && revision !== servedByFirst) {
    throw new DatasetError(`The data has the revision ${revision}, but ${servedByFirst} is served`)
  }
}

export interface Role {
  /** The first process's, over the channel; undefined where a process opens its own. */
  store: Store | undefined
  /** What processes of one machine count together; undefined where there is but one. */
  counts: QuotaStore | undefined
  /** Answers the others. */
  answerCounts: ReturnType<typeof answerCounts>
  onRefreshWish(listener: () => void): void
  /** Answers whoever gathers the figures of all. */
  onFiguresWish(snapshot: () => Snapshot): void
  onFirstGone(listener: () => void): void
  /** Called when the first process hangs, and when it answers again. */
  onFirstSilence(listener: (isSilent: boolean) => void): void
  /** Whether every process answers, as far as a worker knows. */
  areAllUp(): boolean
  /** After everything else: while the channel is open a worker does not end. */
  leave(): void
}

/** Sent to the others when the first serves new data. */
export const refreshMessage = { wantsRefresh: true }
const isRefreshWish = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'wantsRefresh' in message

export function primaryRole(workers: number): Role {
  const counts = createMemoryQuotaStore()
  return {
    store: undefined,
    counts: workers > 1 ? counts : undefined,
    answerCounts: answerCounts(counts),
    onRefreshWish: () => {},
    onFiguresWish: () => {},
    onFirstGone: () => {},
    onFirstSilence: () => {},
    areAllUp: () => true,
    leave: () => {},
  }
}

export function workerRole(timeoutMs: number): Role {
  const channel = {
    // With a callback, a channel that is closed does not end the process.
    send: (question: object): void => void process.send?.(question, undefined, undefined, () => {}),
    onMessage: (listener: (message: unknown) => void): void => void process.on('message', listener),
    onGone: (listener: () => void): void => void process.once('disconnect', listener),
  }
  const first = watchPrimary(channel, { timeoutMs })
  return {
    store: askStore({ ...channel, onSilence: first.onChange }),
    counts: askCounts(channel.send, channel.onMessage),
    answerCounts: () => {},
    onRefreshWish: (listener) => channel.onMessage((message) => isRefreshWish(message) && listener()),
    onFiguresWish: (snapshot) => {
      const answer = answerFigures(snapshot)
      channel.onMessage((message) => answer(message, channel.send))
    },
    onFirstGone: channel.onGone,
    onFirstSilence: first.onChange,
    areAllUp: first.areAllUp,
    leave: () => void (process.connected && process.disconnect()),
  }
}

/** Loaded only where it is used. */
export async function openRedis(url: string): Promise<ReturnType<typeof openRedisQuotaStore>> {
  return (await import('../../limits/redis-quota-store.ts')).openRedisQuotaStore(url)
}
