import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf } from '../../../../src/site/changes/bank-events.ts'
import type { BankFact } from './compare-banks.ts'
import { lostCodeSentence, sentenceOf } from './describe-change.ts'

const bank = { country: 'NG', id: 'ng-a', name: 'A Bank' }
const code = { ...bank, scheme: 'ng_nip', value: '000015' }
const nameOf = (id: string): string => `St. ${id} (Trust)`
const field = { ...bank, kind: 'field_changed', field: 'bic' } as const

/** What the pages of changes read from the sentence of each fact. */
const cases: [fact: BankFact, list: 'added' | 'changed' | 'removed', event: object][] = [
  [{ ...bank, kind: 'bank_added', status: 'active' }, 'added', { kind: 'new' }],
  [
    { ...bank, kind: 'renamed', from: 'A "B" Ltd. (C)', to: 'A' },
    'changed',
    { kind: 'renamed', from: 'A "B" Ltd. (C)', to: 'A' },
  ],
  [
    { ...bank, kind: 'status_changed', from: 'active', to: 'merged', successor: 'ng-b', since: '2025-05' },
    'removed',
    { kind: 'merged', successor: 'ng-b' },
  ],
  [
    { ...bank, kind: 'status_changed', from: 'active', to: 'closed', successor: 'ng-b', since: null },
    'removed',
    { kind: 'closed', successor: 'ng-b' },
  ],
  [
    { ...bank, kind: 'status_changed', from: 'active', to: 'unverified', successor: null, since: null },
    'removed',
    { kind: 'delisted' },
  ],
  [
    { ...code, kind: 'code_added', status: 'unconfirmed' },
    'changed',
    { kind: 'code_added', scheme: 'ng_nip', value: '000015' },
  ],
  [
    { ...code, kind: 'code_removed', status: 'former' },
    'changed',
    { kind: 'code_removed', scheme: 'ng_nip', value: '000015' },
  ],
  [{ ...code, kind: 'code_moved', from: 'ng-b' }, 'changed', { kind: 'code_added', scheme: 'ng_nip', value: '000015' }],
  [
    { ...code, kind: 'code_changed', from: 'current', to: 'former' },
    'changed',
    { kind: 'code_changed', scheme: 'ng_nip', value: '000015', detail: 'former' },
  ],
  [{ ...code, kind: 'code_marked', mark: 'main', to: true }, 'changed', { kind: 'other' }],
  [{ ...field, from: null, to: 'GTBINGLA' }, 'changed', { kind: 'code_added', scheme: 'bic', value: 'GTBINGLA' }],
  [
    { ...field, from: 'GTBINGL1', to: 'GTBINGLA' },
    'changed',
    { kind: 'code_changed', scheme: 'bic', value: 'GTBINGLA', detail: 'GTBINGL1' },
  ],
  [{ ...field, from: 'GTBINGL1', to: null }, 'changed', { kind: 'code_removed', scheme: 'bic', value: 'GTBINGL1' }],
  [{ ...field, field: 'lei', from: '5493', to: null }, 'changed', { kind: 'other' }],
]

test('the pages of changes read each fact from its sentence, alone and among others', () => {
  for (const [fact, kind, event] of cases) {
    const sentence = sentenceOf(fact, nameOf)
    assert.deepEqual(eventsOf({ kind, summary: sentence }), [event], sentence)
    const summary = `${sentence} city is St. Gallen (was unknown). sources: new a-list.`
    assert.deepEqual(eventsOf({ kind, summary }), [event], summary)
  }
  const lost = lostCodeSentence({ ...code, kind: 'code_moved', from: 'ng-b' })
  assert.deepEqual(eventsOf({ kind: 'changed', summary: lost }), [
    { kind: 'code_removed', scheme: 'ng_nip', value: '000015' },
  ])
})

test('an address is written out, without its source', () => {
  const address = { street: 'Bahnhofstrasse 1', postcode: '8001', town: 'Zürich', source: 'a-list' }
  const fact = { ...bank, kind: 'field_changed', field: 'address', from: null, to: address } as unknown as BankFact
  assert.equal(sentenceOf(fact, nameOf), 'address is Bahnhofstrasse 1, 8001, Zürich.')
})
