/**
 * Loaded into a service with `--import`: makes its loads of data hang as the file `hang` beside the data folder says, in an
 * endless loop or blocked in a system call on the FIFO that it names.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, workerData } from 'node:worker_threads'

if (!isMainThread && workerData?.folder !== undefined) {
  const order = join(workerData.folder, '../hang')
  const way = existsSync(order) ? readFileSync(order, 'utf8') : ''
  if (way === 'loop') for (;;);
  if (way !== '') readFileSync(way)
}
