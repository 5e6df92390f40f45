import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pieces } from '../../../test/support/sources/build-files.ts'
import { linesOf } from './text-lines.ts'

async function textsOf(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = []
  for await (const { text } of linesOf(bytes, { fatal: true })) texts.push(text)
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

test('text in another encoding is an error that says what to do', async () => {
  for (const bytes of [Buffer.from('M\u00fcller', 'latin1'), Buffer.from([0xff, 0xfe, 0x00, 0xdc])])
    await assert.rejects(
      textsOf(pieces(bytes, 100)),
      /The file is not UTF-8; in a spreadsheet, save it as "CSV UTF-8"\./,
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
