/** The head of a response as text, which is written once for many responses. */
import type { ServerResponse } from 'node:http'

/** Header fields as they are sent: `Name: value` and CRLF for each. */
export type HeaderLines = string

/** `headers`: names and values alternate. */
export function headerLines(headers: readonly string[]): HeaderLines {
  let lines = ''
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`
  return lines
}

/** Returns names and values, alternating. */
export const parseHeaderLines = (lines: HeaderLines): string[] => {
  const fields = lines.split('\r\n').slice(0, -1)
  return fields.flatMap((field) => {
    const colon = field.indexOf(': ')
    return [field.slice(0, colon), field.slice(colon + 2)]
  })
}

export type WriteHead = (response: ServerResponse, status: number, lines: HeaderLines) => void

export const writeHead: WriteHead = (response, status, lines) => {
  response.writeHead(status, parseHeaderLines(lines))
}

/**
 * Returns a function that writes the same head as Node. Node validates and copies each header of each response, which
 * takes a tenth of the time of a lookup; here they are valid and copied already. To skip that, the function sets the
 * property in which Node keeps the finished head, which is not documented; a test compares the bytes with those of Node.
 */
export function createHeadWriter({ keepAliveMs }: { keepAliveMs: number }): WriteHead {
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`
  const dateLine = createDateLine()
  return (response, status, lines) => {
    // Node closes the connection after this response, which takes more than the head.
    if (!response.shouldKeepAlive || status !== 200) writeHead(response, status, lines)
    else (response as FinishedHead)._header = `HTTP/1.1 200 OK\r\n${lines}${dateLine()}${connection}\r\n`
  }
}

type FinishedHead = ServerResponse & { _header: string }

/** Returns a function that returns the `Date` header. The text changes once a second. */
function createDateLine(): () => string {
  let second = 0
  let line = ''
  return () => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) {
      second = now
      line = `Date: ${new Date(now * 1000).toUTCString()}\r\n`
    }
    return line
  }
}
