/** Keeps compiled code for the next start. Imported by the entries after runtime.js, which has turned an old Node away. */

// Not as a static import: an old Node stops at one that it does not have, before anyone can say so.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// In our own folder, not in the shared one for temporary files: what is kept there is run.
enableCompileCache(fileURLToPath(new URL('../../var/compile-cache', import.meta.url)))
