/**
 * Entry point of the worker thread that loads data: enables the compile cache of the main thread, then runs load-data.ts.
 * Without the cache, compiling the modules takes 100 ms longer.
 */
import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import type { LoadRequest } from './background-loader.ts'

const { compileCache } = workerData as LoadRequest
if (compileCache !== undefined) enableCompileCache(compileCache)

await import('./load-data.ts')
