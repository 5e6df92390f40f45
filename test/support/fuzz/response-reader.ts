/** Reads the answers of one connection out of its bytes, in order, however the bytes are cut. */

export interface ReadAnswer {
  status: number
  head: string
  body: Buffer
}

/** `isHead`: whether the next answer is to a HEAD, which has no body. Returns what takes the bytes as they come. */
export function answerReader(isHead: () => boolean, onAnswer: (answer: ReadAnswer) => void): (bytes: Buffer) => void {
  let held: Buffer[] = []
  let heldBytes = 0
  /** Below it there is no whole answer. */
  let wantedBytes = 1

  const readOne = (bytes: Buffer): Buffer | undefined => {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = bytes.toString('latin1', 0, end)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    if (Number.isNaN(status)) throw new Error(`This is no answer: ${JSON.stringify(head.slice(0, 200))}`)
    // An interim answer is followed by the true one.
    if (status === 100) return bytes.subarray(end + 4)
    const start = end + 4
    const length = isHead() || status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) throw new Error(`An answer has no length: ${head}`)
    if (bytes.length < start + length) {
      wantedBytes = start + length
      return undefined
    }
    onAnswer({ status, head, body: bytes.subarray(start, start + length) })
    return bytes.subarray(start + length)
  }

  return (bytes) => {
    held.push(bytes)
    heldBytes += bytes.length
    if (heldBytes < wantedBytes) return
    let rest: Buffer | undefined = held.length === 1 ? bytes : Buffer.concat(held)
    wantedBytes = 1
    for (let next = rest; next && next.length > 0; ) {
      next = readOne(next) as Buffer
      if (next) rest = next
    }
    held = rest.length === 0 ? [] : [rest]
    heldBytes = rest.length
  }
}

export const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(head)?.[1]
