/**
 * The format of a cache file: a value in V8's serialisation format, in which each typed array is only a reference,
 * followed by the bytes of the typed arrays. Reading makes views of one buffer instead of a copy of each array.
 *
 *     4 bytes   CRC-32 of the name of the file and of everything that follows
 *     4 bytes   length of the serialised value
 *     ...       the serialised value
 *     ...       the typed arrays, each starting at a multiple of 8 bytes
 */
import { readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Deserializer, Serializer } from 'node:v8'
import { crc32 } from 'node:zlib'
import { withRegularFile } from '../regular-file.ts'

declare module 'node:v8' {
  interface Serializer {
    /** Documented by Node, but missing from its type declarations. */
    _setTreatArrayBufferViewsAsHostObjects(flag: boolean): void
  }
}

const arrayTypes = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array]
type View = InstanceType<(typeof arrayTypes)[number]>

const headBytes = 8
const alignment = 8
const aligned = (offset: number): number => Math.ceil(offset / alignment) * alignment

class ArraySerializer extends Serializer {
  readonly arrays: View[] = []
  private arrayBytes = 0

  _writeHostObject(view: View): void {
    const type = arrayTypes.findIndex((candidate) => view instanceof candidate)
    if (type < 0) throw new TypeError(`A cache file cannot hold a ${view.constructor.name}.`)
    for (const number of [type, this.arrayBytes, view.length]) this.writeUint32(number)
    this.arrays.push(view)
    this.arrayBytes = aligned(this.arrayBytes + view.byteLength)
  }
}

class ArrayDeserializer extends Deserializer {
  private readonly arrays: Uint8Array

  constructor(value: Uint8Array, arrays: Uint8Array) {
    super(value)
    this.arrays = arrays
  }

  _readHostObject(): View {
    const [type, offset, length] = [this.readUint32(), this.readUint32(), this.readUint32()]
    const { buffer, byteOffset } = this.arrays
    return new (arrayTypes[type] as Uint32ArrayConstructor)(buffer as ArrayBuffer, byteOffset + offset, length)
  }
}

/** Returns the chunks of a file with this name. Computes the checksum in steps: a large file takes milliseconds. */
export async function encodeCacheFile(name: string, value: unknown): Promise<Uint8Array[]> {
  const serializer = new ArraySerializer()
  serializer.writeHeader()
  serializer._setTreatArrayBufferViewsAsHostObjects(true)
  serializer.writeValue(value)
  const serialised = serializer.releaseBuffer()
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(serialised.length, 4)
  const contents = [
    head.subarray(4),
    ...padded(serialised, headBytes),
    ...serializer.arrays.flatMap((view) => padded(bytesOf(view))),
  ]
  let checksum = crc32(name)
  for (const chunk of contents) {
    for (let at = 0; at < chunk.length; at += checksumBytesPerStep) {
      checksum = crc32(chunk.subarray(at, at + checksumBytesPerStep), checksum)
      if (chunk.length > checksumBytesPerStep) await setImmediate()
    }
  }
  head.writeUInt32LE(checksum, 0)
  return [head, ...contents.slice(1)]
}

const checksumBytesPerStep = 1024 * 1024

const bytesOf = ({ buffer, byteOffset, byteLength }: View): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength)

/** Fills up to the alignment. `offset`: where the bytes start. */
function padded(bytes: Uint8Array, offset = 0): Uint8Array[] {
  const end = offset + bytes.length
  return [bytes, new Uint8Array(aligned(end) - end)]
}

/**
 * Returns the value, or undefined if there is none. Deletes a file that is damaged or is not a regular file, so that its
 * value is derived and stored again.
 */
export function readCacheFile(file: string): unknown {
  try {
    return withRegularFile(file, (handle) => decode(basename(file), readFileSync(handle)))
  } catch (error) {
    // A system error, such as a shortage of file descriptors, says nothing about the file.
    if ((error as NodeJS.ErrnoException).syscall === undefined) deleteCacheFile(file)
    return undefined
  }
}

/** Has no effect in a read-only folder. */
export function deleteCacheFile(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {}
}

/** Throws if the bytes are damaged, or belong to a file of another name. */
function decode(name: string, bytes: Buffer): unknown {
  if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4), crc32(name))) throw new Error('The checksum does not match.')
  const end = headBytes + bytes.readUInt32LE(4)
  const deserializer = new ArrayDeserializer(bytes.subarray(headBytes, end), bytes.subarray(aligned(end)))
  deserializer.readHeader()
  return deserializer.readValue()
}
