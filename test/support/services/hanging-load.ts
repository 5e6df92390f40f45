/**
 * Loaded into a service with `--import`: makes data loads hang. The file `hang` next to the data folder says how: `loop` is an
 * endless loop, any other content is the path of a FIFO on which the load blocks in a system call. Each such load first
 * creates the file `hanging` there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, workerData } from 'node:worker_threads'

if (!isMainThread && workerData?.folder !== undefined) {
  const file = join(workerData.folder, '../hang')
  const mode = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (mode !== '') writeFileSync(join(workerData.folder, '../hanging'), '')
  if (mode === 'loop') for (;;);
  if (mode !== '') readFileSync(mode)
}
