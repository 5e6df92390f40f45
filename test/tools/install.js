/**
 * Installs the programs that only the tests run, unless they are already installed as locked. They are apart from the
 * devDependencies, so that `npm ci && npm start` does not wait for them, and because the generators need another
 * version of TypeScript.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const lock = join(folder, 'package-lock.json')
/** A copy of the lock file that was installed. */
const installed = join(folder, 'node_modules/.installed-lock.json')

if (!existsSync(installed) || !readFileSync(lock).equals(readFileSync(installed))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  copyFileSync(lock, installed)
}
