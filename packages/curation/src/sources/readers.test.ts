import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Source } from '../../../../src/directory/records/source.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { dataFolder } from '../../../../test/support/services/service.ts'
import {
  type Publication,
  pieces,
  published,
  shippedSchemes,
  textOf,
} from '../../../../test/support/sources/build-files.ts'
import { type Fixture, fixtures } from '../../../../test/support/sources/fixture-list.ts'
import { givesField, sourcedFields } from '../fields-by-source.ts'
import { type Claim, isEdition, type OfficialFile } from './source-file.ts'
import { officialFiles } from './sources.ts'

const fileOf = (name: string): OfficialFile => officialFiles.get(name) as OfficialFile

async function claimsOf(name: string, bytes: Uint8Array, pieceSize?: number): Promise<Claim[]> {
  const claims: Claim[] = []
  for await (const claim of fileOf(name).read(pieces(bytes, pieceSize), shippedSchemes)) claims.push(claim)
  return claims
}

const expectedRows = (name: string): Claim[] => JSON.parse(textOf(`${name}.rows.json`))

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)
const textFrom = (lines: string[]): string => lines.map((line) => `${line}\n`).join('')

test('every official file has a fixture', () => {
  assert.deepEqual(fixtures.map(({ name }) => name).sort(), [...officialFiles.keys()].sort())
})

for (const { name, file, form } of fixtures) {
  test(`${name} is read as the expected rows`, async () => {
    assert.deepEqual(await claimsOf(name, published(textOf(file), form)), expectedRows(name))
  })

  test(`${name} is read the same in chunks of any size`, async () => {
    const bytes = published(textOf(file), form)
    assert.deepEqual(await claimsOf(name, bytes, 1), expectedRows(name))
    assert.deepEqual(await claimsOf(name, bytes, 7), expectedRows(name))
  })
}

test('the fields of a source name everything that its rows give, in the words of sources.json', () => {
  const shipped: Source[] = JSON.parse(readFileSync(join(dataFolder, 'sources.json'), 'utf8'))
  const words = new Set(shipped.flatMap(({ fields }) => fields))
  for (const [name, { source }] of officialFiles) {
    for (const word of source.fields) assert.ok(words.has(word), `${name}: ${word}`)
    const rows = expectedRows(name)
    for (const field of ['name', 'short_name', 'city', 'region', 'bic', 'lei', 'website', 'successor'] as const) {
      const isGiven = rows.some((row) => row[field] !== undefined)
      if (isGiven) assert.ok(givesField(source, field), `${name}: ${field}`)
    }
    if (rows.some(({ type }) => type !== undefined)) assert.ok(source.fields.includes('type'), `${name}: type`)
    // A new edition must still give the fields of the earlier ones.
    for (const edition of shipped.filter(({ id }) => isEdition(id, name))) {
      const missing = sourcedFields.filter((field) => givesField(edition, field) && !givesField(source, field))
      assert.deepEqual(missing, [], edition.id)
    }
  }
})

test('copies in other allowed encodings are read the same', async () => {
  const copies: [string, string, Publication][] = [
    ['at-oenb', textOf('at-oenb.csv'), 'utf-8'],
    ['at-oenb', textOf('at-oenb.csv'), 'utf-8 with mark'],
    ['eu-ecb-mrr', textOf('eu-ecb-mrr.csv').replaceAll('\t', ';'), 'utf-8 with mark'],
    ['eu-ecb-mrr', textOf('eu-ecb-mrr.csv'), 'utf-8'],
    ['us-fedach', textOf('us-fedach.txt'), 'utf-8 with mark'],
  ]
  for (const [name, text, form] of copies) {
    assert.deepEqual(await claimsOf(name, published(text, form)), expectedRows(name), `${name} in ${form}`)
  }
})

test('the German file with the IBAN rule appended to each row is read the same', async () => {
  const longer = textFrom(linesOf(textOf('de-bundesbank.txt')).map((line) => `${line}000000`))
  assert.deepEqual(await claimsOf('de-bundesbank', published(longer, 'latin-1')), expectedRows('de-bundesbank'))
})

