/** A proxy that injects faults between a client and the service: error responses, resets, and responses that hang. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export type Fault =
  | { status: number; headers?: Record<string, string>; text?: string }
  /** Reset the connection before a response. */
  | 'reset'
  /** Let the service handle the request, then reset the connection instead of sending the response. */
  | 'lose the response'
  /** Send half of the response, then reset the connection. */
  | 'cut the response'
  /** Never send a response. */
  | 'hang'
  /** Send half of the response, then nothing more. */
  | 'stall'
  | 'none'

export interface ForwardedRequest {
  method: string
  url: string
  headers: Record<string, string | undefined>
  body: string
  /** When the request arrived, in milliseconds. */
  at: number
}

export interface FaultProxy {
  url: string
  /** Every request that arrived, in order. */
  requests: ForwardedRequest[]
}

/** The first request gets the first fault, and so on; requests after the last fault are forwarded. */
export async function startFaultProxy(t: TestContext, target: string, faults: Fault[]): Promise<FaultProxy> {
  const requests: ForwardedRequest[] = []
  const server = createServer(async (request, response) => {
    const at = performance.now()
    const fault = faults[requests.length] ?? 'none'
    const headers = request.headers as Record<string, string>
    const entry: ForwardedRequest = { method: request.method ?? '', url: request.url ?? '', headers, body: '', at }
    requests.push(entry)
    // An aborted upload is the end of the request, not a failure of the test.
    entry.body = (await buffer(request).catch(() => Buffer.of())).toString()
    await answer(request, response, { target, fault, body: entry.body })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { target, fault, body }: { target: string; fault: Fault; body: string },
): Promise<void> {
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'content-type': 'text/plain', ...fault.headers }).end(fault.text ?? '')
    return
  }
  if (fault === 'hang') return
  if (fault === 'reset') {
    request.socket.resetAndDestroy()
    return
  }
  const { host, connection, 'content-length': length, ...headers } = request.headers
  const served = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
    ...(body !== '' && { body }),
  })
  const bytes = Buffer.from(await served.arrayBuffer())
  if (fault === 'lose the response') {
    request.socket.resetAndDestroy()
    return
  }
  const { 'transfer-encoding': _, ...kept } = Object.fromEntries(served.headers)
  response.writeHead(served.status, { ...kept, 'content-length': bytes.length })
  if (fault === 'none') {
    response.end(request.method === 'HEAD' || served.status === 304 ? undefined : bytes)
    return
  }
  response.write(bytes.subarray(0, bytes.length / 2), () => {
    if (fault === 'cut the response') request.socket.resetAndDestroy()
  })
}
