/** Long work is a generator that yields every millisecond or two, so that a server can do other work in between. */

/** Runs all steps at once, where no request waits. */
export function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
