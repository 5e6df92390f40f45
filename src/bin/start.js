/**
 * Entry point of `npm start`: checks the Node version, enables the compile cache, and runs serve.ts. It is plain
 * JavaScript, so that even an old version of Node can run it and report which version is needed.
 */
import './check-node-version.js'

// Ignore SIGHUP until the service handles it as the refresh signal: its default action would end the process.
process.on('SIGHUP', () => {})

// The first start, and each start after a change of the data, takes seconds. Workers, which have a channel to the
// first process, print nothing.
if (process.stdout.isTTY && process.send === undefined) process.stdout.write('Reading the data ...\n')

await import('./compile-cache.js')
await import('./server/serve.ts')
