import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/** Until it holds, for at most 20 s. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await holds())) {
    assert.ok(performance.now() < end, `not within 20 s: ${what}`)
    await setTimeout(10)
  }
}
