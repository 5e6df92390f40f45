/**
 * Refuses words that made our English hard to read, in code, documentation and served texts. The list is short on
 * purpose: a word is here because it kept coming back.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A refused word or phrase, and what to write instead. */
const plainWords: Record<string, string> = {
  whoever: 'the client, the caller, an operator, a contributor',
  nobody: 'no one, no client, no bank; or turn the sentence round',
  somebody: 'a person, a caller, someone',
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
  mending: 'fixing',
  anew: 'again',
  'is told': 'gets, receives, is notified',
  'of which': 'whose, where, or a second sentence',
  'begin so': 'with this prefix',
  'begins so': 'with this prefix',
  'used so': 'Usage:',
}

const folders = ['.ci', '.github', 'bench', 'docs', 'news', 'packages', 'src', 'test']
const textFile = /(^|\/)(Containerfile|run)$|\.(css|html|js|json|md|sql|svg|ts|ya?ml)$/
/** Written by npm or by a data release, this list itself, and the JSON fields of `data lint --json`, which scripts read. */
const exempt = new Set([
  'package-lock.json',
  'data/CHANGELOG.md',
  'test/plain-english.test.ts',
  'packages/curation/src/commands/lint-command.ts',
  'packages/curation/src/commands/lint-command.test.ts',
])

/** Walks the folders instead of asking git, so that the test also runs in an unpacked archive. */
function textFiles(): string[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  // Data files hold names and titles that others wrote, and a changed word would be a new data revision.
  const inData = readdirSync(join(root, 'data')).flatMap((name) => (name.endsWith('.md') ? [`data/${name}`] : []))
  const isOurs = (name: string): boolean => !/\/(node_modules|dist)\//.test(name) && !exempt.has(name)
  return [...readdirSync(root), ...inFolders, ...inData].filter((name) => textFile.test(name) && isOurs(name))
}

const refused = new RegExp(`\\b(${Object.keys(plainWords).join('|').replaceAll(' ', '\\s+')})\\b`, 'gi')

/** Finds the refused words of a text. A phrase may be broken over two lines, also within a comment. */
function findRefused(name: string, text: string): string[] {
  const unbroken = text.replaceAll(/\n[ \t]*(\*|\/\/|#)(?= )/g, (margin) => `\n${' '.repeat(margin.length - 1)}`)
  return [...unbroken.matchAll(refused)].map(({ 0: found, index }) => {
    const line = unbroken.slice(0, index).split('\n').length
    const word = found.toLowerCase().replaceAll(/\s+/g, ' ')
    return `${name}:${line} "${word}": write ${plainWords[word]}`
  })
}

test('a refused word is found in any case, also where it is broken over two lines', () => {
  assert.equal(findRefused('a', 'Amended, recommended.\n// one\n// Nobody').length, 1)
  assert.match(findRefused('a', '\n * codes that begin\n * so')[0] ?? '', /^a:2 "begin so"/)
})

test('our texts use plain words', () => {
  const files = textFiles()
  assert.ok(files.length > 500, `only ${files.length} files were read`)
  const found = files.flatMap((name) => findRefused(name, readFileSync(join(root, name), 'utf8')))
  assert.equal(found.length, 0, `\n${found.join('\n')}\n${found.length} refused words`)
})
