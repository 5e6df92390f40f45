/**
 * Keeps `process.nextTick` fast, which every answer goes through several times. The runtime forgets the layout of the
 * entries of its queue when a full collection of garbage finds none of them, as happens while the data is read. The
 * code that was compiled for the old layout then takes a slow way for good, by a fifth of a lookup and more. So one entry
 * is kept for ever, from before the data is read.
 */
import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

export const pinNextTickShape = (): Promise<void> =>
  new Promise((resolve) => {
    process.nextTick(() => {
      kept.push(executionAsyncResource())
      resolve()
    })
  })
