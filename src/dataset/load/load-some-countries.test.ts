import assert from 'node:assert/strict'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  branchForm,
  form,
  method,
  range,
  sharedField,
  small,
  writeFolder,
} from '../../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../../test/support/services/processes.ts'
import { loadIndexed } from './load-directory.ts'

const open = (folder: string, isTrusted: boolean, countries?: string[]) =>
  loadIndexed({ folder }, undefined, { countries, isTrusted })

for (const countries of [['AA'], undefined]) {
  test(`trusted data gives the same as data that is checked on loading: ${countries ?? 'all countries'}`, async (t) => {
    const folder = writeFolder(t, {
      ...small(),
      ranges: [range('500', '599')],
      forms: [form('aa_form'), branchForm('aa_branch')],
      branches: { aa_branch: ['00101\tMain'] },
      requirements: [sharedField(), method('aa_local')],
      ranks: [{ country: 'AA', banks: ['aa-first'] }],
    })
    const [trusted, checked] = [await open(folder, true, countries), await open(folder, false, countries)]
    assert.deepEqual(trusted.packed, checked.packed)
    assert.deepEqual(trusted.tables, checked.tables)
  })
}

test('only the files of the countries that are asked for are read, and other sets of countries have their own cache', async (t) => {
  const folder = writeFolder(t, small())
  const cacheFolder = temporaryFolder(t)
  writeFileSync(join(folder, 'banks/bb.jsonl'), 'not JSON\n')
  const load = async (countries: string[]) => {
    const { packed, stored } = await loadIndexed({ folder }, cacheFolder, { countries })
    await stored
    return packed
  }
  const cached = (): number[] =>
    ['some_directory-', 'some_indexes-'].map(
      (part) => readdirSync(cacheFolder).filter((name) => name.startsWith(part)).length,
    )
  const first = await load(['AA'])
  assert.deepEqual([...first.banks.keys()], ['AA'])
  assert.deepEqual(cached(), [1, 1])
  writeFileSync(join(folder, 'banks/bb.jsonl'), 'other text\n')
  assert.deepEqual(await load(['AA']), first)
  assert.deepEqual(cached(), [1, 1])
  await assert.rejects(load(['AA', 'BB']), { name: 'DatasetError' })
})

for (const isTrusted of [true, false]) {
  const kind = isTrusted ? 'trusted' : 'other'

  test(`in ${kind} data, a line that is not JSON is an error with the file and the line`, async (t) => {
    const folder = writeFolder(t, small())
    const file = join(folder, 'banks/aa.jsonl')
    const lines = readFileSync(file, 'utf8').split('\n').length
    appendFileSync(file, '{"id":\n')
    await assert.rejects(open(folder, isTrusted, ['AA']), {
      name: 'DatasetError',
      message: new RegExp(`^banks/aa\\.jsonl:${lines}: is not JSON`),
    })
  })

  test(`in ${kind} data, a last line without a line feed is an error, not a missing bank`, async (t) => {
    const folder = writeFolder(t, small())
    const file = join(folder, 'banks/aa.jsonl')
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd())
    await assert.rejects(open(folder, isTrusted, ['AA']), {
      name: 'DatasetError',
      message: /^banks\/aa\.jsonl:\d+: there is no newline/,
    })
  })
}
