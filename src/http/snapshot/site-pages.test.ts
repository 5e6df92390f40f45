import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedDirectory } from '../../../test/support/services/service.ts'
import { createScheduler, type Scheduler } from '../admission/scheduler.ts'
import { createLazySite } from './site-pages.ts'

test('concurrent requests for the sources share one count of all records', async () => {
  let counts = 0
  const scheduler = createScheduler()
  const runSteps: Scheduler['runSteps'] = (caller, steps) => {
    counts++
    return scheduler.runSteps(caller, steps)
  }
  const directory = shippedDirectory()
  const options = { directory, scheduler: { ...scheduler, runSteps }, baseUrl: '', common: {}, loadOpenApi: () => '{}' }
  const { countCitations } = await createLazySite(options)()
  const [first, ...others] = await Promise.all([countCitations(), countCitations(), countCitations()])
  assert.ok(first && first.size > 100)
  for (const other of [...others, await countCitations()]) assert.equal(other, first)
  assert.equal(counts, 1)
})
