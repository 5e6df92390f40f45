import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/** Until it holds, for at most 60 s; then `what` says what did not. */
export async function until(what: string | (() => string), holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > end) assert.fail(`not within 60 s: ${typeof what === 'string' ? what : what()}`)
    await setTimeout(10)
  }
}
