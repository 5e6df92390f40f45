/**
 * Fills the startup cache during `npm ci`, so that the service starts faster. A failure does not stop the installation:
 * the service then fills the cache after its first start, and reports the cause if that fails too.
 */
try {
  await import('./tools/make-caches.ts')
} catch {
  process.stderr.write('Could not fill the startup cache; the first start will fill it.\n')
}
