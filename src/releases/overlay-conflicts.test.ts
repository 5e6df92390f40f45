import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { overlayConflicts } from './overlay-conflicts.ts'

function writeBanks(t: TestContext, banks: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-banks-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'banks'))
  const lines = Object.entries(banks).map(([id, name]) => `${JSON.stringify({ id, name })}\n`)
  writeFileSync(join(folder, 'banks/aa.jsonl'), lines.join(''))
  return folder
}

test('a correction conflicts if the release changes, adds or removes its bank', (t) => {
  const before = writeBanks(t, { 'aa-changed': 'One', 'aa-removed': 'One', 'aa-same': 'One', 'aa-other': 'One' })
  const after = writeBanks(t, { 'aa-added': 'Two', 'aa-changed': 'Two', 'aa-same': 'One', 'aa-other': 'Two' })
  const own = ['aa-added', 'aa-changed', 'aa-new', 'aa-removed', 'aa-same']
  const overlay = writeBanks(t, Object.fromEntries(own.map((id) => [id, 'Ours'])))
  assert.deepEqual(overlayConflicts(overlay, before, after), ['aa-added', 'aa-changed', 'aa-removed'])
})

test('without an overlay or an earlier release there is no conflict', (t) => {
  const folder = writeBanks(t, { 'aa-one': 'One' })
  assert.deepEqual(overlayConflicts(undefined, folder, folder), [])
  assert.deepEqual(overlayConflicts(folder, undefined, folder), [])
  assert.deepEqual(overlayConflicts(tmpdir(), folder, folder), [])
})
