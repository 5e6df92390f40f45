/** Parses the responses of one connection from its bytes, however the bytes are split. */

export interface ParsedResponse {
  status: number
  head: string
  body: Buffer
}

/** Returns a function that takes the received bytes. `isHead`: whether the next response, to a HEAD, has no body. */
export function createResponseReader(
  isHead: () => boolean,
  onResponse: (response: ParsedResponse) => void,
): (bytes: Buffer) => void {
  let buffered: Buffer[] = []
  let bufferedBytes = 0
  /** With fewer bytes, no response is complete. */
  let requiredBytes = 1

  const readOne = (bytes: Buffer): Buffer | undefined => {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = bytes.toString('latin1', 0, end)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    if (Number.isNaN(status)) throw new Error(`Not a response: ${JSON.stringify(head.slice(0, 200))}`)
    // An interim response precedes the final one.
    if (status === 100) return bytes.subarray(end + 4)
    const start = end + 4
    const length = isHead() || status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) throw new Error(`The response has no length: ${head}`)
    if (bytes.length < start + length) {
      requiredBytes = start + length
      return undefined
    }
    onResponse({ status, head, body: bytes.subarray(start, start + length) })
    return bytes.subarray(start + length)
  }

  return (bytes) => {
    buffered.push(bytes)
    bufferedBytes += bytes.length
    if (bufferedBytes < requiredBytes) return
    let rest: Buffer | undefined = buffered.length === 1 ? bytes : Buffer.concat(buffered)
    requiredBytes = 1
    for (let next = rest; next && next.length > 0; ) {
      next = readOne(next) as Buffer
      if (next) rest = next
    }
    buffered = rest.length === 0 ? [] : [rest]
    bufferedBytes = rest.length
  }
}

export const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(head)?.[1]
