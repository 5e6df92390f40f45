/** Decodes official files in a given encoding, without guessing. */
import { isAscii } from 'node:buffer'

/** Includes all single-byte encodings that the runtime supports. */
export type Encoding =
  | 'ascii'
  | 'utf-8'
  | 'utf-16le'
  | 'latin-1'
  | `windows-${number}`
  | `iso-8859-${number}`
  | 'koi8-r'
  | 'koi8-u'
  | 'macintosh'

type Decoder = InstanceType<typeof TextDecoder>
const decoders = new Map<Encoding, Decoder>()

function decoderOf(encoding: Encoding): Decoder {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  decoders.set(encoding, decoder)
  return decoder
}

/** Returns null if the bytes are not valid in this encoding. */
export function decode(bytes: Buffer, encoding: Encoding): string | null {
  // Fast path: most lines are ASCII, and Node decodes ASCII many times faster as Latin-1.
  if (encoding !== 'utf-16le' && isAscii(bytes)) return bytes.toString('latin1')
  if (encoding === 'ascii') return null
  // Do not use TextDecoder here: it treats Latin-1 as windows-1252.
  if (encoding === 'latin-1') return bytes.toString('latin1')
  const decoder = decoderOf(encoding)
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** Returns the encoding that a byte order mark declares, and the length of the mark. */
export function markOf(start: Buffer): { encoding: Encoding | 'utf-16be' | null; length: number } {
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  return { encoding: null, length: 0 }
}
