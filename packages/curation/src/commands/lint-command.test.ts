import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { UsageError } from '../../../../src/bin/cli/command.ts'
import { type Row, type Small, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { lintData } from './lint-command.ts'

function folderOf(t: TestContext, change: (data: Small) => void = () => undefined): string {
  const data = small()
  // A date in the past, whatever the clock of the machine says.
  Object.assign(data.sources[0] as Row, { date: '2020-01-31' })
  change(data)
  return writeFolder(t, data)
}

const run = (folder: string, values: Record<string, string | boolean> = {}, ...countries: string[]) =>
  lintData(folder, { values, positionals: countries })

test('a problem is reported with its location and its fix, and exit code 1', async (t) => {
  const folder = folderOf(
    t,
    (data) => ((data.banks.aa?.[0] as Row).codes = [{ scheme: 'aa_code', value: '44', source: 'a-list' }]),
  )
  await run(folder, { fix: true })
  const { text, code } = await run(folder)
  const [line, count, ...more] = text.split('\n')
  assert.equal(
    line,
    'banks/aa.jsonl:1 aa-first: aa_code code "44" does not match ^\\d{3}$; look for a missing zero or an extra digit [code-pattern]',
  )
  assert.match(count as string, /^1 problem \(3 banks, \d+ rules, \d+ ms\)\.$/)
  assert.deepEqual([more, code], [[''], 1])
})

test('--fix sorts and formats, lists the files, and finds nothing afterwards', async (t) => {
  const folder = folderOf(t, (data) => data.banks.aa?.reverse())
  assert.equal((await run(folder)).code, 1)
  const { text, code } = await run(folder, { fix: true })
  assert.match(text, /^Sorted and formatted: sources\.json, banks\/aa\.jsonl\.\nNo problems \(3 banks, .*\)\.\n$/)
  assert.equal(code, 0)
  assert.match((await run(folder, { fix: true })).text, /^No problems/)
})

test('--json prints an object, and --rule selects one rule', async (t) => {
  const folder = folderOf(t, (data) => data.banks.aa?.reverse())
  const { text, code } = await run(folder, { rule: 'order', json: true })
  const { findings, ...rest } = JSON.parse(text)
  assert.deepEqual({ ...rest, ms: 0 }, { banks: 3, rules: 1, ms: 0, fixed: [] })
  assert.deepEqual(findings, [
    {
      file: 'banks/aa.jsonl',
      line: 2,
      bank: 'aa-first',
      problem: 'the line must come before aa-second',
      fix: 'run bank-lookup data lint --fix',
      subject: 'aa-first',
      rule: 'order',
    },
  ])
  assert.equal(code, 1)
  assert.equal((await run(folder, { rule: 'names' })).code, 0)
  await assert.rejects(
    run(folder, { rule: 'nmes' }),
    (error) => error instanceof UsageError && /Unknown rule "nmes".*names/.test(error.message),
  )
})

test('with countries, only their files are checked, and nothing seems unused', async (t) => {
  const folder = folderOf(t, (data) => data.banks.aa?.reverse())
  const checked = 'data lint without a country checks all files.'
  assert.match((await run(folder, {}, 'bb')).text, /^No problems \(1 bank, .*\n.*only banks\/bb\.jsonl; .*\n$/)
  const { text, code } = await run(folder, {}, 'Bb', 'AA')
  assert.match(text, /^banks\/aa\.jsonl:2 .* \[order\]\n3 problems \(3 banks, /m)
  assert.ok(text.endsWith(`Checked only banks/bb.jsonl, banks/aa.jsonl; ${checked}\n`), text)
  assert.equal(code, 1)
  for (const unknown of ['zz', 'a', '../banks/aa'])
    await assert.rejects(
      run(folder, {}, 'aa', unknown),
      (error) => error instanceof UsageError && error.message.startsWith(`Unknown country "${unknown}"; use`),
    )
})

test('with a country, --fix changes only its file', async (t) => {
  const folder = folderOf(t, (data) => {
    data.banks.aa?.reverse()
    data.sources.reverse()
  })
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const before = [read('sources.json'), read('banks/bb.jsonl')]
  assert.match((await run(folder, { fix: true }, 'aa')).text, /^Sorted and formatted: banks\/aa\.jsonl\.\nNo problems/)
  assert.deepEqual([read('sources.json'), read('banks/bb.jsonl')], before)
})

test('with a country, an entry of a table that cannot be read is still reported', async (t) => {
  const folder = folderOf(t, (data) => ((data.sources[0] as Row).colour = 'red'))
  const { text, code } = await run(folder, {}, 'aa')
  assert.match(text, /^sources\.json:1 .*colour.* \[readable\]$/m)
  assert.equal(code, 1)
})

test('an unreadable table is reported with its file', async (t) => {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'sources.json'), '[')
  await assert.rejects(run(folder), /^DatasetError: sources\.json: is not JSON/)
  await assert.rejects(run(join(folder, 'banks')), /is not a data folder/)
  assert.equal(readFileSync(join(folder, 'sources.json'), 'utf8'), '[')
})

test('an overlay is not ignored: the error names the command that checks it', async (t) => {
  await assert.rejects(
    lintData(folderOf(t), { values: {}, positionals: [], overlayDir: '/srv/corrections' }),
    (error) => error instanceof UsageError && /OVERLAY_DIR is set.*bank-lookup data check/.test(error.message),
  )
})
