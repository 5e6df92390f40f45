import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChannelPair } from '../../test/support/channel-pair.ts'
import { createPeer } from '../ipc/rpc.ts'
import { mergeSnapshots, type Snapshot } from './metrics-snapshot.ts'
import { fetchSnapshot, serveSnapshot } from './remote-metrics.ts'
import { createWorkerAggregation } from './worker-aggregation.ts'

type Worker = () => Promise<Snapshot>

const snapshot = (created: number, memory: number): Snapshot => ({
  bank_lookup_records_created_total: [{ labels: ['live'], values: [created] }],
  process_resident_memory_bytes: [{ labels: [], values: [memory] }],
})
const valueIn = (merged: Snapshot, name: keyof Snapshot): number | undefined => merged[name]?.[0]?.values[0]
const aggregate = () =>
  createWorkerAggregation(
    () => snapshot(1, 10),
    (worker: Worker) => worker(),
  )

test('the primary adds the metrics of all workers to its own', async () => {
  const aggregation = aggregate()
  aggregation.add(async () => snapshot(2, 20))
  aggregation.add(async () => snapshot(4, 40))
  const merged = mergeSnapshots(await aggregation.snapshots())
  assert.equal(valueIn(merged, 'bank_lookup_records_created_total'), 7)
  assert.equal(valueIn(merged, 'process_resident_memory_bytes'), 70)
})

test('the counters of a worker outlive it, its gauges do not', async () => {
  const aggregation = aggregate()
  const ended: Worker[] = [async () => snapshot(5, 50), async () => snapshot(5, 50)]
  for (const worker of ended) aggregation.add(worker)
  await aggregation.snapshots()
  for (const worker of ended) aggregation.remove(worker)
  aggregation.add(async () => snapshot(0, 30))
  const merged = mergeSnapshots(await aggregation.snapshots())
  assert.equal(valueIn(merged, 'bank_lookup_records_created_total'), 11)
  assert.equal(valueIn(merged, 'process_resident_memory_bytes'), 40)
})

test('a worker that fails to respond keeps its last snapshot', async () => {
  const aggregation = aggregate()
  let respond: Worker = async () => snapshot(5, 50)
  aggregation.add(() => respond())
  const before = mergeSnapshots(await aggregation.snapshots())
  respond = () => Promise.reject(new Error('no reply'))
  assert.deepEqual(mergeSnapshots(await aggregation.snapshots()), before)
  assert.equal(valueIn(before, 'bank_lookup_records_created_total'), 6)
})

test('a worker that ended before the first scrape adds nothing', async () => {
  const aggregation = aggregate()
  const worker: Worker = async () => snapshot(5, 50)
  aggregation.add(worker)
  aggregation.remove(worker)
  aggregation.remove(async () => snapshot(9, 90))
  assert.deepEqual(mergeSnapshots(await aggregation.snapshots()), snapshot(1, 10))
})

test('a worker that ends during a scrape is counted once', async () => {
  const aggregation = aggregate()
  const scraped = Promise.withResolvers<Snapshot>()
  const worker: Worker = () => scraped.promise
  aggregation.add(worker)
  const snapshots = aggregation.snapshots()
  aggregation.remove(worker)
  scraped.resolve(snapshot(5, 50))
  assert.deepEqual(mergeSnapshots(await snapshots), snapshot(1, 10))
  assert.deepEqual(mergeSnapshots(await aggregation.snapshots()), snapshot(1, 10))
})

test('the snapshot of a worker arrives over its channel, and a silent worker holds up a scrape for one second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { a, b } = createChannelPair()
  serveSnapshot(createPeer(b), () => snapshot(2, 20))
  assert.deepEqual(await fetchSnapshot(createPeer(a)), snapshot(2, 20))
  const silent = assert.rejects(fetchSnapshot(createPeer(createChannelPair().a)), /within 1000 ms/)
  t.mock.timers.tick(1_000)
  await silent
})
