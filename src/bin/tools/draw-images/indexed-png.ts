/**
 * Writes a PNG with a palette, which is half as large as the one of a browser for a picture of few colours: PNG, third
 * edition (W3C), colour type 3.
 */
import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** `pixels` has four bytes per pixel: red, green, blue and alpha, which is ignored. */
export function indexedPng(pixels: Uint8Array, width: number, height: number): Buffer {
  const palette = new Map<number, number>()
  const rows = Buffer.alloc((width + 1) * height)
  for (let index = 0; index < width * height; index++) {
    const color = roundedColor(pixels, index * 4)
    if (!palette.has(color)) palette.set(color, palette.size)
    // Each row begins with the number of its filter: 0, none.
    rows[index + Math.floor(index / width) + 1] = palette.get(color) as number
  }
  if (palette.size > 256) throw new Error(`The picture has ${palette.size} colours; a palette has at most 256.`)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colors = Buffer.from([...palette.keys()].flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Rounds each channel to 16 steps: enough for smooth edges, and few enough colours for a palette. */
function roundedColor(pixels: Uint8Array, start: number): number {
  const [red, green, blue] = [0, 1, 2].map((channel) => Math.round((pixels[start + channel] as number) / 17) * 17)
  return ((red as number) << 16) | ((green as number) << 8) | (blue as number)
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
