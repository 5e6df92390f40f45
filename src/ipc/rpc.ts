/**
 * Remote procedure calls between two processes over a message channel. A call fails when its timeout expires, or at
 * once if the other process has exited or hangs. A notification gets no reply. The channel may also carry other
 * messages, which are ignored.
 */
import type { ChildProcess } from 'node:child_process'

export interface Channel {
  /** A message to a process that has exited is lost. */
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
  /** Calls the listener when the other process has disconnected. */
  onClose(listener: () => void): void
}

export interface Peer {
  call(method: string, parameters: unknown[], timeoutMs: number): Promise<unknown>
  notify(method: string, ...parameters: unknown[]): void
  /** Runs the handler for each call and each notification with this name, and replies to calls with its result. */
  handle(method: string, handler: (...parameters: never[]) => unknown): void
  /**
   * Marks the other process as hung or responsive. While it is hung, all calls fail at once, including pending ones: a
   * hang usually lasts longer than client timeouts.
   */
  setHung(isHung: boolean): void
}

interface Call {
  method: string
  parameters: unknown[]
  /** Omitted in a notification. */
  callId?: number
}

interface Reply {
  replyTo: number
  result?: unknown
  error?: string
}

export function createPeer({ send, onMessage, onClose }: Channel): Peer {
  const handlers = new Map<string, (...parameters: never[]) => unknown>()
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let isClosed = false
  let isHung = false

  const failPending = (reason: string): void => {
    for (const { reject } of pending.values()) reject(new Error(reason))
  }
  const run = async ({ method, parameters }: Call): Promise<unknown> => {
    const handler = handlers.get(method) as ((...parameters: unknown[]) => unknown) | undefined
    if (!handler) throw new Error(`There is no handler for "${method}" yet.`)
    return handler(...parameters)
  }
  const reply = async (call: Call, replyTo: number): Promise<void> => {
    const outcome = await run(call).then(
      (result) => ({ result }),
      (error: Error) => ({ error: error.message }),
    )
    send({ replyTo, ...outcome } satisfies Reply)
  }
  const settle = ({ replyTo, result, error }: Reply): void => {
    // A reply that arrives after the timeout has no pending call and is dropped.
    if (error === undefined) pending.get(replyTo)?.resolve(result)
    else pending.get(replyTo)?.reject(new Error(error))
  }

  onMessage((message) => {
    if (isReply(message)) settle(message)
    else if (isCall(message) && message.callId !== undefined) void reply(message, message.callId)
    else if (isCall(message) && handlers.has(message.method)) void run(message)
  })
  onClose(() => {
    isClosed = true
    failPending('The other process exited before it replied.')
  })
  return {
    call: async (method, parameters, timeoutMs) => {
      if (isClosed) throw new Error('The other process has exited.')
      if (isHung) throw new Error(hungMessage)
      const callId = ++lastId
      const result = Promise.withResolvers<unknown>()
      pending.set(callId, result)
      const fail = (): void => result.reject(new Error(`No reply to "${method}" within ${timeoutMs} ms.`))
      const timer = setTimeout(fail, timeoutMs)
      try {
        send({ method, parameters, callId } satisfies Call)
        return await result.promise
      } finally {
        clearTimeout(timer)
        pending.delete(callId)
      }
    },
    notify: (method, ...parameters) => send({ method, parameters } satisfies Call),
    handle: (method, handler) => void handlers.set(method, handler),
    setHung: (next) => {
      isHung = next
      if (isHung) failPending(hungMessage)
    },
  }
}

const hungMessage = 'The other process does not respond.'

/** The channel that Node opens between a process and a forked child. Messages to a closed channel are lost. */
export function processChannel(other: ChildProcess | NodeJS.Process): Channel {
  return {
    // Ignore the error of a failed send: the empty callback receives it, and without a callback it would be thrown.
    send: (message) => void (other.connected && other.send?.(message, undefined, undefined, () => {})),
    onMessage: (listener) => void other.on('message', listener),
    onClose: (listener) => void other.once('disconnect', listener),
  }
}

const isCall = (message: unknown): message is Call =>
  typeof message === 'object' && message !== null && 'method' in message
const isReply = (message: unknown): message is Reply =>
  typeof message === 'object' && message !== null && 'replyTo' in message
