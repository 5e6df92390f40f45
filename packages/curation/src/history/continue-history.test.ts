import assert from 'node:assert/strict'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readDataset } from '../../../../src/dataset/dataset.ts'
import { bank, type Row, type Small, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { continueHistory } from './continue-history.ts'

const none = (): void => {}
const rename = (data: Small): void => void Object.assign(data.banks.aa?.[0] as Row, { name: 'B Bank' })
const add = (data: Small): void => void (data.banks.bb as Row[]).push(bank('bb-second'))

function folderWith(t: TestContext, ...edits: ((data: Small) => void)[]): string {
  const data = small()
  for (const edit of edits) edit(data)
  return writeFolder(t, data)
}

interface Step {
  from: string
  to: string
  date: string
  changes: string[]
}

const historyIn = (folder: string): Step[] =>
  readDataset(folder).releases.map(({ from, to, date, lines }) => {
    const changes = new TextDecoder().decode(lines).trimEnd().split('\n')
    return { from, to, date, changes: changes.map((line) => JSON.parse(line)).map(({ id, kind }) => `${id} ${kind}`) }
  })

const revisionOf = (folder: string): string => readDataset(folder).revision

test('each release continues the history of the one before', (t) => {
  const first = folderWith(t, none)
  const second = folderWith(t, rename)
  const third = folderWith(t, rename, add)
  const [one, two, three] = [first, second, third].map(revisionOf) as [string, string, string]
  assert.deepEqual(continueHistory(first, second, '2026-11-01'), [`changes/${two}.jsonl`])
  assert.deepEqual(continueHistory(second, third, '2026-12-01'), [`changes/${two}.jsonl`, `changes/${three}.jsonl`])
  assert.deepEqual(historyIn(third), [
    { from: one, to: two, date: '2026-11-01', changes: ['aa-first changed'] },
    { from: two, to: three, date: '2026-12-01', changes: ['bb-second added'] },
  ])
})

test('a release without new facts keeps the history', (t) => {
  const first = folderWith(t, none)
  const second = folderWith(t, rename)
  continueHistory(first, second, '2026-11-01')
  const again = folderWith(t, rename)
  continueHistory(second, again, '2026-12-01')
  assert.deepEqual(historyIn(again), historyIn(second))
})

test('a release that returns to earlier facts has the history up to them', (t) => {
  const [first, second, third] = [folderWith(t, none), folderWith(t, rename), folderWith(t, rename, add)]
  continueHistory(first, second, '2026-11-01')
  continueHistory(second, third, '2026-12-01')
  const back = folderWith(t, rename)
  continueHistory(third, back, '2026-12-02')
  assert.deepEqual(historyIn(back), historyIn(second))
  const start = folderWith(t, none)
  continueHistory(third, start, '2026-12-02')
  assert.deepEqual(historyIn(start), [])
})

test('if the history of the previous folder does not lead to its facts, the new history starts there', (t) => {
  const [first, second] = [folderWith(t, none), folderWith(t, rename)]
  continueHistory(first, second, '2026-11-01')
  const edited = folderWith(t, add)
  cpSync(join(second, 'changes'), join(edited, 'changes'), { recursive: true })
  const next = folderWith(t, add, rename)
  continueHistory(edited, next, '2026-12-01')
  assert.deepEqual(
    historyIn(next).map(({ from, to }) => [from, to]),
    [[revisionOf(edited), revisionOf(next)]],
  )
})

test('a folder with changes of its own keeps them', (t) => {
  const [first, second] = [folderWith(t, none), folderWith(t, rename)]
  continueHistory(first, second, '2026-11-01')
  const files = readdirSync(join(second, 'changes'))
  assert.deepEqual(continueHistory(folderWith(t, add), second, '2026-12-01'), [])
  assert.deepEqual(readdirSync(join(second, 'changes')), files)
})
