import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../../../src/bin/cli/command.ts'
import { small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../../../test/support/services/processes.ts'
import { importInto } from './import-command.ts'

test('a date before the first official files, or an invalid one, is a usage error', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'fetched.csv')
  writeFileSync(file, 'x')
  for (const asOf of ['0000', '0026-11-15', '1989-12-31', '2026-1-1', '2026-00']) {
    const args = { values: { 'as-of': asOf }, positionals: ['cz-cnb', file], note: assert.fail }
    await assert.rejects(importInto(folder, args), (error) => {
      return error instanceof UsageError && error.message.includes(`--as-of is "${asOf}"; use a date such as`)
    })
  }
})

test('names of branches need a folder, a date, and a list without names of its own', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'IFSC.json')
  writeFileSync(file, '{}')
  const message = async (source: string, values: Record<string, string>): Promise<string> => {
    const args = {
      values: { 'as-of': '2026-05-22', ...values },
      positionals: [source, file],
      note: assert.fail,
    }
    const error = await importInto(writeFolder(t, small()), args).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof UsageError)
    return error.message
  }
  assert.match(await message('in-ifsc', { names: folder }), /^--names-as-of is missing/)
  assert.match(await message('in-ifsc', { names: file, 'names-as-of': '2026' }), /^--names is not a folder/)
  assert.match(
    await message('au-bsb', { names: folder, 'names-as-of': '2026' }),
    /^au-bsb has the names of its branches/,
  )
})
