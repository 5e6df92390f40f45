import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChannelPair } from '../../test/support/channel-pair.ts'
import { createPeer } from './rpc.ts'

const hourMs = 3_600_000

test('each call gets the result of its own handler, in either direction and in any order', async () => {
  const { a, b } = createChannelPair()
  const [left, right] = [createPeer(a), createPeer(b)]
  const slow = Promise.withResolvers<string>()
  right.handle('slow', () => slow.promise)
  right.handle('add', (x: number, y: number) => x + y)
  left.handle('name', () => 'left')
  const first = left.call('slow', [], hourMs)
  assert.equal(await left.call('add', [1, 2], hourMs), 3)
  assert.equal(await right.call('name', [], hourMs), 'left')
  slow.resolve('done')
  assert.equal(await first, 'done')
})

test('a handler that fails, or is missing, rejects the call with the reason', async () => {
  const { a, b } = createChannelPair()
  const [left, right] = [createPeer(a), createPeer(b)]
  right.handle('throw', () => {
    throw new Error('at once')
  })
  right.handle('reject', () => Promise.reject(new Error('later')))
  await assert.rejects(left.call('throw', [], hourMs), /^Error: at once$/)
  await assert.rejects(left.call('reject', [], hourMs), /^Error: later$/)
  await assert.rejects(left.call('missing', [], hourMs), /no handler for "missing"/)
})

test('a call without a reply fails after its timeout, and a late reply is ignored', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { a, b } = createChannelPair()
  const [left, right] = [createPeer(a), createPeer(b)]
  const late = Promise.withResolvers<string>()
  right.handle('late', () => late.promise)
  const call = assert.rejects(left.call('late', [], 200), /No reply to "late" within 200 ms/)
  t.mock.timers.tick(200)
  await call
  late.resolve('too late')
  right.handle('next', () => 'in time')
  assert.equal(await left.call('next', [], 200), 'in time')
})

test('when the peer ends, pending and further calls fail at once', async () => {
  const { a, close } = createChannelPair()
  const peer = createPeer(a)
  const pending = assert.rejects(peer.call('any', [], hourMs), /exited before it replied/)
  close()
  await pending
  await assert.rejects(peer.call('any', [], hourMs), /has exited/)
})

test('while the peer hangs, pending and further calls fail at once; then calls work again', async () => {
  const { a, b } = createChannelPair()
  const [left, right] = [createPeer(a), createPeer(b)]
  right.handle('never', () => new Promise(() => {}))
  right.handle('echo', (text: string) => text)
  const pending = assert.rejects(left.call('never', [], hourMs), /does not respond/)
  left.setHung(true)
  await pending
  await assert.rejects(left.call('echo', ['x'], hourMs), /does not respond/)
  left.setHung(false)
  assert.equal(await left.call('echo', ['x'], hourMs), 'x')
})

test('notifications reach their handler, and messages of any other form are ignored', () => {
  const { a, b } = createChannelPair()
  const [left, right] = [createPeer(a), createPeer(b)]
  const received: unknown[] = []
  right.handle('note', (...all: unknown[]) => received.push(all))
  for (const other of [null, 'text', 7, {}, { another: 'message' }]) a.send(other as object)
  a.send({ replyTo: 99, result: 'to no call' })
  left.notify('missing')
  left.notify('note', 1, 'two')
  assert.deepEqual(received, [[1, 'two']])
})
