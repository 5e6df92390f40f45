/** Enables Node's compile cache, so that the next startup is faster. */
import './check-node-version.js'

// Import dynamically: an old version of Node does not have this export, and a static import would fail before the
// version check can print its message.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// Use our own folder, not the shared temporary folder: cached code is executed, so other users must not be able to
// write it.
const { compileCacheDir } = import.meta.url.endsWith('/src/bin/compile-cache.js')
  ? // In a clone, do not import paths.ts yet: without the cache, Node would load its TypeScript parser for it.
    { compileCacheDir: fileURLToPath(new URL('../../var/compile-cache', import.meta.url)) }
  : await import('./paths.ts')
enableCompileCache(compileCacheDir)
