/**
 * Compiles the package to `dist/`. Modules in `src/` of the repository are not part of it: it imports them from the package
 * `bank-lookup`, so both use the same classes and settings.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
const dist = join(folder, 'dist')
const compiled = join(dist, 'with-program')
const lib = join(dist, 'lib')

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', '.', '--noEmit', 'false', '--outDir', compiled], {
  cwd: folder,
  stdio: 'inherit',
})
renameSync(join(compiled, 'packages/curation/src'), lib)
rmSync(compiled, { recursive: true })
cpSync(join(folder, 'src/lint/exceptions'), join(lib, 'lint/exceptions'), { recursive: true })
for (const name of globSync('**/*.js', { cwd: lib })) {
  const path = join(lib, name)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll(/(?<=')(?:\.\.\/)+src\/(?=[^']+\.js')/g, 'bank-lookup/lib/'),
  )
}
