/** A user of the installed package: a home folder, a version of Node, and the programs of the package. */
import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '../services/processes.ts'
import { pathWith } from './installed-package.ts'

export interface PackageUser {
  home: string
  /** Runs a program to its end with a text as standard input, and returns what it prints and its exit code. */
  run(words: string[], input?: string): Promise<{ code: number; stdout: string; stderr: string }>
  /** Runs a program that must succeed without a warning, and returns what it prints. */
  print(words: string[], input?: string): Promise<string>
  /** Starts a program and waits until its output matches. */
  start(words: string[], until: RegExp): Promise<StartedProgram>
}

export interface StartedProgram {
  child: ChildProcessWithoutNullStreams
  stdout: string
  stderr(): string
  /** The exit code, or null after a signal. */
  ended: Promise<number | null>
}

/** A home folder that is empty, except for the folder of caches, which is the given one. */
export function homeWith(t: Pick<TestContext, 'after'>, cache: string): string {
  const home = temporaryFolder(t)
  symlinkSync(cache, join(home, '.cache'))
  return home
}

interface UserOptions {
  /** The folder of caches, if users share one. */
  cache?: string
  settings?: Record<string, string>
}

/** `folder` is the folder that the package is installed into. */
export function createPackageUser(
  t: Pick<TestContext, 'after'>,
  folder: string,
  node: string,
  { cache, settings = {} }: UserOptions = {},
): PackageUser {
  const home = cache === undefined ? temporaryFolder(t) : homeWith(t, cache)
  const path = [pathWith(temporaryFolder(t), node), join(folder, 'node_modules/.bin'), process.env.PATH]
  const common = { HOST: '127.0.0.1', PORT: '0', SHUTDOWN_GRACE: '0' }
  const env = { PATH: path.join(delimiter), HOME: home, ...common, ...settings }

  const spawnProgram = ([program = '', ...parameters]: string[]) => {
    const child = spawn(program, parameters, { cwd: folder, env })
    const output = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        output[stream] += text
      })
    }
    return { child, output, ended: once(child, 'close').then(([code]) => code as number) }
  }

  const run: PackageUser['run'] = async (words, input = '') => {
    const { child, output, ended } = spawnProgram(words)
    child.stdin.end(input)
    return { code: await ended, ...output }
  }

  return {
    home,
    run,
    print: async (words, input) => {
      const { stdout, ...outcome } = await run(words, input)
      assert.deepEqual(outcome, { code: 0, stderr: '' })
      return stdout
    },
    start: async (words, until) => {
      const { child, output, ended } = spawnProgram(words)
      t.after(() => child.kill('SIGKILL'))
      const failed = ended.then(() => assert.fail(`The program ended: ${output.stderr}`))
      while (!until.test(output.stdout)) await Promise.race([once(child.stdout, 'data'), failed])
      failed.catch(() => {})
      return { child, ended, stdout: output.stdout, stderr: () => output.stderr }
    },
  }
}
