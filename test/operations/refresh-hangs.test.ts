/** Data that cannot be loaded in time, and folders that never rest. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bank, small, writeFolder } from '../support/data/small-data.ts'
import { type Started, startProgram, temporaryFolder } from '../support/services/processes.ts'
import { until } from '../support/wait-until.ts'

const hanging = fileURLToPath(new URL('../support/services/hanging-load.ts', import.meta.url))

interface Service extends Started {
  data: string
  overlay: string
  /** How the next loads hang; undefined: not at all. */
  hang(way: string | undefined): void
  /** SIGHUP. */
  refresh(): void
  rename(name: string): void
  says(pattern: RegExp): Promise<void>
  servedName(): Promise<string>
}

async function start(t: TestContext, settings: Record<string, string> = {}): Promise<Service> {
  const folder = temporaryFolder(t)
  const [data, overlay] = [join(folder, 'data'), join(folder, 'overlay')]
  cpSync(writeFolder(t, small()), data, { recursive: true })
  mkdirSync(join(overlay, 'banks'), { recursive: true })
  const database = `sqlite:${join(folder, 'store.sqlite')}`
  const started = startProgram(
    t,
    { DATA_DIR: data, OVERLAY_DIR: overlay, DATABASE_URL: database, ...settings },
    { script: ['--import', hanging, 'src/bin/start.js'] },
  )
  await until(started.stderr, () => started.stdout() !== '')
  const url = `http://127.0.0.1:${/Service 1\.0 at http:\/\/\S+:(\d+)/.exec(started.stdout())?.[1]}`
  return {
    ...started,
    data,
    overlay,
    hang: (way) => (way === undefined ? rmSync(join(folder, 'hang')) : writeFileSync(join(folder, 'hang'), way)),
    refresh: () => void started.child.kill('SIGHUP'),
    rename: (name) => writeBanks(data, name),
    says: (pattern) =>
      until(
        () => `the log says ${pattern}:\n${started.stderr()}`,
        () => pattern.test(started.stderr()),
      ),
    servedName: async () => {
      const answer = await fetch(`${url}/v1/banks/bb-only`)
      return ((await answer.json()) as { name: string }).name
    },
  }
}

/** In one step. */
function writeBanks(folder: string, name: string): void {
  const file = join(folder, 'banks/bb.jsonl')
  writeFileSync(`${file}.new`, `${JSON.stringify(bank('bb-only', { name }))}\n`)
  renameSync(`${file}.new`, file)
}

/** The exit code and the signal that ended it. */
async function endOf({ child }: Started): Promise<[number | null, string | null]> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const [code, signal] = await exit
  clearTimeout(patience)
  return [code, signal]
}

test('a load in an endless loop is given up and said, and the next one is served', async (t) => {
  const service = await start(t, { DATA_LOAD_TIMEOUT: '10' })
  service.hang('loop')
  service.refresh()
  await service.says(/Loading the data timed out after 10 s.*"new data could not be loaded"/)
  service.hang(undefined)
  service.rename('After the loop')
  await service.says(/"new data is served"/)
  assert.equal(await service.servedName(), 'After the loop')
})

test('SIGTERM ends a service whose load is in an endless loop', async (t) => {
  const service = await start(t)
  service.hang('loop')
  service.refresh()
  assert.deepEqual(await endOf(service), [0, null])
})

test('a load that is blocked in the system is given up, the next one is served, and SIGTERM ends the service', async (t) => {
  const service = await start(t, { DATA_LOAD_TIMEOUT: '10' })
  const fifo = join(temporaryFolder(t), 'fifo')
  execFileSync('mkfifo', [fifo])
  service.hang(fifo)
  service.refresh()
  await service.says(/"new data could not be loaded"/)
  service.hang(undefined)
  service.rename('After the block')
  await service.says(/"new data is served"/)
  assert.equal(await service.servedName(), 'After the block')
  // Node cannot exit with such a thread, so the signal itself ends the process.
  assert.deepEqual(await endOf(service), [null, 'SIGTERM'])
  await service.says(/a load of data is blocked in a system call/)
})

test('a FIFO in the overlay is refused by name, and corrections are taken up again once it is gone', async (t) => {
  const service = await start(t)
  const fifo = join(service.overlay, 'banks/bb.jsonl')
  execFileSync('mkfifo', [fifo])
  await service.says(/overlay\/banks\/bb\.jsonl: is a FIFO; only regular files are read.*"new data was refused"/)
  rmSync(fifo)
  writeBanks(service.overlay, 'Corrected')
  await service.says(/"new data is served"/)
  assert.equal(await service.servedName(), 'Corrected')
  assert.deepEqual(await endOf(service), [0, null])
})

test('a change is served although the folder changes many times a second', async (t) => {
  const service = await start(t)
  const touching = setInterval(() => utimesSync(join(service.data, 'sources.json'), new Date(), new Date()), 50)
  service.rename('In between')
  await service.says(/"new data is served"/).finally(() => clearInterval(touching))
  assert.equal(await service.servedName(), 'In between')
})
