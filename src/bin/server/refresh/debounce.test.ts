import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDebounce } from './debounce.ts'

test('it acts once after a burst, when events pause', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  let acted = 0
  const debounce = createDebounce({ quietMs: 500, waitMsMax: 5_000, act: () => acted++ })
  for (let event = 0; event < 5; event++) {
    debounce.note()
    t.mock.timers.tick(400)
  }
  assert.equal(acted, 0)
  t.mock.timers.tick(100)
  assert.equal(acted, 1)
  t.mock.timers.tick(10_000)
  assert.equal(acted, 1)
})

test('events that never pause delay it only up to the maximum wait', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const acted: number[] = []
  const debounce = createDebounce({ quietMs: 500, waitMsMax: 5_000, act: () => acted.push(Date.now()) })
  for (let event = 0; event < 400; event++) {
    debounce.note()
    t.mock.timers.tick(50)
  }
  assert.deepEqual(acted, [5_000, 10_000, 15_000, 20_000])
})

test('after cancel it does not act', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const debounce = createDebounce({ quietMs: 500, waitMsMax: 5_000, act: () => assert.fail('it acted') })
  debounce.note()
  debounce.cancel()
  t.mock.timers.tick(10_000)
})
