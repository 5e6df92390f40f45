import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChannelPair } from '../../test/support/channel-pair.ts'
import { createPeer } from '../ipc/rpc.ts'
import { createMemoryQuotaStore } from './quota-store.ts'
import { createRemoteQuotaStore, serveQuotaStore } from './remote-quota-store.ts'

/** A quota store whose primary process never replies. */
const silentStore = () => createRemoteQuotaStore(createPeer(createChannelPair().a))

test('workers share one quota', async () => {
  const quotas = createMemoryQuotaStore()
  const workers = [0, 1].map(() => {
    const { a, b } = createChannelPair()
    serveQuotaStore(createPeer(a), quotas)
    return createRemoteQuotaStore(createPeer(b))
  })
  const reservations = await Promise.all(
    workers.flatMap((worker) => Array.from({ length: 40 }, () => worker.reserve('a', 50, 1))),
  )
  assert.equal(
    reservations.reduce((sum, { granted }) => sum + granted, 0),
    50,
  )
})

test('a reservation without a reply fails after 200 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failed = assert.rejects(silentStore().reserve('a', 1, 1), /No reply .* within 200 ms/)
  t.mock.timers.tick(200)
  await failed
})

test('at most 10,000 reservations are pending, and more are accepted once those have timed out', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const quotas = silentStore()
  const pending = Array.from({ length: 10_000 }, () => quotas.reserve('a', 1, 1).catch(() => {}))
  await assert.rejects(quotas.reserve('a', 1, 1), /10000 reservations are pending/)
  t.mock.timers.tick(200)
  await Promise.all(pending)
  const late = assert.rejects(quotas.reserve('a', 1, 1), /No reply/)
  t.mock.timers.tick(200)
  await late
})
