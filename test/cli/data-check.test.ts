/** The command that checks the data as the service reads it. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { small, writeFolder } from '../support/data/small-data.ts'
import { callCommandWith } from '../support/services/in-process-command.ts'
import { temporaryFolder } from '../support/services/processes.ts'

test('data check accepts valid data, and names the file and line of the first error in the data or the overlay', async (t) => {
  const DATA_DIR = writeFolder(t, small())
  const OVERLAY_DIR = temporaryFolder(t)
  mkdirSync(join(OVERLAY_DIR, 'banks'))
  const check = () => callCommandWith({ env: { DATA_DIR, OVERLAY_DIR } }, 'data', 'check')
  const { stdout, ...rest } = await check()
  assert.deepEqual(rest, { code: 0, stderr: '' })
  assert.match(stdout, /^The data is valid: 3 banks, revision \d{4}-\d\d-\d\d\.[\da-f]+\.\n$/)
  writeFileSync(join(OVERLAY_DIR, 'banks/aa.jsonl'), '{"id":"aa-first","country":"AA"}\n')
  const broken = await check()
  assert.deepEqual([broken.code, broken.stdout], [1, ''])
  assert.match(broken.stderr, /^bank-lookup: overlay\/banks\/aa\.jsonl:1: the record is missing the field "name"$/m)
})
