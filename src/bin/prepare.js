/**
 * Fills the startup cache and builds the scripts for web pages during `npm ci`. A failure does not stop the installation:
 * the service then fills the cache after its first start, and reports the cause if that fails too. Without the scripts, a
 * request for one gets a 404 that says how to build them.
 */
try {
  await import('./tools/make-caches.ts')
} catch {
  process.stderr.write('Could not fill the startup cache; the first start will fill it.\n')
}
try {
  const { buildScripts } = await import(new URL('../../packages/picker/tools/build.ts', import.meta.url).href)
  await buildScripts()
} catch {
  process.stderr.write('Could not build /bank-picker.js; it needs the devDependencies. The API does not need it.\n')
}
