/** Packs a folder as npm does: a gzipped tar archive with all files under `package/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const blockSize = 512

export function packFolder(folder: string): Buffer {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    // Packages that could not be hoisted are packages of their own.
    .filter((name) => !name.startsWith('node_modules/'))
  const blocks = names.flatMap((name) => entryBlocks(`package/${name}`, readFileSync(join(folder, name))))
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]), { level: 1 })
}

function entryBlocks(path: string, content: Buffer): Buffer[] {
  const padding = Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize)
  return [header(path, content.length), content, padding]
}

/** A header of the ustar format. Numbers are octal text. */
function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(blockSize)
  const { prefix, name } = splitPath(path)
  block.write(name, 0)
  block.write('0000755\0', 100)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write(`${'0'.repeat(11)}\0`, 136)
  block.write('0', 156)
  block.write('ustar\u000000', 257)
  block.write(prefix, 345)
  // The checksum is the sum of all bytes, with spaces in its own field.
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** The name field has 100 bytes; a longer path is split at a slash. */
function splitPath(path: string): { prefix: string; name: string } {
  if (path.length <= 100) return { prefix: '', name: path }
  const at = path.indexOf('/', path.length - 101)
  return { prefix: path.slice(0, at), name: path.slice(at + 1) }
}
