import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/support/services/processes.ts'
import { replaceFiles } from './data-folder.ts'

test('a failed write leaves all files unchanged and no temporary files', (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'a.json'), 'old')
  writeFileSync(join(folder, 'banks'), 'no folder')
  const texts = new Map([
    ['a.json', 'new'],
    ['b.json', 'new'],
    ['banks/aa.jsonl', 'new'],
  ])
  assert.throws(() => replaceFiles(folder, texts))
  assert.deepEqual(readdirSync(folder).sort(), ['a.json', 'banks'])
  assert.equal(readFileSync(join(folder, 'a.json'), 'utf8'), 'old')
})

test('a failed rename leaves no temporary files', (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'b.json', 'inner'), { recursive: true })
  writeFileSync(join(folder, 'c.json'), 'same')
  assert.throws(() =>
    replaceFiles(
      folder,
      new Map([
        ['a.json', 'new'],
        ['b.json', 'new'],
      ]),
    ),
  )
  assert.ok(readdirSync(folder).every((name) => !name.endsWith('.new')))
  assert.deepEqual(
    replaceFiles(
      folder,
      new Map([
        ['a.json', 'newer'],
        ['c.json', 'same'],
      ]),
    ),
    ['a.json'],
  )
})
