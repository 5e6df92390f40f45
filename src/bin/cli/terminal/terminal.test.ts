import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asTable } from '../output-format.ts'
import { didYouMean } from './did-you-mean.ts'
import { createOutput } from './output.ts'
import { createScreen, type Screen } from './screen.ts'
import { formatTable } from './table.ts'
import { padEnd, shorten, textWidth, wrap } from './text-width.ts'

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
    { header: 'Name', value: ({ name }: (typeof rows)[0]) => name, shortenTo: 20 },
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

test('a narrow table drops columns, then moves long ids down, and at last takes two lines per row', () => {
  const rows = [
    {
      name: 'A bank with a long name in its town',
      city: 'Town',
      code: '044',
      id: 'aa-a-bank-with-a-long-name-in-its-town',
    },
    { name: 'Second Bank', city: 'City', code: '0005', id: 'aa-second-bank' },
  ]
  type Row = (typeof rows)[0]
  const columns = [
    { header: 'Name', value: ({ name }: Row) => name, shortenTo: 20 },
    { header: 'City', value: ({ city }: Row) => city, dropOrder: 1 },
    { header: 'Code', value: ({ code }: Row) => code },
    { header: 'ID', value: ({ id }: Row) => id, canMoveDown: true },
  ]
  const linesAt = (width: number): string[] => formatTable(rows, columns, terminal(width)).trimEnd().split('\n')
  assert.equal(linesAt(80)[0], `Name${' '.repeat(26)}City  Code  ID`)
  assert.equal(linesAt(70)[0], `Name${' '.repeat(22)}Code  ID`)
  assert.deepEqual(linesAt(60), [
    `Name${' '.repeat(18)}Code  ID`,
    'A bank with a long…   044',
    `${' '.repeat(22)}aa-a-bank-with-a-long-name-in-its-town`,
    `Second Bank${' '.repeat(11)}0005  aa-second-bank`,
  ])
  assert.deepEqual(linesAt(40), [
    'A bank with a long name in its town',
    '  044',
    '  aa-a-bank-with-a-long-name-in-its-town',
    'Second Bank',
    '  0005  aa-second-bank',
  ])
})

test('a table of keys, records or countries has its header and all columns in a narrow terminal too', () => {
  const rows = [
    { id: 'key_0123456789abcdef', created_at: '2026-11-18T10:54:04.187Z', expires_at: null, state: 'active' },
  ]
  assert.equal(asTable(rows, '', terminal(40)), asTable(rows, '', pipe))
  assert.match(asTable(rows, '', terminal(40)), /^id +created_at +expires_at +state\nkey_\w+ +\S+Z +- +active\n$/)
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

/** What a command's output becomes. */
function written(content: string | Uint8Array, isTTY: boolean, environment: Record<string, string> = {}): string {
  const chunks: (string | Uint8Array)[] = []
  const stream = { isTTY, write: (chunk: string | Uint8Array) => chunks.push(chunk) }
  createOutput(stream, createScreen(stream, environment).ownSequences).write(content)
  return String(chunks)
}

const hostile = 'Bank\u001B]0;title\u0007\u001B[2J\u001B[31;1m\u009B2J\u202E\u2066\u200F\u061C\u2028\rx'
const escaped = 'Bank\\u001b]0;title\\u0007\\u001b[2J\\u001b[31;1m\\u009b2J\\u202e\\u2066\\u200f\\u061c\\u2028\\u000dx'

test('no text that a command prints can send commands to the terminal or change the text direction', () => {
  for (const isTTY of [true, false]) assert.equal(written(hostile, isTTY), escaped)
})

test('JSON that is escaped has the same value', () => {
  const json = JSON.stringify({ name: hostile }, null, 2)
  assert.notEqual(written(json, false), json)
  assert.deepEqual(JSON.parse(written(json, false)), { name: hostile })
})

test('line breaks, tabs, progress lines and our own colours are printed as they are', () => {
  const { paint } = createScreen({ isTTY: true }, {})
  for (const text of ['one\n\ttwo\r\n', '\r100 rows', paint('red', 'x') + paint('underline', 'y')])
    assert.equal(written(text, true), text)
  assert.equal(written('\u001B[31mred', false), '\\u001b[31mred')
})

test('what is painted is escaped, so that a name cannot have a colour or a second line', () => {
  const { paint } = createScreen({ isTTY: true }, {})
  assert.equal(paint('bold', 'a\u001B[31m\nb'), '\u001B[1ma\\u001b[31m\\u000ab\u001B[22m')
})

test('the bytes of a file are escaped only for a terminal', () => {
  const bytes = Buffer.from('é\u001B[2J\r\n')
  assert.equal(written(bytes, false), 'é\u001B[2J\r\n')
  assert.equal(written(bytes, true), 'é\\u001b[2J\r\n')
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
