/** Starts a real PostgreSQL for a test: Debian's server, in a temporary folder on a free port. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
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
export async function startPostgres(t: Pick<TestContext, 'after' | 'skip'>): Promise<Postgres | undefined> {
  const found = findPrograms(t, 'postgresql')
  if (!found) return undefined
  const programs = postgresFolder(found.postgresql)
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-postgres-'))
  const asUser = asPostgresUser()
  const user = asUser.length > 0 ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })) : undefined
  if (user !== undefined) chownSync(folder, user, -1)
  const run = async (program: string, ...parameters: string[]): Promise<void> => {
    const [first = '', ...others] = [...asUser, join(programs, program), ...parameters]
    const [code] = await once(spawn(first, others, { cwd: folder, stdio: 'ignore' }), 'exit')
    if (code !== 0) throw new Error(`${program} exited with ${code}.`)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  const template = templateFolder(programs, user)
  if (existsSync(template)) copyFolder(template, data)
  else {
    await run('initdb', '-D', data, ...initOptions)
    storeTemplate(data, template)
  }
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

/**
 * A new data folder that all tests copy, because initdb takes more than a second of CPU time. Another version of the server
 * may not read it, and the server does not start if another user owns it.
 */
function templateFolder(programs: string, user = process.getuid?.()): string {
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' })
  return join(templates, [version.trim(), user, ...initOptions].join(' ').replaceAll(/[^\w.]+/g, '-'))
}

const initOptions = ['-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--wal-segsize=1']

const templates = fileURLToPath(new URL('../../../var/test-postgres', import.meta.url))

/** Renames the copy when it is complete, because another test may read it at the same time. */
function storeTemplate(data: string, template: string): void {
  mkdirSync(templates, { recursive: true })
  const copy = mkdtempSync(join(templates, 'new-'))
  copyFolder(data, join(copy, 'data'))
  try {
    renameSync(join(copy, 'data'), template)
  } catch (error) {
    // Another test may have stored it first.
    if (!existsSync(template)) throw error
  }
  rmSync(copy, { recursive: true })
}

/** Keeps the owner and the modes. */
const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to])
