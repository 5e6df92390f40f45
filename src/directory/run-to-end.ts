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
