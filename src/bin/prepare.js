/**
 * Builds the search indexes during `npm ci`, so that the service starts faster. A failure does not stop the
 * installation: the service then builds the indexes on its first startup, and reports the cause if that fails too.
 */
try {
  await import('./tools/make-caches.ts')
} catch {
  process.stderr.write('Could not build the search indexes; the first start will build them.\n')
}
