/** Starts a real Redis or Valkey for a test: Debian's server, in a temporary folder on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { findPrograms } from '../programs.ts'
import { freePort } from './ports.ts'

export interface Redis {
  /** With the default user and its password. */
  url: string
  port: number
  /** Immediate, as in a power failure. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Connections stay open, but the server does not respond. */
  freeze(): void
  thaw(): void
}

export const password = 'a:pass@word/'

/** Returns undefined and skips the test if Redis is missing. */
export async function startRedis(t: TestContext): Promise<Redis | undefined> {
  const program = findPrograms(t, 'redis')?.redis
  if (program === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-redis-'))
  const port = await freePort()
  const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', requirepass: password }
  const parameters = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const started = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    server = started
    for await (const text of started.stdout.iterator({ destroyOnReturn: false })) {
      if (String(text).includes('Ready to accept connections')) break
    }
    // Drain the pipe: a full one would block the server.
    started.stdout.resume()
    if (started.exitCode !== null) throw new Error(`${program} exited with ${started.exitCode}.`)
  }
  const stop = async (): Promise<void> => {
    if (!server || server.signalCode !== null || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  t.after(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  await start()
  return {
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}/1`,
    port,
    start,
    stop,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  }
}
