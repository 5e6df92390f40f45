/**
 * Runs when the program is installed (`npm ci`): makes the indexes of search, so that no start has to. It never stands in
 * the way of an installation: what is missing is made at the first start, which also says what is wrong.
 */
try {
  await import('./tools/make-indexes.ts')
} catch {
  process.stderr.write('The indexes of search are not made yet; the first start does it.\n')
}
