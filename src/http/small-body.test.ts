import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { respondToSmallBody } from './fast-path.ts'

const body = '{"country":"ng"}'

/** A request with this body. Only `pieces` of it have arrived. */
function requestWith(...pieces: string[]): IncomingMessage & PassThrough {
  const headers = { 'content-length': String(body.length), 'content-type': 'application/json' }
  const request = Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough
  for (const piece of pieces) request.write(piece)
  return request
}

test('the whole body is passed to the responder, which may respond at once or later', async () => {
  for (const respond of [() => true, async () => true]) {
    const request = requestWith(body)
    request.end()
    const seen: string[] = []
    const onBody = (bytes: Buffer): boolean | Promise<boolean> => {
      seen.push(bytes.toString())
      return respond()
    }
    respondToSmallBody(request, onBody, assert.fail)
    // The body is read to its end, so that it does not stay on the connection.
    await once(request, 'end')
    assert.deepEqual(seen, [body])
  }
})

test('a request without a response is passed on with its body intact', async () => {
  for (const respond of [() => false, async () => false]) {
    const request = requestWith(body)
    request.end()
    await new Promise<void>((resolve) => respondToSmallBody(request, respond, resolve))
    assert.equal(await text(request), body)
  }
})

test('a body in two pieces is passed on with both of them', async () => {
  const request = requestWith(body.slice(0, 5))
  await new Promise<void>((resolve) => respondToSmallBody(request, () => assert.fail('half a body'), resolve))
  request.end(body.slice(5))
  assert.equal(await text(request), body)
})

test('other bodies are passed on unread', () => {
  const others: Record<string, string>[] = [
    { 'content-length': '0' },
    { 'content-length': '2000' },
    { 'transfer-encoding': 'chunked' },
    { 'content-type': 'text/plain' },
    { 'content-encoding': 'gzip' },
  ]
  for (const other of others) {
    const request = requestWith(body)
    Object.assign(request.headers, other['transfer-encoding'] ? { 'content-length': undefined } : {}, other)
    let isPassedOn = false
    respondToSmallBody(
      request,
      () => assert.fail(),
      () => {
        isPassedOn = true
      },
    )
    assert.ok(isPassedOn)
    assert.equal(request.listenerCount('data'), 0)
  }
})
