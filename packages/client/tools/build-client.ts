/** Builds the package: generates the types from the OpenAPI description, and compiles the sources to `dist/`. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true })
const run = (...words: string[]): void => void execFileSync(process.execPath, words, { cwd: folder, stdio: 'inherit' })
run('tools/generate-types.ts')
run(compiler, '-p', '.', '--noEmit', 'false')
