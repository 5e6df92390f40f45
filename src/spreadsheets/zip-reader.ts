/**
 * Reads zip archives, the container format of xlsx files. Decompresses each part on request and verifies its checksum.
 * It uses nothing that browsers lack.
 */
import { UnusableFile } from './unusable-file.ts'

/** Protects against zip bombs. The limit is far larger than any part of an official spreadsheet. */
const partBytesMax = 32 * 1024 * 1024

const startMark = 0x04034b50
const endMark = 0x06054b50
const entryMark = 0x02014b50
const endBytes = 22
const commentBytesMax = 65_535

const broken = (reason: string): UnusableFile => UnusableFile.at(1, `${reason}; fetch the file again`)

type Bytes = Uint8Array<ArrayBuffer>
/** Reads a part by name. Resolves to null if the part does not exist. */
export type ReadPart = (name: string) => Promise<Bytes | null>

export function openZip(bytes: Bytes): ReadPart {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint32(0, true) !== startMark)
    throw broken('this is not an xlsx file, because it does not start with PK')
  const entries = entriesOf(bytes, view)
  return async (name) => {
    const entry = entries.get(name)
    return entry === undefined ? null : partOf(bytes, view, entry, name)
  }
}

/** Returns the offset of each part's entry in the central directory, which is at the end of the archive. */
function entriesOf(bytes: Bytes, view: DataView): Map<string, number> {
  const end = endOf(view)
  const entries = new Map<string, number>()
  const decoder = new TextDecoder()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryMark) throw broken('the xlsx file is damaged')
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    entries.set(decoder.decode(bytes.subarray(at + 46, nameEnd)), at)
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function endOf(view: DataView): number {
  const last = view.byteLength - endBytes
  for (let at = last; at >= 0 && at >= last - commentBytesMax; at--) {
    if (view.getUint32(at, true) === endMark) return at
  }
  throw broken('the xlsx file was truncated: it has no end record')
}

async function partOf(bytes: Bytes, view: DataView, entry: number, name: string): Promise<Bytes> {
  const method = view.getUint16(entry + 10, true)
  const compressedBytes = view.getUint32(entry + 20, true)
  const header = view.getUint32(entry + 42, true)
  if (header + 30 > bytes.length) throw broken('the xlsx file is damaged')
  const from = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  const compressed = bytes.subarray(from, from + compressedBytes)
  const part = method === 0 ? compressed : await inflate(compressed).catch(() => null)
  if (part === null)
    throw broken(`${name} in the xlsx file cannot be decompressed, or is larger than ${partBytesMax} bytes`)
  if (crc32(part) !== view.getUint32(entry + 16, true))
    throw broken(`${name} in the xlsx file does not match its checksum`)
  return part
}

const inflate = (compressed: Bytes): Promise<Bytes | null> =>
  joinPieces(
    piecesOf(new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))),
    partBytesMax,
  )

/** Reads a stream to its end. Not all browsers have iterable streams. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

/** Resolves to null, without reading on, if there are more bytes than `bytesMax`. */
export async function joinPieces(pieces: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Bytes | null> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > bytesMax) return null
    read.push(piece)
  }
  const joined = new Uint8Array(size)
  let at = 0
  for (const piece of read) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

/** The remainder of each byte for the polynomial of zip files. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  return remainder
})

function crc32(bytes: Bytes): number {
  let crc = -1
  for (const byte of bytes) crc = (remainders[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return ~crc >>> 0
}
