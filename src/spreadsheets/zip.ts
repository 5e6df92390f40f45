/**
 * Reads zip archives, the container format of xlsx files. Decompresses each part on request and verifies its checksum.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import { UnusableFile } from './unusable-file.ts'

/** Protects against zip bombs. The limit is far larger than any part of an official spreadsheet. */
const partBytesMax = 32 * 1024 * 1024

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endBytes = 22
const commentBytesMax = 65_535

const broken = (reason: string): UnusableFile => UnusableFile.at(1, `${reason}; fetch the file again`)

/** Returns a function that reads a part by name, or returns null if the part does not exist. */
export function openZip(bytes: Buffer): (name: string) => Buffer | null {
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50)
    throw broken('this is not an xlsx file, because it does not start with PK')
  const entries = entriesOf(bytes)
  return (name) => {
    const entry = entries.get(name)
    return entry === undefined ? null : partOf(bytes, entry, name)
  }
}

/** Returns the offset of each part's entry in the central directory, which is at the end of the archive. */
function entriesOf(bytes: Buffer): Map<string, number> {
  const end = endOf(bytes)
  const entries = new Map<string, number>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw broken('the xlsx file is damaged')
    const nameBytes = bytes.readUInt16LE(at + 28)
    entries.set(bytes.toString('utf8', at + 46, at + 46 + nameBytes), at)
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - endBytes; at >= 0 && at >= bytes.length - endBytes - commentBytesMax; at--) {
    if (bytes.readUInt32LE(at) === endMark) return at
  }
  throw broken('the xlsx file was truncated: it has no end record')
}

function partOf(bytes: Buffer, entry: number, name: string): Buffer {
  const method = bytes.readUInt16LE(entry + 10)
  const compressedBytes = bytes.readUInt32LE(entry + 20)
  const header = bytes.readUInt32LE(entry + 42)
  if (header + 30 > bytes.length) throw broken('the xlsx file is damaged')
  const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
  const compressed = bytes.subarray(from, from + compressedBytes)
  let part: Buffer
  try {
    part = method === 0 ? compressed : inflateRawSync(compressed, { maxOutputLength: partBytesMax })
  } catch {
    throw broken(`${name} in the xlsx file cannot be decompressed, or is larger than ${partBytesMax} bytes`)
  }
  if (crc32(part) !== bytes.readUInt32LE(entry + 16))
    throw broken(`${name} in the xlsx file does not match its checksum`)
  return part
}
