/**
 * Keeps `process.nextTick` fast; every response calls it several times. V8 drops the hidden class of the queue's entries
 * when a full garbage collection finds none of them alive, which happens while the data is read. Code that was optimised
 * for the old class then stays on a slow path, which makes a lookup at least a fifth slower. So one entry is kept alive
 * forever, from before the data is read.
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
