/** Caches compiled code for the next start. */
import './check-node-version.js'

// Imported late: an old Node fails on a static import of a missing export before the runtime check can print its message.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// In our own folder, not in the shared temporary one: cached code is executed.
enableCompileCache(fileURLToPath(new URL('../../var/compile-cache', import.meta.url)))
