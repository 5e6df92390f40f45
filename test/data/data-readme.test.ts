/** Checks that the first page of data/README.md shows the folder as it is. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../data', import.meta.url))
const readme = readFileSync(`${folder}/README.md`, 'utf8')
const [firstPage = ''] = readme.split(/^## /m)

/** The files and folders that a text names; of a path, the first part. */
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:[\w-]+(?=\/)|[\w-]+\.(?:jsonl?|md)\b)/g)].map(([name]) => name)),
]

test('the picture has every table, and the table below it every file', () => {
  const files = readdirSync(folder).filter((name) => name !== 'README.md')
  const [, picture = '', table = ''] = firstPage.split(/^```\w*$/m)
  assert.deepEqual(namesIn(picture).toSorted(), files.filter((name) => !name.endsWith('.md')).toSorted())
  const [rows = ''] = table.split(/^\*\*/m)
  assert.deepEqual(
    files.filter((name) => !namesIn(rows).includes(name)),
    [],
  )
})

test('the contents list every section, in order', () => {
  const [, contents = ''] = readme.split(/^## /m, 2)
  const listed = [...contents.matchAll(/\(#([\w-]+)\)/g)].map(([, id]) => id as string)
  const sections = [...readme.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  assert.deepEqual(
    listed.filter((id) => id !== 'patterns'),
    sections.slice(1).map((title) => title.replaceAll(/[^\w\s-]/g, '').replaceAll(' ', '-')),
  )
})

test('the first page fits on a screen', () => {
  assert.ok(firstPage.split('\n').length <= 50, `it has ${firstPage.split('\n').length} lines`)
})
