import type { Channel } from '../../src/ipc/rpc.ts'

/** The two ends of a channel within one process. Messages arrive at once; `close` closes both ends. */
export function createChannelPair({ losesMessages = () => false }: { losesMessages?: () => boolean } = {}): {
  a: Channel
  b: Channel
  close(): void
} {
  const listeners = { a: [] as ((message: unknown) => void)[], b: [] as ((message: unknown) => void)[] }
  const onClose: (() => void)[] = []
  const end = (own: 'a' | 'b', other: 'a' | 'b'): Channel => ({
    send: (message) => {
      if (!losesMessages()) for (const listener of listeners[other]) listener(message)
    },
    onMessage: (listener) => void listeners[own].push(listener),
    onClose: (listener) => void onClose.push(listener),
  })
  return {
    a: end('a', 'b'),
    b: end('b', 'a'),
    close: () => {
      for (const listener of onClose) listener()
    },
  }
}
