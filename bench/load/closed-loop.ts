/** Sends one request over and over on kept connections, each again when its answer is there, and counts the answers. */
import { openConnection } from './connection.ts'

export interface Load {
  port: number
  request: Buffer
  requests: number
  connections: number
  /** How many a connection sends at once before it waits for their answers. */
  atOnce?: number
}

/** Resolves to the seconds it took. Fails on any answer that is not a 200. */
export async function runLoad({ port, request, requests, connections, atOnce = 1 }: Load): Promise<number> {
  const batch = Buffer.concat(Array.from({ length: atOnce }, () => request))
  let left = requests
  const start = performance.now()
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let awaited = 0
      const connection = openConnection({
        port,
        onAnswer: ({ status, head }) => {
          awaited--
          if (status !== 200) reject(new Error(head))
          if (status !== 200) connection.end()
          else if (awaited === 0) next()
        },
        onEnd: (error) =>
          error || awaited > 0 ? reject(error ?? new Error('It ended before the answer.')) : resolve(),
      })
      const next = (): void => {
        awaited = Math.min(atOnce, left)
        left -= awaited
        if (awaited === 0) connection.end()
        else connection.send(batch.subarray(0, awaited * request.length))
      }
      next()
    })
  await Promise.all(Array.from({ length: connections }, one))
  return (performance.now() - start) / 1000
}
