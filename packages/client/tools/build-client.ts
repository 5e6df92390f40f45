/**
 * Builds the package: compiles the sources to `dist/`. The types of the API are in the repository (`generate-types.ts`), so that
 * packing needs nothing beyond `npm ci`.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', '.', '--noEmit', 'false'], { cwd: folder, stdio: 'inherit' })
