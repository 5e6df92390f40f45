/** Keeps compiled code for the next start. */
import './runtime.js'

// Only now: an old Node stops at a static import of what it does not have, before anyone can say so.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// In our own folder, not in the shared one for temporary files: what is kept there is run.
enableCompileCache(fileURLToPath(new URL('../../var/compile-cache', import.meta.url)))
