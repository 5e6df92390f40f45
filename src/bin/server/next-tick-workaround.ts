/**
 * Keeps `process.nextTick` fast, because every response calls it several times. V8 drops the hidden class of the
 * entries in the nextTick queue when a full garbage collection finds none of them alive, which happens while the data
 * is read. Code that was optimised for the old class then stays on a slow path, and a lookup becomes at least 20%
 * slower. To prevent this, one entry is created before the data is read and kept alive forever.
 */
import { executionAsyncResource } from 'node:async_hooks'

const retained: object[] = []

export const pinNextTickShape = (): Promise<void> =>
  new Promise((resolve) => {
    process.nextTick(() => {
      retained.push(executionAsyncResource())
      resolve()
    })
  })
