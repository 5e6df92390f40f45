import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeSnapshots, type Snapshot } from './snapshot.ts'
import { createWorkerAggregation } from './worker-aggregation.ts'

const figures = (created: number, memory: number): Snapshot => ({
  bank_lookup_records_created_total: [{ labels: ['live'], values: [created] }],
  process_resident_memory_bytes: [{ labels: [], values: [memory] }],
})
const one = (snapshot: Snapshot, name: keyof Snapshot): number | undefined => snapshot[name]?.[0]?.values[0]
const never = (): Promise<Snapshot> => new Promise(() => {})

test('the first process shows its own figures and those of all others', async () => {
  const fleet = createWorkerAggregation(() => figures(1, 10))
  fleet.onStart(1, async () => figures(2, 20))
  fleet.onStart(2, async () => figures(4, 40))
  const all = mergeSnapshots(await fleet.snapshots())
  assert.equal(one(all, 'bank_lookup_records_created_total'), 7)
  assert.equal(one(all, 'process_resident_memory_bytes'), 70)
})

test('what a process counted stays counted when it has ended, and what it held is gone', async () => {
  const fleet = createWorkerAggregation(() => figures(1, 10))
  for (const number of [1, 2]) fleet.onStart(number, async () => figures(5, 50))
  await fleet.snapshots()
  fleet.onExit(1)
  fleet.onExit(2)
  fleet.onStart(3, async () => figures(0, 30))
  const all = mergeSnapshots(await fleet.snapshots())
  assert.equal(one(all, 'bank_lookup_records_created_total'), 11)
  assert.equal(one(all, 'process_resident_memory_bytes'), 40)
})

for (const [how, silent] of Object.entries({
  'does not answer': never,
  'refuses to answer': () => Promise.reject(new Error('channel closed')),
  'cannot be asked': () => {
    throw new Error('channel closed')
  },
})) {
  test(`a process that ${how} keeps nobody waiting and is known by its last figures`, async () => {
    const fleet = createWorkerAggregation(() => figures(1, 10), 1)
    let ask = async () => figures(5, 50)
    fleet.onStart(1, () => ask())
    const before = mergeSnapshots(await fleet.snapshots())
    ask = silent
    assert.deepEqual(mergeSnapshots(await fleet.snapshots()), before)
    assert.equal(one(before, 'bank_lookup_records_created_total'), 6)
  })
}

test('a process that ended before it was ever asked leaves nothing', async () => {
  const fleet = createWorkerAggregation(() => figures(1, 10))
  fleet.onStart(1, async () => figures(5, 50))
  fleet.onExit(1)
  fleet.onExit(9)
  assert.deepEqual(mergeSnapshots(await fleet.snapshots()), figures(1, 10))
})
