/**
 * The store of another process, over a channel of messages: the process that holds the store answers, the others ask.
 * The channel may carry other messages; each side knows its own.
 */
import { type Store, StoreUnavailable } from './contract.ts'

type Operation = Exclude<keyof Store, 'close'>

const operations: readonly Operation[] = [
  'addKey',
  'listKeys',
  'findKey',
  'revokeKey',
  'rotateKey',
  'recordKeyUsage',
  'createRecord',
  'listRecords',
  'advanceRunningTime',
  'deleteExpiredIdempotencyKeys',
]

interface Question {
  storeQuestion: number
  operation: Operation
  parameters: unknown[]
}

interface Answer {
  storeAnswer: number
  result?: unknown
  /** Why it could not be done. */
  failure?: string
}

/** Called with every message of an asking process, and with the way back to it, which must bear that it is gone. */
export function answerStore(store: Store): (message: unknown, reply: (answer: object) => void) => void {
  return async (message, reply) => {
    if (!isQuestion(message)) return
    const { storeQuestion, operation, parameters } = message
    const work = store[operation] as (...all: unknown[]) => Promise<unknown>
    const answer = await work(...parameters).then(
      (result) => ({ result }),
      (error: Error) => ({ failure: error.message }),
    )
    reply({ storeAnswer: storeQuestion, ...answer } satisfies Answer)
  }
}

export interface Channel {
  /** May throw, or lose what it is given. */
  send(question: object): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the answering process has ended. */
  onGone(listener: () => void): void
  /** Called when the answering process hangs, and when it answers again. */
  onSilence?(listener: (isSilent: boolean) => void): void
}

/** Longer than the store itself takes to give up. */
const answerMsMax = 15_000

export function askStore({ send, onMessage, onGone, onSilence }: Channel, timeoutMs = answerMsMax): Store {
  const asked = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let last = 0
  let isGone = false
  let isSilent = false
  // A caller gets its 503 at once: a process that hangs takes longer than a caller waits.
  onSilence?.((next) => {
    isSilent = next
    if (!isSilent) return
    for (const { reject } of asked.values()) reject(new StoreUnavailable(silence))
  })
  onGone(() => {
    isGone = true
    for (const { reject } of asked.values()) reject(new Error('it ended before it answered'))
  })
  onMessage((message) => {
    if (!isAnswer(message)) return
    const { storeAnswer, result, failure } = message
    if (failure === undefined) asked.get(storeAnswer)?.resolve(result)
    else asked.get(storeAnswer)?.reject(new StoreUnavailable(failure))
  })

  const ask = async (operation: Operation, parameters: unknown[]): Promise<unknown> => {
    const number = ++last
    let timer: NodeJS.Timeout | undefined
    const answered = new Promise<unknown>((resolve, reject) => {
      asked.set(number, { resolve, reject })
      const giveUp = (): void => reject(new StoreUnavailable(`No answer to ${operation} in ${timeoutMs} ms.`))
      timer = setTimeout(giveUp, timeoutMs)
    })
    try {
      if (isGone) throw new Error('it has ended')
      if (isSilent) throw new StoreUnavailable(silence)
      send({ storeQuestion: number, operation, parameters } satisfies Question)
      return await answered
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      throw new StoreUnavailable(`The process that holds the store is gone (${(error as Error).message}).`)
    } finally {
      clearTimeout(timer)
      asked.delete(number)
    }
  }

  const all = operations.map((operation) => [operation, (...parameters: unknown[]) => ask(operation, parameters)])
  return { ...(Object.fromEntries(all) as Omit<Store, 'close'>), close: async () => {} }
}

const silence = 'The process that holds the store does not answer.'

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' &&
  message !== null &&
  'storeQuestion' in message &&
  operations.includes((message as Question).operation)

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'storeAnswer' in message
