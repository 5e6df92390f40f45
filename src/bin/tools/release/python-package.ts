/** Builds the wheel and the sdist of the Python client. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../paths.ts'
import { ReleaseError } from './preconditions.ts'

/** `out`: a new folder for both files. */
export function buildPythonPackage(out: string): void {
  const cwd = join(projectRoot, 'packages/python')
  try {
    // Standard output is the summary of the release.
    execFileSync('hatchling', ['build', '--directory', out], { cwd, stdio: ['ignore', process.stderr, process.stderr] })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ReleaseError("hatchling, which builds the Python client, is missing; install Debian's python3-hatchling.")
  }
}
