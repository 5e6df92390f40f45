import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { small, writeFolder } from '../../../test/support/data/small-data.ts'
import { loadCountries } from './load-countries.ts'

test('checked data gives the same banks as data that is checked on loading', async (t) => {
  const folder = writeFolder(t, small())
  const [trusted, checked] = await Promise.all(
    [true, false].map((isChecked) => loadCountries({ folder, overlay: undefined }, ['AA'], { isChecked })),
  )
  assert.ok(trusted && checked)
  assert.deepEqual(trusted.packed.banks.get('AA')?.records, checked.packed.banks.get('AA')?.records)
  assert.deepEqual(trusted.packed.supported, checked.packed.supported)
})

for (const isChecked of [true, false]) {
  const open = (folder: string) => loadCountries({ folder, overlay: undefined }, ['AA'], { isChecked })
  const kind = isChecked ? 'checked' : 'unchecked'

  test(`in ${kind} data, a line that is not JSON is an error with the file and the line`, async (t) => {
    const folder = writeFolder(t, small())
    const file = join(folder, 'banks/aa.jsonl')
    const lines = readFileSync(file, 'utf8').split('\n').length
    appendFileSync(file, '{"id":\n')
    await assert.rejects(open(folder), {
      name: 'DatasetError',
      message: new RegExp(`^banks/aa\\.jsonl:${lines}: is not JSON`),
    })
  })

  test(`in ${kind} data, a last line without a line feed is an error, not a missing bank`, async (t) => {
    const folder = writeFolder(t, small())
    const file = join(folder, 'banks/aa.jsonl')
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd())
    await assert.rejects(open(folder), { name: 'DatasetError', message: /^banks\/aa\.jsonl:\d+: there is no newline/ })
  })
}
