/**
 * The entry of `npm start`, in plain JavaScript so that an old Node can read it: checks the runtime, enables the
 * compile cache, and runs serve.ts.
 */
import './check-node-version.js'

// A refresh signal during the start must not end the process, which is the default action.
process.on('SIGHUP', () => {})

await import('./compile-cache.js')
await import('./server/serve.ts')
