/** How long anybody waits for shared counts. A caller hardly notices; without them there are still the process's own. */
export const quotaTimeoutMs = 200

export function withTimeout<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new QuotaTimeout(timeoutMs)), timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export class QuotaTimeout extends Error {
  override name = 'CountsLate'
  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`)
  }
}
