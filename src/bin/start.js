/**
 * The entry of `npm start`, in plain JavaScript so that any Node can read it: checks the runtime, keeps compiled code
 * for the next start, and hands over to serve.ts.
 */
import './runtime.js'

// Who tells a service that is starting to look for new data does not mean to end it.
process.on('SIGHUP', () => {})

await import('./compile-cache.js')
await import('./server/serve.ts')
