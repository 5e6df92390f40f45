/** Rejects a promise that takes too long. */

/**
 * Timeout for a call to the shared quota store, short enough that clients hardly notice the wait. After the timeout,
 * the process's own limiter decides.
 */
export const quotaTimeoutMs = 200

export function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new QuotaTimeout(timeoutMs)), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export class QuotaTimeout extends Error {
  override name = 'QuotaTimeout'
  constructor(timeoutMs: number) {
    super(`No response within ${timeoutMs} ms.`)
  }
}
