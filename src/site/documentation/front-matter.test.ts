import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readFrontMatter } from './front-matter.ts'

test('front matter is split into fields and text', () => {
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

test('front matter and text may be empty', () => {
  assert.deepEqual(readFrontMatter('---\n---\n'), { fields: {}, text: '' })
  assert.deepEqual(readFrontMatter('---\ntitle: a\n---'), { fields: { title: 'a' }, text: '' })
})

test('Windows line ends, a byte order mark and trailing spaces are ignored', () => {
  const plain = readFrontMatter('---\ntitle: Keys\n---\nOne\n\nTwo\n')
  assert.deepEqual(readFrontMatter('---\r\ntitle: Keys\r\n---\r\nOne\r\n\r\nTwo\r\n'), plain)
  assert.deepEqual(readFrontMatter('\uFEFF---\ntitle: Keys\n---\nOne\n\nTwo\n'), plain)
  assert.deepEqual(readFrontMatter('---  \ntitle:\tKeys \n--- \nOne\n\nTwo\n'), plain)
})

test('a value may contain colons, quotes, Markdown and property names of JavaScript', () => {
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
  ['---\ntitle: a\n', 'The front matter has no end. Close it with a "---" line.'],
  ['---', 'The front matter has no end. Close it with a "---" line.'],
  ['---\ntitle: a\nno pair\n---\n', 'Line 3 is "no pair"; expected "key: value" with a lower-case key.'],
  ['---\n\n---\n', 'Line 2 is ""; expected "key: value" with a lower-case key.'],
  ['---\nTitle: a\n---\n', 'Line 2 is "Title: a"; expected "key: value" with a lower-case key.'],
  ['---\ntitle:a\n---\n', 'Line 2 is "title:a"; expected "key: value" with a lower-case key.'],
  ['---\n title: a\n---\n', 'Line 2 is " title: a"; expected "key: value" with a lower-case key.'],
  ['---\n__proto__: a\n---\n', 'Line 2 is "__proto__: a"; expected "key: value" with a lower-case key.'],
  ['---\ntitle:\n---\n', '"title" on line 2 has no value. Add one or remove the line.'],
  ['---\r\ntitle:  \r\n---\r\n', '"title" on line 2 has no value. Add one or remove the line.'],
  ['---\ntitle: a\norder: 1\ntitle: b\n---\n', 'Line 4 repeats "title". Remove one of the two lines.'],
  ['---\ntitle: "a: b"\n---\n', 'The value of "title" on line 2 is in quotes. Remove them.'],
]

for (const [file, message] of broken) {
  test(`${JSON.stringify(file)} is rejected with a reason`, () =>
    assert.throws(() => readFrontMatter(file), { name: 'Error', message }))
}

test('front matter survives a round trip', () => {
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
