import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readFrontMatter } from './front-matter.ts'

test('fields and text are told apart', () => {
  assert.deepEqual(readFrontMatter('---\ntitle: Keys\norder: 3\n---\n# Text\n\n---\nafter a rule\n'), {
    fields: { title: 'Keys', order: '3' },
    text: '# Text\n\n---\nafter a rule\n',
  })
})

test('a file without front matter is all text', () => {
  for (const text of ['', 'Text\n', '# Title\n\n---\n\nkey: value\n---\n', '\n---\nkey: value\n---\n', '----\n']) {
    assert.deepEqual(readFrontMatter(text), { fields: {}, text })
  }
})

test('front matter may be empty, and the text too', () => {
  assert.deepEqual(readFrontMatter('---\n---\n'), { fields: {}, text: '' })
  assert.deepEqual(readFrontMatter('---\ntitle: a\n---'), { fields: { title: 'a' }, text: '' })
})

test('line ends of Windows, a byte order mark and trailing spaces change nothing', () => {
  const plain = readFrontMatter('---\ntitle: Keys\n---\nOne\n\nTwo\n')
  assert.deepEqual(readFrontMatter('---\r\ntitle: Keys\r\n---\r\nOne\r\n\r\nTwo\r\n'), plain)
  assert.deepEqual(readFrontMatter('\uFEFF---\ntitle: Keys\n---\nOne\n\nTwo\n'), plain)
  assert.deepEqual(readFrontMatter('---  \ntitle:\tKeys \n--- \nOne\n\nTwo\n'), plain)
})

test('a value may hold colons, quotes, marks of Markdown and words of JavaScript', () => {
  const values = [
    'News: version 1.0: ready',
    'https://a.example/#b',
    `"A" and 'B'`,
    '# - ---',
    '2026-11-15T08:00:00Z',
    '"',
  ]
  for (const value of values)
    assert.equal(readFrontMatter(`---\nconstructor: ${value}\n---\n`).fields.constructor, value)
})

const broken: [file: string, sentence: string][] = [
  ['---\ntitle: a\n', 'The front matter that begins in line 1 does not end; close it with a line "---".'],
  ['---', 'The front matter that begins in line 1 does not end; close it with a line "---".'],
  ['---\ntitle: a\nno pair\n---\n', 'Line 3 is "no pair"; write "key: value" with a key in lower case.'],
  ['---\n\n---\n', 'Line 2 is ""; write "key: value" with a key in lower case.'],
  ['---\nTitle: a\n---\n', 'Line 2 is "Title: a"; write "key: value" with a key in lower case.'],
  ['---\ntitle:a\n---\n', 'Line 2 is "title:a"; write "key: value" with a key in lower case.'],
  ['---\n title: a\n---\n', 'Line 2 is " title: a"; write "key: value" with a key in lower case.'],
  ['---\n__proto__: a\n---\n', 'Line 2 is "__proto__: a"; write "key: value" with a key in lower case.'],
  ['---\ntitle:\n---\n', 'Line 2 gives "title" no value; write one or take the line out.'],
  ['---\r\ntitle:  \r\n---\r\n', 'Line 2 gives "title" no value; write one or take the line out.'],
  ['---\ntitle: a\norder: 1\ntitle: b\n---\n', 'Line 4 gives "title" a second time; keep one of the two.'],
  ['---\ntitle: "a: b"\n---\n', 'Line 2 has the value of "title" in quotes; leave them out.'],
]

for (const [file, message] of broken) {
  test(`${JSON.stringify(file)} is refused with a sentence`, () =>
    assert.throws(() => readFrontMatter(file), { name: 'Error', message }))
}

test('what is written as front matter is read back', () => {
  const value = fc
    .string({ minLength: 1 })
    .filter((text) => text.trim() === text && text !== '' && !/^(["']).*\1$|[\r\n\u2028\u2029]/.test(text))
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]*$/), value), fc.string(), (fields, body) => {
      const text = body.replaceAll('\r', '')
      const lines = Object.entries(fields).map(([key, written]) => `${key}: ${written}\n`)
      const read = readFrontMatter(`---\n${lines.join('')}---\n${text}`)
      assert.deepEqual({ ...read.fields }, { ...fields })
      assert.equal(read.text, text)
    }),
  )
})
