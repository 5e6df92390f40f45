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

test('the source of a BIC is among the sources of the bank, and is known for most BICs', () => {
  const directory = shippedDirectory()
  const details = records.flatMap(({ id }) => {
    const bank = findBankDetail(directory, id)
    const bics = [bank?.bic, ...(bank?.other_bics ?? [])].filter((bic) => typeof bic === 'string')
    assert.deepEqual(
      bank?.bic_details.map(({ bic }) => bic),
      bics,
      id,
    )
    for (const { source, as_of } of bank?.bic_details ?? []) {
      assert.ok(source === null || bank?.sources.some((one) => one.id === source), id)
      assert.equal(as_of === null, source === null, id)
    }
    return bank?.bic_details ?? []
  })
  const known = details.filter(({ source }) => source !== null)
  assert.ok(known.length >= details.length * 0.8, `${known.length} of ${details.length}`)
})
