/** Runs all steps of a generator at once. Long work yields every millisecond or two, so a server can run it in slices. */
export function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
