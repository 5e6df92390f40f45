/** Caches compiled code for the next start. */
import './check-node-version.js'

// Imported late: an old Node fails on a static import of a missing export before the version check can print its message.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// Use our own folder, not the shared temporary folder: cached code is executed.
enableCompileCache(fileURLToPath(new URL('../../var/compile-cache', import.meta.url)))
