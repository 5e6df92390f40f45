import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { pieces, published, textOf } from '../../../../test/support/sources/build-files.ts'
import { readTable, tableText } from './gb-modulus-table.ts'
import type { NewTable, TableFile } from './source-file.ts'
import { tableFiles } from './sources.ts'

const edition = { source: 'gb-valacdos-2026-01', date: '2026-01-05', version: '9.00' }
const old = tableText({
  title: 'Weights',
  publisher: 'Someone',
  version: '8.50',
  valid_from: '2025-06-23',
  source: 'gb-valacdos-2025-06',
  row: 'a row',
  rows: [
    ['990004', '990715', 'MOD10', [0, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['990800', '990800', 'DBLAL', [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1], 6],
    ['993000', '993999', 'DBLAL', [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1], 14],
  ],
  substitution: { '998173': '998017', '998290': '998068' },
})

const read = (name: string, bytes: Uint8Array): Promise<NewTable> =>
  (tableFiles.get(name) as TableFile).read(pieces(bytes), { text: old, edition })

const sent = (text: string): Buffer => published(text, 'ascii')

test('reading and writing the shipped table gives the same bytes', () => {
  const text = readFileSync(new URL('../../../../data/gb-modulus.json', import.meta.url), 'utf8')
  assert.equal(tableText(readTable(text)), text)
})

test('new weights replace the old ones, and the changes are reported', async () => {
  const { text, rows, changes } = await read('gb-valacdos', sent(textOf('gb-valacdos.txt')))
  assert.equal(rows, 6)
  const table = readTable(text)
  assert.deepEqual(table.rows[3], ['992116', '992116', 'MOD11', [0, 0, 7, 6, 5, 8, 9, 4, 5, 6, 7, 8, 9, -1], 12])
  assert.deepEqual([table.version, table.valid_from, table.source], ['9.00', '2026-01-05', 'gb-valacdos-2026-01'])
  assert.deepEqual(table.substitution, { '998173': '998017', '998290': '998068' })
  assert.deepEqual(changes, [
    'range 990800 to 990800 was removed.',
    'range 990004 to 990715 is now MOD11 0,0,0,0,0,0,8,7,6,5,4,3,2,1.',
    'range 991010 to 991014 is new: MOD11 0,0,0,0,0,0,8,7,6,5,4,3,2,1 and DBLAL 2,1,2,1,2,1,2,1,2,1,2,1,2,1.',
    'range 992116 to 992116 is new: MOD11 0,0,7,6,5,8,9,4,5,6,7,8,9,-1 12 and MOD10 0,3,2,4,5,8,9,4,5,6,7,8,9,-1 13.',
  ])
})

test('new substitutions replace the old ones, and the weights stay', async () => {
  const { text, rows, changes } = await read('gb-scsubtab', sent(textOf('gb-scsubtab.txt')))
  assert.equal(rows, 7)
  assert.deepEqual(readTable(text).rows, readTable(old).rows)
  assert.equal(readTable(text).version, '8.50')
  assert.deepEqual(changes, [
    'sort code 998290 was removed.',
    'sort code 998289 is new: 998611.',
    'sort code 998301 is new: 998113.',
    'sort code 998404 is new: 998060.',
    'sort code 998507 is new: 998711.',
    'sort code 998600 is new: 998068.',
    'sort code 998702 is new: 998025.',
  ])
})

const swapColumns = (line: string): string => line.replace(/^(\S+) (\S+ )?(.*)$/, '$3 $1 $2')

for (const name of tableFiles.keys()) {
  const text = textOf(`${name}.txt`)
  const lines = text.split('\n').slice(0, -1)
  const damages: [damage: string, bytes: Uint8Array, message: RegExp][] = [
    ['empty', Buffer.alloc(0), /^line 1: the file is empty/],
    ['truncated', sent(text).subarray(0, -5), new RegExp(`^line ${lines.length}: the last line has no line end`)],
    ['missing a column', sent(text.replace(/ \S+\n/, '\n')), /^line 1: the row is/],
    ['misencoded', published(text, 'utf-16le'), /^line 1: the file is in UTF-16LE, but the published file is in ASCII/],
    [
      'misencoded without a byte order mark',
      published(text, 'utf-16le').subarray(2),
      /^line 1: it contains zero bytes/,
    ],
    ['sorted differently', sent(`${lines.toReversed().join('\n')}\n`), /^line \d+: .*were moved/],
    ['with moved columns', sent(`${lines.map(swapColumns).join('\n')}\n`), /^line [13]: /],
    [
      'with a row three times',
      sent(`${lines[1]}\n${lines[1]}\n${lines[1]}\n`),
      /^line \d: .*(third row|previous line)/,
    ],
    ['a web page', sent('<html>\n'), /^line 1: this is a web page/],
  ]
  for (const [damage, bytes, message] of damages) {
    test(`${name} (${damage}) is rejected with its line`, async () => {
      await assert.rejects(read(name, bytes), (error: Error) => {
        assert.ok(error instanceof UnusableFile, error.stack)
        assert.match(error.message, message)
        return true
      })
    })
  }
}

test('a paired row is rejected if its partner is missing or in the wrong order', async () => {
  const lines = textOf('gb-valacdos.txt').split('\n').slice(0, -1)
  const alone = [...lines.slice(0, 4), ...lines.slice(5)]
  await assert.rejects(
    read('gb-valacdos', sent(`${alone.join('\n')}\n`)),
    /^UnusableFile: line 4: exception 12 appears without 13/,
  )
  const turned = [...lines.slice(0, 3), lines[4], lines[3], lines[5]]
  await assert.rejects(
    read('gb-valacdos', sent(`${turned.join('\n')}\n`)),
    /^UnusableFile: line 4: exception 13 appears without its first row/,
  )
})

test('an unknown exception is rejected', async () => {
  const text = textOf('gb-valacdos.txt').replace('  14\n', '  15\n')
  await assert.rejects(read('gb-valacdos', sent(text)), /line 6: exception 15 is unknown/)
})
