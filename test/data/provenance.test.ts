/** Every bank and every code has a source, a date and terms of redistribution. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBankDetail } from '../support/data/bank-detail.ts'
import { records } from '../support/data/shipped-records.ts'
import { shippedDirectory } from '../support/services/service.ts'

test('every bank has dated sources, and every code has a date, a source and the terms of that source', () => {
  const directory = shippedDirectory()
  for (const { id } of records) {
    const bank = findBankDetail(directory, id)
    assert.ok(bank && bank.sources.length > 0, id)
    const terms = new Map(bank.sources.map((source) => [source.id, source.redistribution]))
    for (const { date, publisher, title } of bank.sources) {
      assert.match(date, /^\d{4}(-\d{2}){0,2}$/, id)
      assert.ok(publisher && title, id)
    }
    for (const code of bank.code_details) {
      assert.match(code.as_of, /^\d{4}(-\d{2}){0,2}$/, id)
      assert.equal(code.redistribution, terms.get(code.source), `${id}: ${code.scheme} ${code.value}`)
    }
    const freest = (['open', 'attribution', 'unclear', 'restricted'] as const).find((one) =>
      [...terms.values()].includes(one),
    )
    assert.equal(bank.redistribution, freest, id)
  }
})
