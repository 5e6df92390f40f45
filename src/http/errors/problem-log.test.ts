import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProblemLog } from './problem-log.ts'

test('each code logs ten lines per second, and the next line says how many were skipped', () => {
  let now = 0
  const lines: { code: string; not_logged?: number }[] = []
  const note = (line: object): void => void lines.push(line as (typeof lines)[0])
  const logProblem = createProblemLog(() => now)
  const log = { info: note, warn: note, error: note }
  const repeat = (code: string, times: number): void => {
    for (let count = 0; count < times; count++) logProblem(log, { code, status: 400 })
  }
  repeat('a', 52)
  repeat('b', 1)
  assert.equal(lines.length, 11)
  assert.ok(lines.every(({ not_logged }) => not_logged === undefined))
  now = 1_000
  repeat('a', 2)
  assert.deepEqual(
    lines.slice(11).map(({ not_logged }) => not_logged),
    [42, undefined],
  )
})

test('server errors and client errors have different log levels', () => {
  const levels: string[] = []
  const note = (level: string) => (): void => void levels.push(level)
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  const logProblem = createProblemLog()
  for (const status of [400, 501, 503, 500]) logProblem(log, { code: String(status), status })
  assert.deepEqual(levels, ['info', 'info', 'warn', 'error'])
})
