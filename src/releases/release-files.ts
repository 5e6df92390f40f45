/** Collects the files of a release: each one from the follower's own disk if it is there, and otherwise from the channel. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { withRegularFile } from '../dataset/regular-file.ts'
import type { Downloader } from './channel-download.ts'
import { type ChannelFolder, mirrorPath, writeWhole } from './channel-folder.ts'
import { ChannelError, contentFile, type Manifest, type ReleaseFile, sha256Of } from './release-format.ts'

/** Where a file may be already: in the folder of the channel, or in a data folder. */
export interface ContentSources {
  folder: ChannelFolder
  seed?: string | undefined
}

/** Enough to hide the latency of a CDN, and polite to a small server. */
const parallelDownloads = 4

export async function downloadFiles(
  { files }: Manifest,
  dataFolder: string,
  downloader: Downloader,
  options: ContentSources,
): Promise<void> {
  const waiting = [...files]
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      try {
        const content = (await storedContent(file, options)) ?? (await downloadContent(file, downloader, options))
        const target = join(dataFolder, file.path)
        mkdirSync(dirname(target), { recursive: true })
        writeFileSync(target, content, { flag: 'wx', flush: true })
      } catch (error) {
        // The release cannot be installed, so its other files are not needed.
        waiting.length = 0
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: parallelDownloads }, work))
  const failed = workers.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** Returns the content if an earlier release or the seed has it. */
async function storedContent(file: ReleaseFile, { folder, seed }: ContentSources): Promise<Buffer | undefined> {
  const stored = mirrorPath(folder.path, contentFile(file.sha256))
  const compressed = readIfRegular(stored)
  const known = compressed && (await decompress(compressed, file).catch(() => undefined))
  if (known) return known
  const content = seed === undefined ? undefined : readIfRegular(join(seed, file.path))
  if (content?.length !== file.size || sha256Of(content) !== file.sha256) return undefined
  writeWhole(stored, await compress(content))
  return content
}

function readIfRegular(file: string): Buffer | undefined {
  try {
    return withRegularFile(file, (handle) => readFileSync(handle))
  } catch {
    // Whatever is wrong with it, a download replaces it.
    return undefined
  }
}

async function downloadContent(
  file: ReleaseFile,
  downloader: Downloader,
  { folder }: Pick<ContentSources, 'folder'>,
): Promise<Buffer> {
  const path = contentFile(file.sha256)
  // gzip adds some bytes to a file that it cannot compress.
  const compressed = (await downloader.get(path, Math.ceil(file.size * 1.001) + 1024))?.bytes ?? Buffer.alloc(0)
  const content = await decompress(compressed, file).catch(() => undefined)
  if (!content)
    throw new ChannelError(`${path} is not the file ${file.path} of the release: its size or SHA-256 is wrong.`)
  writeWhole(mirrorPath(folder.path, path), isGzip(compressed) ? compressed : await compress(content))
  return content
}

/** Throws unless the result has the size and the hash of the manifest. Some hosts decompress `.gz` files themselves. */
async function decompress(bytes: Buffer, { size, sha256 }: ReleaseFile): Promise<Buffer> {
  const content = isGzip(bytes) ? await promisify(gunzip)(bytes, { maxOutputLength: Math.max(size, 1) }) : bytes
  if (content.length !== size || sha256Of(content) !== sha256) throw new Error('another file')
  return content
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
const compress = (content: Buffer): Promise<Buffer> => promisify(gzip)(content, { level: 9 })
