/** A real Redis or Valkey for a test: Debian's server, started in a folder of its own on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from './ports.ts'

export interface Redis {
  /** As the user that the server knows by default, with its password. */
  url: string
  port: number
  /** At once, as if the machine had died. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Keeps its connections, and answers nothing. */
  freeze(): void
  thaw(): void
}

export const password = 'a:pass@word/'

/** Where there is none the test is skipped, and says so; under CI that is a failure. */
export async function startRedis(t: TestContext): Promise<Redis | undefined> {
  const program = findProgram()
  if (!program) {
    const message = 'No Redis server here: install Debian’s "redis-server" or "valkey-server" to test shared limits.'
    if (process.env.CI) throw new Error(message)
    t.skip(message)
    return undefined
  }
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
    // What is not read would stop the server some day.
    started.stdout.resume()
    if (started.exitCode !== null) throw new Error(`${program} ended with ${started.exitCode}.`)
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

function findProgram(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin']
  return folders
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((program) => join(folder, program)))
    .find((file) => existsSync(file))
}
