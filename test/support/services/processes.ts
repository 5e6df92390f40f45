/** Runs the program as an operator does: the service and the command line as processes of their own. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Started {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** The exit code, or null after a signal. */
  ended: Promise<number | null>
}

/** The settings of whoever runs the tests do not count. */
const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  PORT: '0',
  // Most tests end the service and wait for it; those of the end itself set it.
  SHUTDOWN_GRACE: '0',
  ...settings,
})

/** As `npm start` does it; `within` is a command that runs the command it is given, under some condition of its own. */
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

/** What it says when it listens; whatever it said if it ended before. */
export async function greeting({ child, ended, stdout }: Started): Promise<string> {
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
  return stdout()
}

/** For `within`: the modes of files stop even root then. */
export const withoutPrivilege = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--'] : []

/** How many processes of a service have come so far as to listen; one that crashes at its start never does. */
export const listened = ({ stderr }: Pick<Started, 'stderr'>): number => stderr().split('listening at ').length - 1

/** Linux only: it reads /proc. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

export async function startListening(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string>,
  within: string[] = [],
): Promise<Started & { url: string }> {
  const started = startProgram(t, settings, { within })
  const port = /Service 1\.0 at http:\/\/\S+:(\d+)/.exec(await greeting(started))?.[1]
  if (port === undefined) throw new Error(started.stderr())
  return { ...started, url: `http://127.0.0.1:${port}` }
}

export interface Answer {
  code: number
  stdout: string
  stderr: string
}

/** As `npx bank-lookup` does it. */
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

/** A live key, unless `more` says otherwise. */
export async function issue(settings: Record<string, string>, ...more: string[]): Promise<Issued> {
  const usual = ['--mode', 'live', '--name', 'x', '--json']
  const { code, stdout, stderr } = await runCommand(settings, 'keys', 'issue', ...usual, ...more)
  assert.deepEqual([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

export function temporaryFolder(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const create = (url: string, key: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/index.php`, { method: 'POST', headers: { Authorization: `Bearer ${key}`, ...headers } })
