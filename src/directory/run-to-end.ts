/** Runs a generator in one go. Long work yields every millisecond or two, so that a server can run it in slices. */
export function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
