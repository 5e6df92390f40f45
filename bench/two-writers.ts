/**
 * `node bench/two-writers.ts [seconds]`: the longest turn of the event loop while one and two processes create records in one
 * SQLite file. Fails if two writers block a process for longer than 50 ms.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../src/store/sqlite.ts'
import { newKey, newRecord } from '../test/support/store-contract.ts'

/** Requests in progress at each process. */
const atOnce = 32
const turnMsMax = 50
/** The interval at which the event loop delay is sampled. */
const resolutionMs = 1

interface Result {
  records: number
  failed: number
  slowestMs: number
  p99TurnMs: number
  longestTurnMs: number
}

const [, , duration = '10', file, keyId] = process.argv
const seconds = Number(duration)

if (file !== undefined && keyId !== undefined) process.send?.(await write(file, keyId))
else await compare()

/** Runs in a writer. */
async function write(file: string, keyId: string): Promise<Result> {
  const store = openSqliteStore(file)
  // Open the file before measuring.
  await store.listKeys()
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const result = { records: 0, failed: 0, slowestMs: 0 }
  const end = performance.now() + seconds * 1000
  const create = async (): Promise<void> => {
    while (performance.now() < end) {
      const startMs = performance.now()
      await store.createRecord({ record: { ...newRecord(), id: randomUUID() }, keyId }).then(
        () => result.records++,
        () => result.failed++,
      )
      result.slowestMs = Math.max(result.slowestMs, performance.now() - startMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, create))
  delay.disable()
  await store.close()
  const turnMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs)
  return { ...result, p99TurnMs: turnMs(delay.percentile(99)), longestTurnMs: turnMs(delay.max) }
}

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-writers-'))
  try {
    for (const writers of [1, 2]) {
      const results = await runWriters(join(folder, `${writers}.sqlite`), writers)
      for (const result of results) print(writers, result)
      if (writers === 2 && results.some(({ longestTurnMs }) => longestTurnMs > turnMsMax)) process.exitCode = 1
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function runWriters(file: string, count: number): Promise<Result[]> {
  const store = openSqliteStore(file)
  const key = newKey()
  await store.addKey(key)
  await store.close()
  const start = async (): Promise<Result> => {
    const child = fork(fileURLToPath(import.meta.url), [duration, file, key.id])
    const [result] = await once(child, 'message')
    return result
  }
  return Promise.all(Array.from({ length: count }, start))
}

function print(writers: number, { records, failed, slowestMs, p99TurnMs, longestTurnMs }: Result): void {
  const rate = Math.round(records / seconds).toLocaleString('en')
  const turns = `turns: 99 % within ${p99TurnMs.toFixed(1)} ms, longest ${longestTurnMs.toFixed(1)} ms`
  console.log(
    `${writers} writing: ${rate} records a second, ${failed} failed, slowest ${slowestMs.toFixed(0)} ms; ${turns}`,
  )
}
