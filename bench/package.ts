/**
 * `npx node bench/package.ts`: builds the npm package, installs it, and measures the time from `bank-lookup start` to the
 * first list: cold, as after the installation, and with the caches of an earlier start, on Node 22 and on this Node.
 *
 * Usage: [STARTS=5] npx node bench/package.ts
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { installedBytes, installPackage, node22 } from '../test/support/packages/installed-package.ts'
import { createPackageUser, type PackageUser } from '../test/support/packages/package-user.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { median } from './median.ts'
import { cpuMs } from './processes.ts'

const starts = Number(process.env.STARTS ?? 5)

interface Start {
  wallMs: number
  cpuMs: number
}

const hooks: (() => unknown)[] = []
const context: Pick<TestContext, 'after'> = { after: (hook) => void hooks.push(hook as () => unknown) }
try {
  const { folder } = await installPackage(context)
  console.log(`installed: ${Math.round(installedBytes(folder) / 1024 / 1024)} MB`)
  console.log(`bank-lookup start to the first list, medians of ${starts} starts: wall time, CPU time`)
  for (const node of [node22, process.execPath]) {
    const user = createPackageUser(context, folder, node)
    const version = (await user.print(['node', '--version'])).trim()
    report(`${version}, cold`, await measure(user, { isCold: true }))
    report(`${version}, with caches`, await measure(user, { isCold: false }))
  }
} finally {
  for (const hook of hooks.reverse()) await hook()
}

async function measure(user: PackageUser, { isCold }: { isCold: boolean }): Promise<Start[]> {
  const cache = join(user.home, '.cache')
  if (!isCold) await start(user, () => waitUntil('the caches are written', () => hasCache(cache)))
  const measured: Start[] = []
  for (let round = 0; round < starts; round++) {
    if (isCold) rmSync(cache, { recursive: true, force: true })
    measured.push(await start(user))
  }
  return measured
}

/** The lists are the last part that the service caches. */
function hasCache(cache: string): boolean {
  return readdirSync(cache, { recursive: true, encoding: 'utf8' }).some((name) => /\/lists-[^.]+$/.test(name))
}

async function start(user: PackageUser, beforeStop: () => unknown = () => {}): Promise<Start> {
  const begin = performance.now()
  const { child, stdout, ended } = await user.start(['bank-lookup', 'start'], / at http:\S+\n/)
  const url = / at (http:\S+)/.exec(stdout)?.[1]
  await (await fetch(`${url}/v1/banks?country=ng`)).arrayBuffer()
  const measured = { wallMs: performance.now() - begin, cpuMs: cpuMs(child.pid as number) }
  await beforeStop()
  child.kill('SIGTERM')
  await ended
  return measured
}

function report(name: string, measured: Start[]): void {
  const [wall, cpu] = [median(measured.map((one) => one.wallMs)), median(measured.map((one) => one.cpuMs))]
  console.log(`${name.padEnd(24)} ${wall.toFixed(0).padStart(6)} ms ${cpu.toFixed(0).padStart(6)} ms`)
}
