/**
 * Entry point of `npm start`: checks the Node version, enables the compile cache, and runs serve.ts. Plain JavaScript, so
 * that an old Node can run it.
 */
import './check-node-version.js'

// Ignore SIGHUP, the refresh signal, during startup: its default action would end the process.
process.on('SIGHUP', () => {})

await import('./compile-cache.js')
await import('./server/serve.ts')
