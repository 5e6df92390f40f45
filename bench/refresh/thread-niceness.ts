/** Loaded into a measured service with `--import`: gives its threads the nice value of BENCH_NICE. */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { isMainThread } from 'node:worker_threads'

if (!isMainThread) {
  const { setPriority } = os
  os.setPriority = () => setPriority(Number(process.env.BENCH_NICE))
  syncBuiltinESMExports()
}
