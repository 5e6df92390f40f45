import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, type Encoding } from './encodings.ts'

test('bytes are decoded in the declared encoding only', () => {
  const texts: [Encoding, number[], string | null][] = [
    ['ascii', [0x41], 'A'],
    ['ascii', [0xe4], null],
    ['utf-8', [0xc3, 0xa4], 'ä'],
    ['utf-8', [0xe4], null],
    ['latin-1', [0xe4], 'ä'],
    ['windows-1250', [0xe8], 'č'],
    ['windows-1251', [0xe8], 'и'],
    ['windows-1252', [0x80], '€'],
    ['windows-1253', [0xe1], 'α'],
    ['windows-1257', [0xe8], 'č'],
    ['iso-8859-2', [0xe8], 'č'],
    ['iso-8859-5', [0xe8], 'ш'],
    ['koi8-r', [0xc9], 'и'],
  ]
  for (const [encoding, bytes, text] of texts) assert.equal(decode(Buffer.from(bytes), encoding), text, encoding)
})
