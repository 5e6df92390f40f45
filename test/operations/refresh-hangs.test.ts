/** Loads that hang, and folders that never stop changing. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bank, small, writeFolder } from '../support/data/small-data.ts'
import { type Started, startProgram, temporaryFolder } from '../support/services/processes.ts'
import { deadlineMs, waitUntil } from '../support/wait-until.ts'

const hanging = fileURLToPath(new URL('../support/services/hanging-load.ts', import.meta.url))

interface Service extends Started {
  data: string
  overlay: string
  /** Makes the next loads hang in a loop or on a FIFO; undefined stops that. */
  hang(how: string | undefined): void
  /** Whether a load has started to hang since the last call of `hang`. */
  isHanging(): boolean
  /** Sends SIGHUP. */
  refresh(): void
  rename(name: string): void
  logs(pattern: RegExp): Promise<void>
  servedName(): Promise<string>
}

/** Longer than a load takes, also on a busy machine; a load that times out there is retried. */
const timeoutSeconds = deadlineMs / 60_000

async function start(t: TestContext): Promise<Service> {
  const folder = temporaryFolder(t)
  const [data, overlay] = [join(folder, 'data'), join(folder, 'overlay')]
  cpSync(writeFolder(t, small()), data, { recursive: true })
  mkdirSync(join(overlay, 'banks'), { recursive: true })
  const database = `sqlite:${join(folder, 'store.sqlite')}`
  const started = startProgram(
    t,
    { DATA_DIR: data, OVERLAY_DIR: overlay, DATABASE_URL: database, DATA_LOAD_TIMEOUT: String(timeoutSeconds) },
    { script: ['--import', hanging, 'src/bin/start.js'] },
  )
  await waitUntil(started.stderr, () => started.stdout() !== '')
  const url = `http://127.0.0.1:${/Service 1\.0 at http:\/\/\S+:(\d+)/.exec(started.stdout())?.[1]}`
  return {
    ...started,
    data,
    overlay,
    hang: (how) => {
      rmSync(join(folder, 'hanging'), { force: true })
      if (how === undefined) rmSync(join(folder, 'hang'))
      else writeFileSync(join(folder, 'hang'), how)
    },
    isHanging: () => existsSync(join(folder, 'hanging')),
    refresh: () => void started.child.kill('SIGHUP'),
    rename: (name) => writeBanks(data, name),
    logs: (pattern) =>
      waitUntil(
        () => `the log has ${pattern}:\n${started.stderr()}`,
        () => pattern.test(started.stderr()),
      ),
    servedName: async () => {
      const response = await fetch(`${url}/v1/banks/bb-only`)
      return ((await response.json()) as { name: string }).name
    },
  }
}

/** Replaces the file atomically. */
function writeBanks(folder: string, name: string): void {
  const file = join(folder, 'banks/bb.jsonl')
  writeFileSync(`${file}.new`, `${JSON.stringify(bank('bb-only', { name }))}\n`)
  renameSync(`${file}.new`, file)
}

/** Resolves to the exit code and the signal that ended the process. */
async function terminate({ child }: Started): Promise<[number | null, string | null]> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const [code, signal] = await exit
  clearTimeout(timer)
  return [code, signal]
}

/** The tests run at the same time: they wait for timeouts more than they work. */
describe('loads that hang, and folders that never stop changing', { concurrency: true }, () => {
  test('a load in an endless loop times out, is logged and retried without a signal, and does not prevent the shutdown', async (t) => {
    const service = await start(t)
    service.hang('loop')
    service.rename('After the retry')
    await service.logs(/Loading the data timed out after \d+ s.*"new data could not be loaded"/)
    service.hang(undefined)
    await service.logs(/"new data is served"/)
    assert.equal(await service.servedName(), 'After the retry')

    service.hang('loop')
    service.refresh()
    await waitUntil('a load hangs', service.isHanging)
    assert.deepEqual(await terminate(service), [0, null])
  })

  test('a load that is blocked in a system call times out, the next one is served, and SIGTERM ends the service', async (t) => {
    const service = await start(t)
    const fifo = join(temporaryFolder(t), 'fifo')
    execFileSync('mkfifo', [fifo])
    service.hang(fifo)
    service.refresh()
    // On a busy machine, a load may time out before it is blocked; then it is retried.
    await waitUntil('a load hangs', service.isHanging)
    await service.logs(/"new data could not be loaded"/)
    service.hang(undefined)
    service.rename('After the block')
    await service.logs(/"new data is served"/)
    assert.equal(await service.servedName(), 'After the block')
    // Node cannot exit with a blocked thread, so the signal itself ends the process.
    assert.deepEqual(await terminate(service), [null, 'SIGTERM'])
    await service.logs(/a data load is blocked in a system call/)
  })

  test('a FIFO in the overlay is rejected and named in the log, and corrections are loaded once it is removed', async (t) => {
    const service = await start(t)
    const fifo = join(service.overlay, 'banks/bb.jsonl')
    execFileSync('mkfifo', [fifo])
    await service.logs(/overlay\/banks\/bb\.jsonl: is a FIFO; only regular files are read.*"new data was rejected"/)
    rmSync(fifo)
    writeBanks(service.overlay, 'Corrected')
    await service.logs(/"new data is served"/)
    assert.equal(await service.servedName(), 'Corrected')
    assert.deepEqual(await terminate(service), [0, null])
  })

  test('a change is served even if the folder changes many times a second', async (t) => {
    const service = await start(t)
    const touching = setInterval(() => utimesSync(join(service.data, 'sources.json'), new Date(), new Date()), 50)
    service.rename('In between')
    await service.logs(/"new data is served"/).finally(() => clearInterval(touching))
    assert.equal(await service.servedName(), 'In between')
  })
})