/** An error names the line and the problem, and gives advice. */
const errorForm = /^line \d+: .+(fetch (it|the file) again|find the current URL|update this reader).*\.$/

async function refused(name: string, bytes: Uint8Array, message: RegExp = errorForm): Promise<void> {
  await assert.rejects(claimsOf(name, bytes), (error: Error) => {
    assert.ok(error instanceof UnusableFile, error.stack)
    assert.match(error.message, errorForm)
    assert.match(error.message, message)
    return true
  })
}

const page = '<!DOCTYPE html>\n<html><head><title>404</title></head></html>\n'

/** Ways in which a published file gets damaged. */
const damages: Record<string, (fixture: Fixture, text: string) => Uint8Array> = {
  empty: () => Buffer.alloc(0),
  truncated: ({ form }, text) => {
    const bytes = published(text, form)
    const lastLine = Buffer.byteLength(linesOf(text).at(-1) as string)
    return bytes.subarray(0, bytes.length - (form === 'xlsx' ? 40 : Math.ceil(lastLine / 2)))
  },
  'truncated in its last line end': ({ form }, text) => published(text, form).subarray(0, -2),
  'saved with lost letters': ({ form }, text) => {
    const lines = linesOf(text)
    const last = `${(lines.at(-1) as string).slice(0, -3)}\ufffd\ufffd\ufffd`
    return published(textFrom([...lines.slice(0, -1), last]), form === 'xlsx' ? form : 'utf-8')
  },
  'a web page': () => Buffer.from(page),
  'a web page on one line': () => Buffer.from(page.replaceAll('\n', ' ')),
}

for (const fixture of fixtures) {
  for (const [damage, spoil] of Object.entries(damages)) {
    test(`${fixture.name} that is ${damage} is rejected with a line and advice`, async () => {
      await refused(fixture.name, spoil(fixture, textOf(fixture.file)))
    })
  }
}

test('a US row with a new routing number that does not fit its record type is rejected', async () => {
  const [first = '', ...lines] = linesOf(textOf('us-fedach.txt'))
  const withFields = (type: string, newNumber: string): Uint8Array =>
    published(
      textFrom([`${first.slice(0, 19)}${type}${first.slice(20, 26)}${newNumber}${first.slice(35)}`, ...lines]),
      'ascii',
    )
  for (const [type, newNumber] of [
    ['1', '021000021'],
    ['2', '000000000'],
  ] as const)
    await refused(
      'us-fedach',
      withFields(type, newNumber),
      /^line 1: a row of record type \d contains the new routing number/,
    )
})

test('a file with two encodings is rejected where the second starts', async () => {
  const [head, tail] = [linesOf(textOf('at-oenb.csv')).slice(0, 7), linesOf(textOf('at-oenb.csv')).slice(7)]
  const mixed = Buffer.concat([published(textFrom(head), 'latin-1'), published(textFrom(tail), 'utf-8')])
  await refused('at-oenb', mixed, /^line 8: the bytes are UTF-8/)
  const other = Buffer.concat([published(textFrom(head), 'utf-8'), published(textFrom(tail), 'latin-1')])
  await refused('at-oenb', other, /^line 8: the bytes are not UTF-8/)
})

test('text that was decoded with a wrong encoding earlier is rejected', async () => {
  const text = Buffer.from(textOf('at-oenb.csv')).toString('latin1')
  await refused('at-oenb', Buffer.from(text), /^line 1: "Ã¤" at character \d+ is a UTF-8 letter/)
})

/** The lines up to the header, then the rows. */
function splitAtHeader({ name, delimiter }: Fixture, text: string): [head: string[], rows: string[]] {
  const lines = wholeRows(linesOf(text))
  if (!delimiter) return [[], lines]
  const first = (expectedRows(name)[0] as Claim).line - 1
  return [lines.slice(0, first), lines.slice(first)]
}

/** A row continues in the next line while a quotation mark is open. */
function wholeRows(lines: string[]): string[] {
  const rows: string[] = []
  for (const line of lines) {
    const isOpen = ((rows.at(-1) ?? '').split('"').length - 1) % 2 === 1
    rows.push(isOpen ? `${rows.pop()}\n${line}` : line)
  }
  return rows
}

