/** Starts a server as a process, measures its CPU time and memory, and stops it. Linux only, because it reads /proc. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { memoryVariables, nodeOptions } from '../src/bin/launch.ts'
import { freePort } from '../test/support/services/ports.ts'

export interface Measured {
  pid: number
  port: number
  cpuMs(): number
  residentMb(): number
  stop(): Promise<void>
}

export const entry = fileURLToPath(new URL('../src/bin/start.js', import.meta.url))

/** The options and the environment of `npm start`. */
export { memoryVariables, nodeOptions }

/** Resolves at the first output of the process; both servers print it when they listen. */
export async function startProcess(
  script: string,
  {
    parameters = [],
    options = [],
    quiet = false,
    onLog,
    settings = {},
  }: {
    parameters?: string[]
    /** More options for Node. */
    options?: string[]
    quiet?: boolean
    onLog?: (text: string) => void
    settings?: Record<string, string>
  } = {},
): Promise<Measured> {
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeOptions, ...options, script, ...parameters], {
    env: {
      SHUTDOWN_GRACE: '0',
      ...memoryVariables,
      ...process.env,
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', onLog ? 'pipe' : quiet ? 'ignore' : 'inherit'],
  })
  if (onLog) child.stderr?.setEncoding('utf8').on('data', onLog)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${script} exited before it listened.`)))
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
  ended.catch(() => {})
  const pid = child.pid as number
  return { pid, port, cpuMs: () => cpuMs(pid), residentMb: () => residentMb(child), stop: () => stop(child) }
}

/**
 * Waits until the background work is done: the index is loaded, the lists are compressed, the cache is written. `idleMs`: the CPU
 * time that an idle service takes in a second.
 */
export async function untilIdle(server: Measured, idleMs = 20): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt++) {
    const before = server.cpuMs()
    await setTimeout(1_000)
    if (server.cpuMs() - before < idleMs) return
  }
  throw new Error('The service was not idle within 120 s.')
}

/** User and system time; the kernel counts in hundredths of a second. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Like `cpuMs`, but to the nanosecond, and only of the threads that are still running. */
export function threadsCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const cpuNs = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]))
  return cpuNs.reduce((sum, ns) => sum + ns, 0) / 1e6
}

/** How long the main thread was ready to run but had no core, because other processes used them. */
export function coreWaitMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
}

/** CPU time of all processes on all cores, including time that the host of a virtual machine took. */
export function machineCpuMs(): number {
  const [user, nice, system, , , ...others] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/).slice(1, 9).map(Number) ?? []
  return [user, nice, system, ...others].reduce((sum: number, ticks = 0) => sum + ticks, 0) * 10
}

function residentMb({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
