import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pieces } from '../../../test/support/sources/build-files.ts'
import { isEncoding, linesOf } from './text-lines.ts'

async function textsOf(bytes: AsyncIterable<Uint8Array>, encoding?: string): Promise<string[]> {
  const texts: string[] = []
  for await (const { text } of linesOf(bytes, { fatal: true, encoding })) texts.push(text)
  return texts
}

test('lines do not depend on where a chunk ends', async () => {
  const bytes = Buffer.from('\ufeffa\r\n\nbä€c\nlast')
  for (const size of [1, 2, 3, 100]) assert.deepEqual(await textsOf(pieces(bytes, size)), ['a', '', 'bä€c', 'last'])
})

test('UTF-16 with a byte order mark is read in both byte orders, wherever a chunk ends', async () => {
  const littleEndian = Buffer.from('\ufeffa\r\nbä€c\n', 'utf16le')
  const bigEndian = Buffer.from(littleEndian).swap16()
  for (const bytes of [littleEndian, bigEndian])
    for (const size of [1, 3, 100]) assert.deepEqual(await textsOf(pieces(bytes, size)), ['a', 'bä€c'])
  for (const short of ['', 'a']) assert.deepEqual(await textsOf(pieces(Buffer.from(short), 1)), short ? ['a'] : [])
})

test('text in an encoding that is named is read, wherever a chunk ends', async () => {
  const windows = Buffer.from([0x4d, 0xfc, 0x6c, 0x80, 0x92, 0x0d, 0x0a, 0xe9])
  const japanese = Buffer.from([0x8b, 0xe2, 0x8d, 0x73, 0x0a])
  for (const size of [1, 2, 100]) {
    assert.deepEqual(await textsOf(pieces(windows, size), 'windows-1252'), ['Mül€’', 'é'])
    assert.deepEqual(await textsOf(pieces(windows, size), 'latin1'), ['Mül€’', 'é'])
    assert.deepEqual(await textsOf(pieces(japanese, size), 'shift_jis'), ['銀行'])
    assert.deepEqual(await textsOf(pieces(Buffer.from('aä', 'utf16le'), size), 'utf-16le'), ['aä'])
  }
  await assert.rejects(
    textsOf(pieces(Buffer.from([0x41, 0xff, 0x0a]), 100), 'shift_jis'),
    /The file is not shift_jis\.$/,
  )
  assert.deepEqual(['Windows-1252', 'iso-8859-2', 'ansi', ''].map(isEncoding), [true, true, false, false])
})

test('text in another encoding is an error that says what to do', async () => {
  for (const bytes of [Buffer.from('M\u00fcller', 'latin1'), Buffer.from([0xff, 0xfe, 0x00, 0xdc])])
    await assert.rejects(
      textsOf(pieces(bytes, 100)),
      /The file is not UTF-8; save it as "CSV UTF-8" in a spreadsheet, or name its encoding, as in --encoding windows-1252\./,
    )
})

test('a line of a megabyte is read, and a longer one is an error before it fills memory', async () => {
  const limit = 1024 * 1024
  assert.equal((await textsOf(pieces(Buffer.from(`a\n${'x'.repeat(limit)}\n`))))[1]?.length, limit)
  let sent = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a\n')
    for (;;) {
      sent += 65_536
      yield Buffer.alloc(65_536, 'x')
    }
  }
  await assert.rejects(textsOf(endless()), { name: 'Failure', message: /^Line 2 has more than 1048576 characters/ })
  assert.ok(sent < 2 * limit)
})
