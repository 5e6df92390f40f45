/** Runs the service and the command line as separate processes, as an operator does. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findPrograms } from '../programs.ts'
import { waitUntil } from '../wait-until.ts'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Started {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** The exit code, or null after a signal. */
  ended: Promise<number | null>
}

/** A minimal environment, so that settings of the developer have no effect. */
const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  PORT: '0',
  // Most tests stop the service and wait for its exit; shutdown tests set their own grace period.
  SHUTDOWN_GRACE: '0',
  PRELOAD: 'off',
  ...settings,
})

/** Starts the service as `npm start` does. `within` is a wrapper command such as `setpriv` that runs it. */
export function startProgram(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string>,
  { script = ['src/bin/start.js'], within = [] }: { script?: string[]; within?: string[] } = {},
): Started {
  const [program = '', ...parameters] = [...within, process.execPath, ...script]
  const child = spawn(program, parameters, { cwd: root, env: environment(settings) })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      output[stream] += text
    })
  }
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, stdout: () => output.stdout, stderr: () => output.stderr }
}

/** Waits for the first output of the service, which it prints when it listens, or for its exit. */
export async function greeting({ child, ended, stdout }: Started): Promise<string> {
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
  return stdout()
}

/**
 * A wrapper for `within` that drops the capability to ignore file modes, which root has. Returns undefined and skips the
 * test if root cannot drop it.
 */
export function withoutPrivilege(t: TestContext): string[] | undefined {
  if (process.getuid?.() !== 0) return []
  const programs = findPrograms(t, 'setpriv')
  return programs && [programs.setpriv, '--bounding-set=-dac_override', '--']
}

/** How many processes of a service have started to listen; one that crashes during its start never does. */
export const listened = ({ stderr }: Pick<Started, 'stderr'>): number => stderr().split('listening at ').length - 1

/** Needs `proc` of `test/support/programs.ts`. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Resolves when all processes of the service listen. */
export async function startListening(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string>,
  within: string[] = [],
): Promise<Started & { url: string }> {
  const started = startProgram(t, settings, { within })
  const port = /Service 1\.0 at http:\/\/\S+:(\d+)/.exec(await greeting(started))?.[1]
  if (port === undefined) throw new Error(started.stderr())
  // The workers start after the message.
  const workers = Number(settings.WORKERS ?? 1)
  if (workers > 1) await waitUntil(started.stderr, () => listened(started) >= workers)
  return { ...started, url: `http://127.0.0.1:${port}` }
}

export interface Answer {
  code: number
  stdout: string
  stderr: string
}

/** Runs the command line as `npx bank-lookup` does. */
export function runCommand(settings: Record<string, string>, ...words: string[]): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: environment(settings), maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, ['src/bin/bank-lookup.js', ...words], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

export interface Issued {
  id: string
  key: string
}

/** Issues a live key, unless `more` overrides the mode. */
export async function issue(settings: Record<string, string>, ...more: string[]): Promise<Issued> {
  const usual = ['--mode', 'live', '--name', 'x', '--json']
  const { code, stdout, stderr } = await runCommand(settings, 'keys', 'issue', ...usual, ...more)
  // The command says so if it creates the folder of the store.
  assert.deepEqual([code, stderr.replace(/^Created the folder .*\n/, '')], [0, ''])
  return JSON.parse(stdout)
}

export function temporaryFolder(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-'))
  // Retry, because a cache may still be written to the folder.
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export const create = (url: string, key: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/index.php`, { method: 'POST', headers: { Authorization: `Bearer ${key}`, ...headers } })
