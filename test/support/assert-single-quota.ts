/** Asserts that several processes share one quota. */
import { waitUntil } from './wait-until.ts'

/**
 * Waits until a client that sends its requests one after another gets exactly its quota of 200s, whichever process serves
 * them. It retries with a new address: if a busy machine delays a reservation past its timeout, a process falls back to its
 * own limiter for a second. `send` sends request `number` with the given headers and returns its status.
 */
export async function waitForSingleQuota(
  quota: number,
  send: (number: number, headers: Record<string, string>) => Promise<number>,
): Promise<void> {
  const requests = 3 * quota
  const wanted = Array.from({ length: requests }, (_, number) => (number < quota ? 200 : 429)).join(' ')
  let [seen, addresses] = ['', 0]
  await waitUntil(
    () => `${quota} of ${requests} requests get 200; the last statuses were ${seen}`,
    async () => {
      addresses++
      const headers = { 'X-Forwarded-For': `10.0.${addresses >> 8}.${addresses & 255}` }
      const statuses = []
      for (let number = 0; number < requests; number++) statuses.push(await send(number, headers))
      seen = statuses.join(' ')
      return seen === wanted
    },
  )
}
