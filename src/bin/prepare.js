/**
 * Fills the startup cache, and builds the site and the scripts for other web pages, during `npm ci`. A failure does not stop
 * the installation: the service then fills the cache after its first start, and reports the cause if that fails too. Without
 * the build, pages have no script and no style, and a request for `/bank-picker.js` gets a 404 that says how to build it.
 */
try {
  await import('./tools/make-caches.ts')
} catch {
  process.stderr.write('Could not fill the startup cache; the first start will fill it.\n')
}
try {
  const { buildScripts } = await import(new URL('../../packages/picker/tools/build-picker.ts', import.meta.url).href)
  await buildScripts()
  const { buildSite } = await import('./tools/build-site/build-site.ts')
  await buildSite()
} catch {
  process.stderr.write(
    'Could not build the scripts of the site; this needs the devDependencies. The API does not need them.\n',
  )
}
