/** Measures a running service through the system and the inspector. `openFiles` needs `proc` of `test/support/programs.ts`. */
import { readdirSync } from 'node:fs'

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

export interface Heap {
  /** Bytes in use after a full garbage collection, including memory outside the heap that it references. */
  usedBytes(): Promise<number>
  close(): void
}

/** `url` is the inspector address that a process with `--inspect` prints at its start. */
export async function openHeap(url: string): Promise<Heap> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (result: Record<string, number>) => void>()
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: Record<string, number> }
    if (id !== undefined) waiting.get(id)?.(result)
  }
  let asked = 0
  const ask = (method: string): Promise<Record<string, number>> =>
    new Promise((resolve) => {
      asked++
      waiting.set(asked, resolve)
      socket.send(JSON.stringify({ id: asked, method }))
    })
  return {
    usedBytes: async () => {
      // Collect twice: the second run frees what the first one finalized.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const { usedSize = Number.NaN, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage')
      return usedSize + backingStorageSize
    },
    close: () => socket.close(),
  }
}
