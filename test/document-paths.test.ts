/** Checks that documents name files and symbols that exist; a wrong name sends the reader nowhere. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))

const read = (name: string): string => readFileSync(join(root, name), 'utf8')

const documentNames = (): string[] => [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'news', 'data', 'packages'].flatMap((folder) => filesIn(folder, /\.md$/)),
]

test('every path in a document exists', () => {
  const named = documentNames().flatMap((document) =>
    [...read(document).matchAll(/`((?:src|test|bench|docs|data|packages)\/[\w./-]+)`/g)].map(([, path]) => ({
      document,
      path: path as string,
    })),
  )
  assert.ok(named.length > 50, `only ${named.length} paths were found`)
  assert.deepEqual(
    named.filter(({ path }) => !existsSync(join(root, path))),
    [],
  )
})

test('the map names files by their whole path, so that the paths are checked', () => {
  const names = [...read('docs/map.md').matchAll(/[\w./-]+\.ts\b/g)].map(([name]) => name)
  assert.deepEqual(
    names.filter((name) => !['', 'src'].some((folder) => existsSync(join(root, folder, name)))),
    [],
  )
})

test('each walk on the map names at least ten files by their whole path', () => {
  const [, walks = ''] = read('docs/map.md').split(/^## Walks$/m)
  const filesOf = walks
    .split(/^### /m)
    .slice(1)
    .map((walk) => new Set(walk.match(/`(?:src|packages)\/[\w./-]+\.ts`/g)))
  assert.equal(filesOf.length, 6)
  for (const files of filesOf) assert.ok(files.size >= 10, [...files].join(', '))
})

/** The id that GitHub gives a heading. */
const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const headingIds = (name: string): string[] =>
  [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => headingId(heading as string))

test('every link in a document leads to an existing file and section', () => {
  // Pages and news link to addresses of the site, which other tests check, and the README of the package to its files.
  const documents = documentNames().filter((name) => !/^(docs\/(site|package-readme)|news\/\d)/.test(name))
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(/(?:\]\(|src=")([^)":\s]+)[)"]/g)].map(([, link = '']) => {
      const [path = '', section] = link.split('#')
      return { document, link, target: path === '' ? document : join(dirname(document), path), section }
    }),
  )
  assert.ok(links.length > 50, `only ${links.length} links were found`)
  const isBroken = ({ target, section }: { target: string; section?: string | undefined }): boolean =>
    !existsSync(join(root, target)) || (section !== undefined && !headingIds(target).includes(section))
  assert.deepEqual(links.filter(isBroken), [])
})

test('every name that the glossary gives as the name in code occurs there', () => {
  const cells = [...read('docs/glossary.md').matchAll(/\| ([^|\n]*) \|$/gm)].map(([, cell]) => cell as string)
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`:/]+)(?:: \w+)?`/g)].map(([, name]) => name as string))
  assert.ok(names.length > 40, `only ${names.length} names were found`)
  const code = ['src', 'packages'].flatMap((folder) => filesIn(folder, /\.ts$/))
  const words = new Set(code.flatMap((name) => read(name).match(/\w+/g) ?? []))
  assert.deepEqual(
    names.filter((name) => !words.has(name)),
    [],
  )
})
