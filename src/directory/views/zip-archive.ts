/**
 * Writes a ZIP archive (APPNOTE 6.3) in memory. The content of a file can be written in pieces, and each piece is
 * compressed on its own, so a large archive never blocks the event loop for long.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'

export interface ZipFile {
  name: string
  deflated: Buffer[]
  checksum: number
  /** Before compression. */
  bytes: number
}

/**
 * Starts a file. A sync flush ends each piece at a byte boundary without ending the deflate stream, so the pieces can be
 * joined.
 */
export function createZipEntry(name: string) {
  const file: ZipFile = { name, deflated: [], checksum: 0, bytes: 0 }
  return {
    write: (text: string): void => {
      const piece = Buffer.from(text)
      file.checksum = crc32(piece, file.checksum)
      file.bytes += piece.length
      file.deflated.push(deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH }))
    },
    end: (): ZipFile => {
      file.deflated.push(deflateRawSync(Buffer.alloc(0)))
      return file
    },
  }
}

export function zipText(name: string, text: string): ZipFile {
  const entry = createZipEntry(name)
  entry.write(text)
  return entry.end()
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
/** Version 2.0 of the format, which has deflate. */
const version = 20
const deflate = 8
/** 1 January 1980, the first date of the format: equal contents give equal archives. */
const firstDate = 0x21

export function zipArchive(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const compressedBytes = file.deflated.reduce((sum, { length }) => sum + length, 0)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(version, 0)
    common.writeUInt16LE(deflate, 4)
    common.writeUInt16LE(firstDate, 8)
    common.writeUInt32LE(file.checksum, 10)
    common.writeUInt32LE(compressedBytes, 14)
    common.writeUInt32LE(file.bytes, 18)
    common.writeUInt16LE(name.length, 22)
    const local = [uint32(localSignature), common, name, ...file.deflated]
    // The attributes of the file, which are all 0, and the position of the local header.
    directory.push(uint32(centralSignature), uint16(version), common, Buffer.alloc(10), uint32(offset), name)
    parts.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0)
  const count = uint16(files.length)
  const end = [uint32(endSignature), uint32(0), count, count, uint32(directoryBytes), uint32(offset), uint16(0)]
  return Buffer.concat([...parts, ...directory, ...end])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
