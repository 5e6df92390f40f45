import { waitUntil } from './wait-until.ts'

/**
 * Until a caller who asks one time after the other has its quota answered, and not one more, wherever it asks. Tried with
 * more than one address: an answer that a busy machine delays leaves a process to its own limits for a second.
 * `ask` says the status of the request with this number, and sends the headers, which a trusted proxy may.
 */
export async function untilOneQuota(
  quota: number,
  ask: (number: number, headers: Record<string, string>) => Promise<number>,
): Promise<void> {
  const requests = 3 * quota
  const wanted = Array.from({ length: requests }, (_, number) => (number < quota ? 200 : 429)).join(' ')
  let [seen, addresses] = ['', 0]
  await waitUntil(
    () => `${quota} of ${requests} requests are answered; the last were ${seen}`,
    async () => {
      addresses++
      const headers = { 'X-Forwarded-For': `10.0.${addresses >> 8}.${addresses & 255}` }
      const statuses = []
      for (let number = 0; number < requests; number++) statuses.push(await ask(number, headers))
      seen = statuses.join(' ')
      return seen === wanted
    },
  )
}
