import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/support/services/processes.ts'
import { UsageError } from '../command.ts'
import { importSource } from './import.ts'

test('a date before the first official files, or an invalid one, is a usage error', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'fetched.csv')
  writeFileSync(file, 'x')
  for (const asOf of ['0000', '0026-11-15', '1989-12-31', '2026-1-1', '2026-00']) {
    const args = { values: { 'as-of': asOf }, positionals: ['cz-cnb', file], reportProgress: assert.fail }
    await assert.rejects(importSource.runOn(folder, args), (error) => {
      return error instanceof UsageError && error.message.includes(`--as-of is "${asOf}"; use a date such as`)
    })
  }
})
