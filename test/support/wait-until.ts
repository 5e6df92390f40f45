import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/**
 * The timeout of a test that would hang. Much longer than any wait takes, also on a machine that is busy with other work;
 * `npm run test:busy` leaves a process a twentieth of a core.
 */
export const deadlineMs = process.env.BUSY === '1' ? 900_000 : 180_000

/** Polls until the condition holds; at the deadline it fails with `what`. */
export async function waitUntil(what: string | (() => string), holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + deadlineMs
  while (!(await holds())) {
    if (performance.now() > end) {
      assert.fail(`not within ${deadlineMs / 1000} s: ${typeof what === 'string' ? what : what()}`)
    }
    await setTimeout(10)
  }
}
