/** Compresses the text files of an export, for servers that send a compressed file in place of the plain one. */
import { compress } from '../http/responses/compression.ts'
import type { ExportFile } from './export-data.ts'

const textFile = /\.(?:json|csv|ndjson|html|md|js|css|svg|txt|webmanifest)$/
/** Smaller files would not take fewer blocks of a disk, and few packets of a network less. */
const compressedBytesMin = 4096

/** The responses are sent most often. Level 10 makes them 12 % smaller than level 9, for a second of CPU per megabyte. */
const brotliLevel = (path: string): number => (/^v1\/.*\.json$/.test(path) ? 10 : 5)
const gzipLevel = 6

export async function compressedFiles({ path, bytes }: ExportFile): Promise<ExportFile[]> {
  if (!textFile.test(path) || bytes.length < compressedBytesMin) return []
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [br, gzip] = await Promise.all([
    compress(content, 'br', brotliLevel(path)),
    compress(content, 'gzip', gzipLevel),
  ])
  return [
    { path: `${path}.br`, bytes: br },
    { path: `${path}.gz`, bytes: gzip },
  ]
}
