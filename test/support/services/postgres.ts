/** A real PostgreSQL for a test: Debian's server, started in a folder of its own on a free port. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from './ports.ts'

export interface Postgres {
  url: string
  /** The folder of its programs. */
  programs: string
  /** At once, as if the machine had died. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Where there is none the test is skipped, and says so; under CI that is a failure. */
export async function startPostgres(t: TestContext): Promise<Postgres | undefined> {
  const programs = findPrograms()
  if (!programs) {
    const message = 'No PostgreSQL server here: install Debian’s "postgresql" to run the tests of the shared store.'
    if (process.env.CI) throw new Error(message)
    t.skip(message)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-postgres-'))
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })) : undefined
  if (user !== undefined) chownSync(folder, user, -1)
  const run = async (program: string, ...parameters: string[]): Promise<void> => {
    const command = [join(programs, program), ...parameters]
    const [first = '', ...others] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    const [code] = await once(spawn(first, others, { cwd: folder, stdio: 'ignore' }), 'exit')
    if (code !== 0) throw new Error(`${program} ended with ${code}.`)
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

/** The folder of the newest server; Debian keeps one a version, off the path. */
function findPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
  const onPath = (process.env.PATH ?? '').split(':')
  return [...debian.toSorted().reverse(), ...onPath].find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(join(folder, program))),
  )
}
