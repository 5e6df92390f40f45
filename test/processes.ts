/** Runs the program as an operator does: the service and the command line as processes of their own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

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
  ...settings,
})

/** As `npm start` does it; `within` is a command that runs the command it is given, under some condition of its own. */
export function startProgram(
  t: TestContext,
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

export async function startListening(
  t: TestContext,
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

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const create = (url: string, key: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/index.php`, { method: 'POST', headers: { Authorization: `Bearer ${key}`, ...headers } })
