/**
 * Runs a generator to the end without a pause. Long-running work is written as a generator that yields every
 * millisecond or two, so that a server can run it in slices; other callers use this function.
 */
export function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The result of work that took no steps, or the steps that are still to run. */
export type Started<Result> = Result | Generator<void, Result>

export const hasSteps = <Result>(started: Started<Result>): started is Generator<void, Result> =>
  typeof started === 'object' && started !== null && 'next' in started

export const finish = <Result>(started: Started<Result>): Result => (hasSteps(started) ? runToEnd(started) : started)
