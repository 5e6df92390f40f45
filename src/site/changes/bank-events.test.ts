import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type BankEvent, eventsOf } from './bank-events.ts'

const folder = new URL('../../../data/changes/', import.meta.url)
const shipped = readdirSync(folder).flatMap((name) =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as Parameters<typeof eventsOf>[0]),
)

const cases: [kind: 'added' | 'changed' | 'removed', summary: string, expected: BankEvent[]][] = [
  ['added', 'New. ng_nip 000015 came from A Bank (ng-a).', [{ kind: 'new' }]],
  ['removed', 'No longer confirmed (was active).', [{ kind: 'delisted' }]],
  ['removed', 'Merged. notes: new Absorbed.', [{ kind: 'merged', successor: undefined }]],
  [
    'removed',
    'Merged into St. John (Trust) Co. (us-st-john) (2025-05). us_aba 075972147 went to St. John (us-st-john).',
    [{ kind: 'merged', successor: 'us-st-john' }],
  ],
  ['removed', 'Closed, taken over by B (ng-b) (2024).', [{ kind: 'closed', successor: 'ng-b' }]],
  [
    'changed',
    'Renamed from "A \\"Old\\" S. A." to "A". city is Lagos (was unknown).',
    [{ kind: 'renamed', from: 'A "Old" S. A.', to: 'A' }],
  ],
  [
    'changed',
    'us_aba 1 is new. us_aba 2 came from Ivy (us-ivy). us_aba 3 went to Ivy (us-ivy). us_fdic 4 was taken out.',
    [
      { kind: 'code_added', scheme: 'us_aba', value: '1' },
      { kind: 'code_added', scheme: 'us_aba', value: '2' },
      { kind: 'code_removed', scheme: 'us_aba', value: '3' },
      { kind: 'code_removed', scheme: 'us_fdic', value: '4' },
    ],
  ],
  [
    'changed',
    'us_aba 1 is current, before unconfirmed. us_aba 2 is former (was current). us_aba 3 is the main code.',
    [
      { kind: 'code_changed', scheme: 'us_aba', value: '1', detail: 'current' },
      { kind: 'code_changed', scheme: 'us_aba', value: '2', detail: 'former' },
    ],
  ],
  [
    'changed',
    'bic is GTBINGLA, before GTBINGL1. bic_source is gleif.',
    [{ kind: 'code_changed', scheme: 'bic', value: 'GTBINGLA', detail: 'GTBINGL1' }],
  ],
  ['changed', 'bic is unknown, before GTBINGL1.', [{ kind: 'code_removed', scheme: 'bic', value: 'GTBINGL1' }]],
  ['changed', 'bic GTBINGL1 was removed.', [{ kind: 'code_removed', scheme: 'bic', value: 'GTBINGL1' }]],
  ['changed', 'lei 5493 was removed. sources: new a-list.', [{ kind: 'other' }]],
]

test('each sentence of the history is one event', () => {
  for (const [kind, summary, expected] of cases) assert.deepEqual(eventsOf({ kind, summary }), expected, summary)
})

test('every sentence about a code in the shipped history is read, but those about marks', () => {
  const marks = /^\S+ (?:is (?:no longer )?the main code|stays in force|is no longer in force)/
  let read = 0
  for (const change of shipped.filter(({ kind }) => kind === 'changed')) {
    const about = Array.from(
      change.summary.matchAll(/(?:^|\. )[a-z]{2}_[a-z]\w* ([^:]+?)\.(?= |$)/g),
      ([, rest]) => rest,
    )
    const events = eventsOf(change).filter((event) => 'scheme' in event && event.scheme !== 'bic')
    const wanted = about.filter((rest) => rest !== undefined && !marks.test(rest)).length
    assert.ok(events.length >= wanted, change.summary)
    read += events.length
  }
  assert.ok(read > 1000, String(read))
})

test('every bank that is gone from the shipped lists has merged, closed or is no longer listed', () => {
  const gone = shipped.filter(({ kind }) => kind === 'removed')
  const merged = gone.filter(({ summary }) => summary.startsWith('Merged')).length
  const read = gone.flatMap((change) => eventsOf(change)).filter(({ kind }) => kind === 'merged').length
  assert.ok(merged > 100)
  assert.equal(read, merged)
})
