/** Documents name files of this repository; a path that no longer exists sends the reader nowhere. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'news', 'data'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

test('every path in a document exists', () => {
  const named = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/`((?:src|test|bench|docs|data)\/[\w./-]+)`/g)].map(
      ([, path]) => ({ document, path: path as string }),
    ),
  )
  assert.ok(named.length > 50, `only ${named.length} paths were found`)
  const missing = named.filter(({ path }) => !existsSync(join(root, path)))
  assert.deepEqual(missing, [])
})
