/**
 * Runs before all tests: fills the startup cache of the service for the shipped and for the small data. Services in tests
 * have `PRELOAD=off`, so they read this cache but do not fill it. Without it they start too, but take longer.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { small, writeFolder } from './small-data.ts'

const program = fileURLToPath(new URL('../../../src/bin/tools/make-caches.ts', import.meta.url))

const fillCache = (settings: Record<string, string>): void =>
  void execFileSync(process.execPath, [program], { env: settings })

fillCache({})
const folder = writeFolder({ after: () => {} }, small())
fillCache({ DATA_DIR: folder })
rmSync(folder, { recursive: true })