const seeds = [1, 2, 3, 4, 5]

/** Shuffles in the same way for the same seed. */
function shuffled(rows: string[], seed: number): string[] {
  const left = [...rows]
  let state = seed
  return rows.map(() => {
    state = (state * 48_271) % 2_147_483_647
    return left.splice(state % left.length, 1)[0] as string
  })
}

for (const fixture of fixtures) {
  const { name, file, form, delimiter, isSorted } = fixture
  const [head, rows] = splitAtHeader(fixture, textOf(file))

  if (isSorted) {
    test(`${name} with two rows swapped is rejected at the second`, async () => {
      const last = head.length + rows.length
      const moved = [...rows.slice(0, -2), ...rows.slice(-2).reverse()]
      await refused(name, published(textFrom([...head, ...moved]), form), new RegExp(`^line ${last}: .*follows`))
    })
  }

  if (head.length > 0) {
    test(`${name} with a row before its header is rejected in line 1`, async () => {
      const moved = [rows[0] as string, ...head, ...rows.slice(1)]
      await refused(
        name,
        published(textFrom(moved), form),
        /^line 1: a row of the table comes before the header .* added a line here/,
      )
    })

    test(`${name} with its first column renamed gets an error about the header, not about a row before it`, async () => {
      const header = (head.at(-1) as string).replace(/\w/, 'X$&')
      const copy = published(textFrom([...head.slice(0, -1), header, ...rows]), form)
      await refused(name, copy, /the header has .*X.* in column [12]; .*if the publisher changed it/)
    })

    test(`${name} with its header among shuffled rows is rejected`, async () => {
      for (const seed of seeds) await refused(name, published(textFrom(shuffled([...head, ...rows], seed)), form))
    })
  }

  if (name !== 'mt-cbm' && name !== 'eu-epc-sct') {
    test(`${name} with a duplicate row is rejected`, async () => {
      const first = rows[0] as string
      await refused(
        name,
        published(textFrom([...head, first, first, ...rows.slice(1)]), form),
        /is also on|appears twice/,
      )
    })
  }

  test(`${name} with columns moved is rejected`, async () => {
    const moved = delimiter
      ? linesOf(textOf(file)).map((line) => swapped(line, delimiter))
      : rows.map((line) => line.slice(9, 20) + line.slice(0, 9) + line.slice(20))
    await refused(name, published(textFrom(moved), form))
  })

  if (delimiter) {
    test(`${name} with columns moved below its header is rejected, or has no rows`, async () => {
      const moved = rows.map((line) => line.split(delimiter).toReversed().join(delimiter))
      const copy = published(textFrom([...head, ...moved]), form)
      // In the reversed register every row has a leaving date and is skipped; the import rejects a file without rows.
      if (name === 'eu-epc-sct') assert.deepEqual(await claimsOf(name, copy), [])
      else await refused(name, copy)
    })

    test(`${name} without rows is rejected`, async () => {
      await refused(name, published(textFrom(head), form), /no row follows the header/)
    })
  }
}

/** Swaps the last two cells, because the first column has no name in some tables. */
function swapped(line: string, delimiter: string): string {
  const cells = line.split(delimiter)
  return cells.length < 2 ? line : [...cells.slice(0, -2), cells.at(-1), cells.at(-2)].join(delimiter)
}

test('any bytes are read, or rejected with a line number', async () => {
  const anyFixture = fc.constantFrom(...fixtures)
  const damage = fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.nat() })
  await fc.assert(
    fc.asyncProperty(anyFixture, damage, fc.uint8Array(), async ({ name, file, form }, { at, byte, cut }, noise) => {
      const bytes = published(textOf(file), form)
      bytes[at % bytes.length] = byte
      for (const input of [bytes, bytes.subarray(0, cut % bytes.length), noise]) {
        try {
          await claimsOf(name, input)
        } catch (error) {
          assert.ok(error instanceof UnusableFile, `${name}: ${(error as Error).stack}`)
          assert.match(error.message, /^line \d+: /)
        }
      }
    }),
    { numRuns: 300 },
  )
})
