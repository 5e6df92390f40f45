/** Enables Node's compile cache, so that the next startup is faster. */
import './check-node-version.js'

// Import dynamically: an old version of Node does not have this export, and a static import would fail before the
// version check can print its message.
const { enableCompileCache } = await import('node:module')
const { compileCacheDir } = await import('./paths.ts')

// Use our own folder, not the shared temporary folder: cached code is executed, so other users must not be able to
// write it.
enableCompileCache(compileCacheDir)
