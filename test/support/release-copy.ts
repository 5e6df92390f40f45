/** A copy of the repository, in a repository of its own, in which a release can be built. It has only a few Czech banks. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createWorkspace } from './data/czech-list.ts'
import { root, temporaryFolder } from './services/processes.ts'

export interface ReleaseCopy {
  folder: string
  commit(): void
  /** Replaces a text in a file. */
  edit(path: string, before: string | RegExp, after: string): void
  release(...words: string[]): { status: number | null; stdout: string; stderr: string }
}

/** A rail, because the types of the client need one. */
const rail = { id: 'cz_rail', label: 'Rail', countries: ['CZ'], operator: 'Operator', complete: false, level: 'bank' }

export function copyForRelease(t: Pick<TestContext, 'after'>): ReleaseCopy {
  const folder = temporaryFolder(t)
  const git = (cwd: string, ...words: string[]): string =>
    // A container of a CI system can run as another user than the one that owns the clone.
    execFileSync('git', ['-c', 'safe.directory=*', ...words], { cwd, encoding: 'utf8', maxBuffer: 64_000_000 })
  const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  for (const path of listed.filter((name) => name !== '' && !/^(bench|data|test)\//.test(name)))
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path))
  for (const path of ['node_modules', 'test/tools']) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
  cpSync(createWorkspace(t).data, join(folder, 'data'), { recursive: true })
  cpSync(join(root, 'data/LICENSE.md'), join(folder, 'data/LICENSE.md'))
  writeFileSync(join(folder, 'data/rails.json'), JSON.stringify([rail]))

  const commit = (): void => {
    git(folder, 'add', '--all')
    git(folder, '-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '--message', 'Copy')
  }
  git(folder, 'init', '--quiet')
  commit()
  return {
    folder,
    commit,
    edit: (path, before, after) => {
      const text = readFileSync(join(folder, path), 'utf8')
      writeFileSync(join(folder, path), text.replace(before, after))
    },
    release: (...words) =>
      spawnSync(process.execPath, ['src/bin/tools/release/release.ts', ...words], { cwd: folder, encoding: 'utf8' }),
  }
}
