/** The encodings of official files: bytes to text without guessing. */
import { isAscii } from 'node:buffer'

/** Of those with a byte for each letter, all that the runtime knows. */
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
  const known = decoders.get(encoding) ?? new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  decoders.set(encoding, known)
  return known
}

/** Null where the bytes are not text of this encoding. */
export function decode(bytes: Buffer, encoding: Encoding): string | null {
  // Node decodes 7-bit text many times faster so, and most lines are.
  if (encoding !== 'utf-16le' && isAscii(bytes)) return bytes.toString('latin1')
  if (encoding === 'ascii') return null
  // Not by TextDecoder, which reads Latin-1 as windows-1252 and so never finds a wrong byte.
  if (encoding === 'latin-1') return bytes.toString('latin1')
  const decoder = decoderOf(encoding)
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** What a file begins with tells its encoding where the publisher set a mark. */
export function markOf(start: Buffer): { encoding: Encoding | 'utf-16be' | null; length: number } {
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  return { encoding: null, length: 0 }
}
