/** Runs long work in steps, so that requests are answered in between. */
import { setImmediate } from 'node:timers/promises'

/** Lets others have their turn at each `yield`. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}
