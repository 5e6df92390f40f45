/**
 * Installs the programs that only the tests run, unless they are already installed as locked. They are apart from the
 * devDependencies, so that `npm ci && npm start` does not wait for them, and because the generators need another
 * version of TypeScript. It is plain JavaScript, so that any Node can run it.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const lock = join(folder, 'package-lock.json')
/** A copy of the lock file that was installed. */
const installed = join(folder, 'node_modules/.installed-lock.json')

if (!existsSync(installed) || !readFileSync(lock).equals(readFileSync(installed))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  copyFileSync(lock, installed)
}
