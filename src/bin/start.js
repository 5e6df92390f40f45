/**
 * The entry of `npm start`, in plain JavaScript so that any Node can read it: checks the runtime, keeps compiled code
 * for the next start, and hands over to serve.ts.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './runtime.js'

// In our own folder, not in the shared one for temporary files: what is kept there is run.
enableCompileCache(fileURLToPath(new URL('../../var/compile-cache', import.meta.url)))
await import('./serve.ts')
