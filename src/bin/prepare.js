/**
 * Runs during `npm ci` and builds the search indexes, so that the service starts faster. A failure does not stop the
 * installation: the first start builds the indexes instead, and reports the cause.
 */
try {
  await import('./tools/make-indexes.ts')
} catch {
  process.stderr.write('Could not build the search indexes; the first start will build them.\n')
}
