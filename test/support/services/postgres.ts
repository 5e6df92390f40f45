/** Starts a real PostgreSQL for a test: Debian's server, in a temporary folder on a free port. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { asPostgresUser, findPrograms, postgresFolder } from '../programs.ts'
import { freePort } from './ports.ts'

export interface Postgres {
  url: string
  /** The folder with its binaries. */
  programs: string
  /** Immediate, as in a power failure. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Returns undefined and skips the test if PostgreSQL is missing. */
export async function startPostgres(t: TestContext): Promise<Postgres | undefined> {
  const found = findPrograms(t, 'postgresql')
  if (!found) return undefined
  const programs = postgresFolder(found.postgresql)
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-postgres-'))
  const asUser = asPostgresUser()
  if (asUser.length > 0) chownSync(folder, Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })), -1)
  const run = async (program: string, ...parameters: string[]): Promise<void> => {
    const [first = '', ...others] = [...asUser, join(programs, program), ...parameters]
    const [code] = await once(spawn(first, others, { cwd: folder, stdio: 'ignore' }), 'exit')
    if (code !== 0) throw new Error(`${program} exited with ${code}.`)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  await run('initdb', '-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync')
  const options = `-c listen_addresses=127.0.0.1 -p ${port} -c unix_socket_directories=${folder}`
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  const stop = () => run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
  await start()
  t.after(async () => {
    if (existsSync(join(data, 'postmaster.pid'))) await stop()
    rmSync(folder, { recursive: true })
  })
  return { url: `postgres://tester@127.0.0.1:${port}/postgres`, programs, start, stop }
}
