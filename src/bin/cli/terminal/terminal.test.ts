import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { didYouMean } from './did-you-mean.ts'
import { createScreen, type Screen } from './screen.ts'
import { formatTable } from './table.ts'
import { padEnd, printable, shorten, textWidth, wrap } from './text-width.ts'

const pipe = createScreen({}, {})
const terminal = (columns: number): Screen => createScreen({ isTTY: true, columns }, { NO_COLOR: '1' })

test('a wide character takes two columns and a combining mark none', () => {
  for (const [text, width] of [
    ['Bank', 4],
    ['Öster', 5],
    ['O\u0308ster', 5],
    ['銀行', 4],
    ['은행', 4],
    ['ｱ', 1],
    ['Ａ', 2],
    ['🏦', 2],
    ['', 0],
  ] as const) {
    assert.equal(textWidth(text), width, text)
  }
})

test('a shortened text is never wider than its limit, and a text that fits is not changed', () => {
  const character = fc.constantFrom('a', ' ', 'ö', '銀', '🏦', 'e\u0301')
  fc.assert(
    fc.property(fc.array(character), fc.integer({ min: 1, max: 20 }), (characters, width) => {
      const text = characters.join('')
      const short = shorten(text, width)
      assert.ok(textWidth(short) <= width)
      if (textWidth(text) <= width) assert.equal(short, text)
      assert.equal(textWidth(padEnd(short, 20)), 20)
    }),
  )
})

test('wrapped lines have the words of the text, and only a long word exceeds the width', () => {
  assert.deepEqual(wrap('one two three', 7), ['one two', 'three'])
  assert.deepEqual(wrap('a longword b', 4), ['a', 'longword', 'b'])
  assert.deepEqual(wrap('', 4), [''])
})

test('a table fits the terminal: names are shortened, codes are not, and empty columns are left out', () => {
  const rows = [
    { name: 'Raiffeisen-Bezirksbank mit einem langen Namen', code: '044', none: null },
    { name: '三菱UFJ銀行', code: '0005', none: null },
  ]
  const columns = [
    { header: 'Name', value: ({ name }: (typeof rows)[0]) => name, canShorten: true },
    { header: 'None', value: ({ none }: (typeof rows)[0]) => none },
    { header: 'Code', value: ({ code }: (typeof rows)[0]) => code },
  ]
  const narrow = formatTable(rows, columns, terminal(40))
  const lines = narrow.trimEnd().split('\n')
  assert.ok(
    lines.every((line) => textWidth(line) <= 40),
    narrow,
  )
  assert.deepEqual(lines, [
    `Name${' '.repeat(32)}Code`,
    'Raiffeisen-Bezirksbank mit einem…   044',
    `三菱UFJ銀行${' '.repeat(25)}0005`,
  ])
  assert.ok(formatTable(rows, columns, pipe).includes(rows[0]?.name as string))
})

test('colour is used on a terminal, unless NO_COLOR says otherwise; FORCE_COLOR decides over both', () => {
  const painted = (isTTY: boolean, environment: Record<string, string>): boolean =>
    createScreen({ isTTY }, environment).paint('red', 'x') !== 'x'
  assert.equal(painted(true, {}), true)
  assert.equal(painted(false, {}), false)
  assert.equal(painted(true, { NO_COLOR: '1' }), false)
  assert.equal(painted(true, { NO_COLOR: '' }), true)
  assert.equal(painted(true, { TERM: 'dumb' }), false)
  assert.equal(painted(false, { FORCE_COLOR: '1' }), true)
  assert.equal(painted(false, { FORCE_COLOR: '1', NO_COLOR: '1' }), true)
  assert.equal(painted(true, { FORCE_COLOR: '0' }), false)
})

test('a name cannot send commands to the terminal', () => {
  assert.equal(printable('Bank\u001B[2J\u202E\u0007\nx'), 'Bank\uFFFD[2J\uFFFD\uFFFD\uFFFDx')
})

test('only near words are suggested', () => {
  const known = ['search', 'resolve', 'keys list', 'ng', 'gh']
  assert.equal(didYouMean('serch', known), ' Did you mean "search"?')
  assert.equal(didYouMean('RESOVLE', known), ' Did you mean "resolve"?')
  assert.equal(didYouMean('key list', known), ' Did you mean "keys list"?')
  assert.equal(didYouMean('keys foo', known), '')
  assert.equal(didYouMean('xx', known), '')
  assert.equal(didYouMean('', known), '')
  assert.equal(didYouMean('other', known), '')
})
