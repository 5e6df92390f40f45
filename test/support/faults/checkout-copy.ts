/** Copies of the checkout in which faults are injected and tests run, so that the checkout itself never changes. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyFault, type Fault } from './candidate-faults.ts'

export function cloneCommit(repository: string, commit: string, folder: string): void {
  removeFolder(folder)
  const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const id = git('-C', repository, 'rev-parse', '--verify', `${commit}^{commit}`)
  git('clone', '--quiet', '--shared', '--no-checkout', repository, folder)
  git('-C', folder, 'checkout', '--quiet', '--detach', id)
}

/** Retries, because a process that is being stopped may still write into the folder. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

/** Hard links take no space, and the links to the workspaces are relative, so they lead to the packages of the copy. */
export function linkPackages(from: string, folder: string): void {
  for (const path of ['node_modules', 'test/tools/node_modules'])
    if (existsSync(join(from, path))) execFileSync('cp', ['-al', join(from, path), join(folder, path)])
}

/** Installs the programs that only the tests run. A test without its program fails without the fault too. */
export function installTestTools(folder: string): void {
  // Older commits have a TypeScript file.
  const script = ['test/tools/install.js', 'test/tools/install.ts'].find((path) => existsSync(join(folder, path)))
  if (!runNode(folder, script ?? ''))
    process.stderr.write('Could not install the tools in test/tools, so tests that need them catch nothing.\n')
}

/**
 * Builds the scripts of the site and of the picker, and fills the startup cache. Deletes the old scripts first, so that
 * a fault that breaks the build fails the tests of the pages.
 */
export function prepareCopy(folder: string): void {
  for (const path of ['src/site/dist', 'packages/picker/dist']) removeFolder(join(folder, path))
  runNode(folder, 'src/bin/prepare.js')
}

/** Returns whether the script succeeded. It is stopped after a while, because a fault can cause an endless loop. */
function runNode(folder: string, script: string): boolean {
  const { status } = spawnSync(process.execPath, [script], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  })
  return status === 0
}

/** Runs `action` while the faults are in the copy. The faults are in different files. */
export async function withFaults<Result>(
  { folder, faults, isBuilt }: { folder: string; faults: readonly Fault[]; isBuilt: (file: string) => boolean },
  action: () => Promise<Result>,
): Promise<Result> {
  const originals = faults.map(({ file }) => readFileSync(join(folder, file), 'utf8'))
  const mustPrepare = faults.some(({ file }) => isBuilt(file))
  for (const [at, fault] of faults.entries())
    writeFileSync(join(folder, fault.file), applyFault(originals[at] as string, fault))
  if (mustPrepare) prepareCopy(folder)
  try {
    return await action()
  } finally {
    for (const [at, { file }] of faults.entries()) writeFileSync(join(folder, file), originals[at] as string)
    if (mustPrepare) prepareCopy(folder)
  }
}
