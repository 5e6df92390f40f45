import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValidator } from '../../../../src/dataset/schema-check.ts'
import { sourceSchema } from '../../../../src/directory/records/source.ts'
import files from './official-files.json' with { type: 'json' }

const optional = ['download', 'ownCompleteFor', 'abbreviates', 'fillsMissingBicsOnly', 'form']
const required = ['source', 'completeFor', 'rowsMin', 'columns']

test('the facts about a file have no unknown field, and make a valid entry for sources.json', () => {
  const validate = createValidator(sourceSchema)
  for (const [name, facts] of Object.entries(files)) {
    const fields = Object.keys(facts).filter((field) => !optional.includes(field))
    assert.deepEqual(fields, required, name)
    assert.equal(validate({ ...facts.source, id: name, date: '2026-01' }), undefined, name)
    assert.ok(facts.rowsMin > 0, name)
  }
})

test('columns are numbered in the order of the header, and fixed columns do not overlap', () => {
  for (const [name, { columns }] of Object.entries(files)) {
    let before = 0
    for (const [column, position] of Object.entries<number | number[]>(columns)) {
      const [first = 0, last = first] = [position].flat()
      assert.ok(first > before && last >= first, `${name}: ${column}`)
      if (!Array.isArray(position)) assert.equal(first, before + 1, `${name}: ${column}`)
      before = last
    }
  }
})
