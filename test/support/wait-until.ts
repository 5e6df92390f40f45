/** Polls until a condition holds, instead of waiting for a fixed time. */
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/**
 * Timeout for a test that would hang. It is much longer than any wait takes, also on a busy machine: `npm run test:busy`
 * leaves a process a twentieth of a core.
 */
export const deadlineMs = process.env.BUSY === '1' ? 900_000 : 180_000

/** Waits until `holds` returns true. Fails at the deadline; `what` describes the condition. */
export async function waitUntil(what: string | (() => string), holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + deadlineMs
  while (!(await holds())) {
    if (performance.now() > end) {
      assert.fail(`not within ${deadlineMs / 1000} s: ${typeof what === 'string' ? what : what()}`)
    }
    await setTimeout(10)
  }
}
