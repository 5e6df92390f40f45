/**
 * The entry of `npm start`, in plain JavaScript so that any Node can read it: checks the runtime, keeps compiled code
 * for the next start, and hands over to serve.ts.
 */
import './runtime.js'

// Who tells a service that is starting to look for new data does not mean to end it.
process.on('SIGHUP', () => {})

// Only now: an old Node stops at a static import of what it does not have, before anyone can say so.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// In our own folder, not in the shared one for temporary files: what is kept there is run.
enableCompileCache(fileURLToPath(new URL('../../var/compile-cache', import.meta.url)))
await import('./serve.ts')
