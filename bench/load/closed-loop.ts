/** Closed-loop load: each keep-alive connection sends the next request as soon as it has the response to its last one. */
import { openConnection } from './connection.ts'

export interface Load {
  port: number
  /** One request, or several that are sent in turn. */
  request: Buffer | readonly Buffer[]
  requests: number
  connections: number
  /** How many requests a connection pipelines before it waits for their responses. */
  atOnce?: number
}

/** Resolves to the duration in seconds. Fails on any status other than 200. */
export async function runLoad({ port, request, requests, connections, atOnce = 1 }: Load): Promise<number> {
  const sequence = Buffer.isBuffer(request) ? [request] : request
  let sent = 0
  const take = (): Buffer => sequence[sent++ % sequence.length] as Buffer
  const start = performance.now()
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let awaited = 0
      const connection = openConnection({
        port,
        onResponse: ({ status, head }) => {
          awaited--
          if (status !== 200) reject(new Error(head))
          if (status !== 200) connection.end()
          else if (awaited === 0) next()
        },
        onEnd: (error) =>
          error || awaited > 0 ? reject(error ?? new Error('The connection ended before the response.')) : resolve(),
      })
      const next = (): void => {
        awaited = Math.min(atOnce, requests - sent)
        if (awaited === 0) connection.end()
        else connection.send(awaited === 1 ? take() : Buffer.concat(Array.from({ length: awaited }, take)))
      }
      next()
    })
  await Promise.all(Array.from({ length: connections }, one))
  return (performance.now() - start) / 1000
}
