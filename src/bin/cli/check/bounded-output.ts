/**
 * Bounds the output of a check by the size of its input. A small file can have a huge output: cells of a sheet can share one
 * long text, and each row in JSON repeats the names of all columns.
 */
import { Failure } from '../command.ts'
import type { Output } from '../terminal/output.ts'

const megabyte = 1024 * 1024

/** Real files need far less: a row of a few bytes gets a verdict and the name of a bank, about 50 times its size. */
const factor = 100
/** The output that is allowed for any file, however small. */
const smallOutputBytes = 10 * megabyte
/** The most output that is held in memory. */
const heldBytesMax = 128 * megabyte

export type BoundedOutput = ReturnType<typeof createBoundedOutput>

/**
 * `isHeld`: write nothing before the end, so that an error leaves no output that looks complete. `bytesRead`: the size of
 * the input so far.
 */
export function createBoundedOutput(output: Output, isHeld: boolean, bytesRead: () => number) {
  const held: string[] = []
  let bytes = 0
  /** Writes bytes, which are escaped only at a terminal, so that a cell is written back as it was read. */
  const write = (text: string): Promise<void> =>
    new Promise((resolve, reject) => output.write(Buffer.from(text), (error) => (error ? reject(error) : resolve())))
  return {
    /** Waits until the reader has taken the text, so that output never piles up in memory. */
    write: async (text: string): Promise<void> => {
      bytes += Buffer.byteLength(text)
      const bytesMax = Math.min(factor * bytesRead() + smallOutputBytes, isHeld ? heldBytesMax : Infinity)
      if (bytes > bytesMax) throw new Failure(tooLarge(bytesMax, isHeld))
      if (isHeld) held.push(text)
      else await write(text)
    },
    end: async (): Promise<void> => {
      for (const text of held) await write(text)
    },
  }
}

const tooLarge = (bytesMax: number, isHeld: boolean): string =>
  `The output would exceed ${Math.floor(bytesMax / megabyte)} MB, the limit for a file of this size. ${
    isHeld ? 'Nothing was written; if the file is right, save it as CSV.' : 'The output is incomplete.'
  }`

/** Passes the bytes on, and counts them. */
export function countBytes(stream: AsyncIterable<Uint8Array>) {
  let count = 0
  async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of stream) {
      count += piece.length
      yield piece
    }
  }
  const bytes = counted()
  return {
    bytes,
    count: (): number => count,
    /** Closes the stream. While standard input is open, the process would not end. */
    close: (): Promise<unknown> => bytes.return(),
  }
}
