import assert from 'node:assert/strict'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bank, type Row, type Small, small, writeFolder } from '../support/data/small-data.ts'
import { callCommandWith } from '../support/services/in-process-command.ts'
import { startProgram, temporaryFolder, withoutPrivilege } from '../support/services/processes.ts'

/** An older folder, and DATA_DIR as the newer one. */
function folders(t: TestContext, change: (data: Small) => void) {
  const data = small()
  change(data)
  const [older, newer] = [writeFolder(t, small()), writeFolder(t, data)]
  const diff = (...words: string[]) => callCommandWith({ env: { DATA_DIR: newer } }, 'data', 'diff', ...words)
  return { older, newer, diff }
}

const rename = (data: Small): void => {
  ;(data.banks.aa?.[0] as Row).name = 'B Bank'
}

test('data diff prints Markdown for people, and with --json an object per change', async (t) => {
  const { older, newer, diff } = folders(t, rename)
  const { code, stdout } = await diff(older)
  assert.equal(code, 0)
  assert.match(stdout, /^# Data changes from \S+ to \S+\n\n- Banks: 1 renamed\.\n\n## AA \(AA\)\n\nRenamed:\n/)
  assert.equal((await diff(older, newer)).stdout, stdout)
  const json = JSON.parse((await diff(older, '--json')).stdout)
  assert.deepEqual(json.changes, [
    { kind: 'renamed', country: 'AA', id: 'aa-first', name: 'B Bank', from: 'A Bank', to: 'B Bank' },
  ])
  assert.match((await diff(newer)).stdout, /^Both folders are at revision \S+; nothing changed\.\n$/)
})

test('a missing id is a failure', async (t) => {
  const { older, diff } = folders(t, (data) => data.banks.aa?.pop())
  const { code, stdout } = await diff(older)
  assert.equal(code, 1)
  assert.match(stdout, /- 1 id was REMOVED, although ids must never be removed\./)
})

test('data diff --write stores the changes in DATA_DIR once, and --news adds a draft news entry', async (t) => {
  const { older, newer, diff } = folders(t, (data) => data.banks.bb?.push(bank('bb-other')))
  const news = temporaryFolder(t)
  const first = await diff(older, '--write', '--news', news)
  assert.match(first.stdout, /^Written: changes\/\S+\.jsonl, CHANGELOG\.md, \S+-data-\S+\.md\.\n$/)
  assert.deepEqual(readdirSync(newer).toSorted(), [
    'CHANGELOG.md',
    'banks',
    'changes',
    'countries.json',
    'schemes.json',
    'sources.json',
  ])
  assert.equal(readdirSync(join(newer, 'changes')).length, 1)
  const draft = readFileSync(join(news, readdirSync(news)[0] as string), 'utf8')
  assert.match(draft, /^---\ntitle: Banks: 1 new\ndate: \S+Z\nrevision: \S+\nsummary: Banks: 1 new\.\n---\n/)
  const again = await diff(older, '--write', '--news', news)
  assert.deepEqual(again, { code: 0, stdout: 'The changes are already stored; nothing was written.\n', stderr: '' })
  assert.equal(readdirSync(news).length, 1)
})

test('--write rejects changes that would break the chain of releases, and writes nothing', async (t) => {
  const { older, newer, diff } = folders(t, rename)
  const same = await diff(newer, '--write')
  assert.equal(same.code, 1)
  assert.match(same.stderr, /nothing changed, so nothing is stored/)
  assert.equal(existsSync(join(newer, 'changes')), false)
  await diff(older, '--write')
  const data = small()
  rename(data)
  ;(data.banks.aa?.[0] as Row).city = 'Town'
  const next = writeFolder(t, data)
  cpSync(join(newer, 'changes'), join(next, 'changes'), { recursive: true })
  const skipping = await callCommandWith({ env: { DATA_DIR: next } }, 'data', 'diff', older, '--write')
  assert.equal(skipping.code, 1)
  assert.match(
    skipping.stderr,
    /The last stored release ends at revision \S+, but the older folder is at \S+; compare with the data/,
  )
  assert.equal((await callCommandWith({ env: { DATA_DIR: next } }, 'data', 'diff', newer, '--write')).code, 0)
})

test('contradictory options and missing folders are usage errors', async (t) => {
  const { older, newer, diff } = folders(t, rename)
  for (const [words, message] of [
    [[], /Name the older data folder/],
    [[older, newer, older], /Name the older data folder/],
    [[older, newer, '--write'], /--write stores the changes in DATA_DIR; name only the older folder/],
    [[older, '--write', '--json'], /--write and --json cannot be combined/],
    [[older, '--news', newer], /--news requires --write/],
    [[older, '--write', '--news', '/nowhere'], /There is no folder "\/nowhere"/],
    [[older, '--write', '--news', join(older, 'sources.json')], /There is no folder ".*sources\.json"/],
  ] as const) {
    const { code, stderr } = await diff(...words)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  assert.equal(existsSync(join(newer, 'changes')), false)
  const { code, stderr } = await diff('/nowhere')
  assert.equal(code, 1)
  assert.match(stderr, /\/nowhere: cannot be read as a data folder/)
})

test('if the news draft cannot be written, the changes are not stored either', async (t) => {
  const { older, newer } = folders(t, rename)
  const news = temporaryFolder(t)
  chmodSync(news, 0o555)
  const within = withoutPrivilege(t)
  if (!within) return
  const script = ['src/bin/bank-lookup.js', 'data', 'diff', older, '--write', '--news', news]
  const started = startProgram(t, { DATA_DIR: newer }, { script, within })
  assert.equal(await started.ended, 2)
  assert.match(started.stderr(), /^bank-lookup: The folder ".*" cannot be written to \(EACCES\)\.\n$/)
  assert.equal(existsSync(join(newer, 'changes')), false)
})
