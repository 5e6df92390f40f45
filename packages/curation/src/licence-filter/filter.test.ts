import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Redistribution, Source } from '../../../../src/directory/records/source.ts'
import {
  bank,
  branchForm,
  branchText,
  code,
  form,
  method,
  type Row,
  range,
  sharedField,
  small,
  writeFolder,
} from '../../../../test/support/data/small-data.ts'
import { dataFolder } from '../../../../test/support/services/service.ts'
import { openDataFolder } from '../data-folder.ts'
import { fieldWords } from '../fields-by-source.ts'
import { type FilteredData, filterByTerms } from './filter.ts'
import { writeFilteredFolder } from './write-folder.ts'

const closed = ['a-closed', 'a-list']

function filtered(t: TestContext, banks: { aa: Row[]; bb?: Row[] }, fields: string[] = ['name']): FilteredData {
  const data = small()
  const [list] = data.sources
  data.sources = [
    { ...list, id: 'a-closed', redistribution: 'restricted', fields: ['name', 'bic', 'city', 'code', 'lei'] },
    { ...list, fields },
    { ...list, id: 'a-register', fields: ['merger'] },
    { ...list, id: 'a-unused' },
  ]
  data.banks = { bb: [bank('bb-only')], ...banks }
  return filterByTerms(openDataFolder(writeFolder(t, data)), new Set(['restricted']))
}

test('a code is removed with its source, and a field if no remaining source gives it', (t) => {
  const codes = [code('001', { bic: 'AAAAAA22' }), code('002', { source: 'a-closed' })]
  const facts = { codes, bic: 'AAAAAA22', city: 'Town', lei: '529900BBEBGNAA1C6176', notes: ['A note.'] }
  const { banks, losses } = filtered(t, { aa: [bank('aa-one', { ...facts, sources: closed })] }, ['name', 'city'])
  assert.deepEqual(banks.get('aa-one'), bank('aa-one', { city: 'Town', codes: [code('001')], sources: ['a-list'] }))
  assert.deepEqual(losses, [
    {
      country: 'AA',
      is_gone: false,
      banks: { before: 1, after: 1, lost: [] },
      codes: { before: 2, after: 1 },
      fields: {
        bic: { before: 1, after: 0 },
        lei: { before: 1, after: 0 },
        notes: { before: 1, after: 0 },
      },
    },
  ])
})

test('a BIC that another source gives loses the source that is removed', (t) => {
  const of = (id: string, bic_source: string) => bank(id, { bic: 'AAAAAA22', bic_source, sources: closed })
  const aa = [of('aa-one', 'a-closed'), of('aa-two', 'a-list')]
  const { banks } = filtered(t, { aa }, ['name', 'bic'])
  assert.deepEqual([banks.get('aa-one')?.bic, banks.get('aa-one')?.bic_source], ['AAAAAA22', undefined])
  assert.equal(banks.get('aa-two')?.bic_source, 'a-list')
})

test('a kept code keeps its attributes', (t) => {
  const codes = [code('001', { main: true }), code('002', { source: 'a-closed' })]
  const inForce = bank('aa-two', { status: 'merged', codes: [code('003', { in_force: true })], sources: closed })
  const { banks } = filtered(t, { aa: [bank('aa-one', { codes, sources: closed }), inForce] })
  assert.deepEqual(banks.get('aa-one')?.codes, [code('001', { main: true })])
  assert.deepEqual(banks.get('aa-two')?.codes, [code('003', { in_force: true })])
})

test('a bank that loses no source is unchanged, whatever fields its sources give', (t) => {
  const whole = bank('aa-one', { website: 'https://a.example', notes: ['A note.'], codes: [code('001')] })
  const { banks, losses } = filtered(t, { aa: [whole] })
  assert.deepEqual(banks.get('aa-one'), whole)
  assert.deepEqual(losses, [])
})

test('a bank is removed if no remaining source names it', (t) => {
  const aa = [
    bank('aa-named', { sources: closed }),
    bank('aa-nameless', { sources: ['a-closed', 'a-register'] }),
    bank('aa-only', { sources: ['a-closed'] }),
  ]
  const { banks, losses, sources } = filtered(t, { aa })
  assert.deepEqual([...banks.keys()], ['aa-named', 'bb-only'])
  assert.deepEqual(losses[0]?.banks, { before: 3, after: 1, lost: ['aa-nameless', 'aa-only'] })
  assert.deepEqual([...sources.keys()], ['a-list'])
})

test('a bank that only the maintainers still name is removed, unless no other source named it', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources = [
    { ...list, id: 'a-closed', redistribution: 'restricted' },
    { ...list },
    { ...list, id: 'curated', fields: ['name'] },
  ]
  data.banks = {
    aa: [
      bank('aa-listed', { aliases: ['First'], sources: ['a-closed', 'curated'] }),
      bank('aa-named', { sources: ['a-closed', 'a-list', 'curated'] }),
      bank('aa-own', { sources: ['curated'] }),
    ],
    bb: [bank('bb-only')],
  }
  const { banks } = filterByTerms(openDataFolder(writeFolder(t, data)), new Set(['restricted']))
  assert.deepEqual([...banks.keys()], ['aa-named', 'aa-own', 'bb-only'])
})

test('high confidence becomes medium if all remaining codes are unconfirmed', (t) => {
  const unconfirmed = code('001', { status: 'unconfirmed' })
  const closedCode = code('002', { source: 'a-closed' })
  const aa = [
    bank('aa-confirmed', { codes: [unconfirmed, code('003')], confidence: 'high', sources: closed }),
    bank('aa-disputed', { codes: [unconfirmed, closedCode], confidence: 'high', sources: closed }),
    bank('aa-without', { codes: [closedCode], confidence: 'high', sources: closed }),
  ]
  const { banks } = filtered(t, { aa })
  assert.deepEqual(
    [...banks.values()].filter(({ country }) => country === 'AA').map(({ id, confidence }) => [id, confidence]),
    [
      ['aa-confirmed', 'high'],
      ['aa-disputed', 'medium'],
      ['aa-without', 'high'],
    ],
  )
})

test('a city is removed with its state, and the note on a shared BIC stays with the BIC', (t) => {
  const notes = ['The BIC is that of a central institution shared by several banks.', 'Another list says 003.']
  const facts = { city: 'Town', region: 'TX', bic: 'AAAAAA22', notes, sources: closed }
  const { banks } = filtered(t, { aa: [bank('aa-one', facts)] }, ['name', 'bic', 'city'])
  const { city, region, notes: left } = banks.get('aa-one') ?? {}
  assert.deepEqual([city, region, left], [undefined, undefined, notes.slice(0, 1)])
})

test('a scheme stays without its codes, and the build says how many there were', (t) => {
  const codes = [code('001', { source: 'a-closed' }), code('002', { status: 'former', source: 'a-closed' })]
  const { schemes, countries, build } = filtered(t, { aa: [bank('aa-one', { codes, sources: closed })] })
  assert.deepEqual([...schemes.keys()], ['aa_code'])
  assert.deepEqual(countries[0]?.code_schemes, ['aa_code'])
  assert.deepEqual(build.without, ['restricted'])
  const lost = { aa_code: { count: 2, terms: ['restricted'] } }
  assert.deepEqual(build.countries, [{ code: 'AA', name: 'AA', terms: ['restricted'], banks: 1, bics: 0, codes: lost }])
})

test('the schemes of a country without a bank are removed, and so is its loan of bank codes', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources = [{ ...list, id: 'a-closed', redistribution: 'restricted' }, { ...list }]
  data.countries = data.countries.map((one) => (one.code === 'BB' ? { ...one, bank_codes_from: 'AA' } : one))
  const codes = [code('001', { source: 'a-closed' })]
  data.banks = { aa: [bank('aa-one', { codes, sources: ['a-closed'] })], bb: [bank('bb-only')] }
  const { schemes, countries } = filterByTerms(openDataFolder(writeFolder(t, data)), new Set(['restricted']))
  assert.equal(schemes.size, 0)
  assert.ok(countries.every(({ bank_codes_from }) => bank_codes_from === undefined))
})

test('a country without a bank is removed, including from its region', (t) => {
  const { countries, losses } = filtered(t, { aa: [bank('aa-only', { sources: ['a-closed'] })] })
  assert.deepEqual(
    countries.map(({ code: id, members }) => [id, members]),
    [
      ['BB', undefined],
      ['RR', ['BB']],
    ],
  )
  assert.deepEqual(
    losses.map(({ country, is_gone }) => [country, is_gone]),
    [['AA', true]],
  )
})

test('a successor is kept only if it is in the data and a remaining source gives it', (t) => {
  const merged = { status: 'merged', notes: ['A note.'] }
  const aa = [
    bank('aa-gone', { sources: ['a-closed'] }),
    bank('aa-into-gone', { ...merged, successor: 'aa-gone' }),
    bank('aa-into-reduced', { ...merged, successor: 'aa-reduced' }),
    bank('aa-into-whole', { ...merged, successor: 'aa-whole' }),
    bank('aa-known', { ...merged, successor: 'aa-reduced', sources: ['a-list', 'a-register'] }),
    bank('aa-moved', { ...merged, successor: 'aa-reduced', codes: [code('001', { status: 'former' })] }),
    bank('aa-reduced', { codes: [code('001')], sources: closed }),
    bank('aa-whole'),
  ]
  const { banks } = filtered(t, { aa })
  const lostSuccessor = ['The bank merged. The source that names its successor is not part of this data.']
  assert.deepEqual(
    [...banks.values()].filter(({ status }) => status === 'merged').map((one) => [one.id, one.successor, one.notes]),
    [
      ['aa-into-gone', undefined, lostSuccessor],
      ['aa-into-reduced', undefined, lostSuccessor],
      ['aa-into-whole', 'aa-whole', ['A note.']],
      ['aa-known', 'aa-reduced', ['A note.']],
      ['aa-moved', 'aa-reduced', ['A note.']],
    ],
  )
})

test('a code range is kept with its scheme if its source and one of its banks are kept', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources = [{ ...list, id: 'a-closed', redistribution: 'restricted' }, { ...list }, { ...list, id: 'a-ranges' }]
  data.banks = { aa: [bank('aa-gone', { sources: ['a-closed'] }), bank('aa-one')], bb: [bank('bb-only')] }
  const seen = { evidence: 'seen', source: 'a-ranges' }
  data.ranges = [
    range('100', '199', { ...seen, banks: ['aa-gone'] }),
    range('200', '299', { ...seen, banks: ['aa-gone', 'aa-one'] }),
    range('300', '399', { ...seen, banks: ['aa-one'], source: 'a-closed' }),
  ]
  const { codeRanges, schemes, sources } = filterByTerms(openDataFolder(writeFolder(t, data)), new Set(['restricted']))
  assert.deepEqual(codeRanges, [range('200', '299', { ...seen, banks: ['aa-one'] })])
  assert.deepEqual([...schemes.keys()], ['aa_code'])
  assert.deepEqual([...sources.keys()], ['a-list', 'a-ranges'])
})

test('an account form is kept with its source, even if its scheme has no codes left', (t) => {
  const data = small()
  const [list] = data.sources
  const [scheme] = data.schemes
  data.sources = [{ ...list, id: 'a-closed', redistribution: 'restricted' }, { ...list }]
  data.schemes = [{ ...scheme }, { ...scheme, id: 'aa_lost' }]
  const lost = { sources: ['a-closed'], codes: [code('003', { scheme: 'aa_lost', source: 'a-closed' })] }
  data.banks = { aa: [bank('aa-gone', lost), bank('aa-one', { codes: [code('001')] })], bb: [bank('bb-only')] }
  const kept = form('aa_kept')
  const withoutCodes = form('aa_lost', { scheme: 'aa_lost' })
  data.forms = [form('aa_closed', { source: 'a-closed' }), kept, withoutCodes]
  const folder = openDataFolder(writeFolder(t, data))
  const classes = new Set<Redistribution>(['restricted'])
  const out = join(folder.path, 'out')
  writeFilteredFolder(folder, filterByTerms(folder, classes), classes, out)
  assert.deepEqual(JSON.parse(readFileSync(join(out, 'account-forms.json'), 'utf8')), [kept, withoutCodes])
})

test('a branch list is dropped with its source, and the build says so; its form stays', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources = [{ ...list, id: 'a-closed', redistribution: 'unclear' }, { ...list }]
  const codes = [code('001')]
  data.banks = { aa: [bank('aa-gone', { sources: ['a-closed'] }), bank('aa-one', { codes })], bb: [bank('bb-only')] }
  data.forms = [branchForm('aa_closed', { branches: { source: 'a-closed' } }), branchForm('aa_kept')]
  const rows = ['00101\tA Street', '00102\t\t\t\taa-gone']
  data.branches = { aa_closed: rows, aa_kept: rows }
  const folder = openDataFolder(writeFolder(t, data))
  const classes = new Set<Redistribution>(['unclear'])
  const out = join(folder.path, 'out')
  const { files_left_out } = writeFilteredFolder(folder, filterByTerms(folder, classes), classes, out)
  assert.deepEqual(files_left_out, ['branches/aa_closed.tsv'])
  assert.deepEqual(readdirSync(join(out, 'branches')), ['aa_kept.tsv'])
  assert.equal(
    readFileSync(join(out, 'branches/aa_kept.tsv'), 'utf8'),
    branchText(['00101\tA Street', '00102\t\t\t\t\tA Bank']),
  )
  const { branches: _, ...closedForm } = branchForm('aa_closed')
  assert.deepEqual(JSON.parse(readFileSync(join(out, 'account-forms.json'), 'utf8')), [
    closedForm,
    branchForm('aa_kept'),
  ])
  const [country] = openDataFolder(out).build?.countries ?? []
  assert.deepEqual(country?.branch_lists, { aa_closed: { count: 2, terms: ['unclear'] } })
})

test('a country that loses only its branch list is in the description of the build', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources = [{ ...list, id: 'a-closed', redistribution: 'unclear' }, { ...list }]
  data.forms = [branchForm('aa_closed', { branches: { source: 'a-closed' } })]
  data.branches = { aa_closed: ['00101'] }
  const { build } = filterByTerms(openDataFolder(writeFolder(t, data)), new Set(['unclear']))
  assert.deepEqual(
    build.countries.map(({ code: id, codes, branch_lists }) => [id, codes, branch_lists]),
    [['AA', {}, { aa_closed: { count: 1, terms: ['unclear'] } }]],
  )
})

test('the words for kinds of codes stay, without the schemes that are gone', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources = [{ ...list, id: 'b-list', redistribution: 'restricted' }, { ...list }].sort((a, b) =>
    String(a.id) < String(b.id) ? -1 : 1,
  )
  data.schemes.push({ ...data.schemes[0], id: 'bb_code', country: 'BB' })
  data.banks.bb = [bank('bb-only', { sources: ['b-list'] })]
  const words = { en: ['sort code'] }
  data.intentWords = [{ id: 'sort_code', chooses: ['aa_code', 'bb_code', 'bic'], words }]
  const folder = openDataFolder(writeFolder(t, data))
  const classes = new Set<Redistribution>(['restricted'])
  const out = join(folder.path, 'out')
  writeFilteredFolder(folder, filterByTerms(folder, classes), classes, out)
  assert.deepEqual(openDataFolder(out).intentWords, [{ id: 'sort_code', chooses: ['aa_code', 'bic'], words }])
})

test('the lists of best-known banks keep the open banks that remain, in their order', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources = [{ ...list, id: 'a-closed', redistribution: 'restricted' }, { ...list }]
  const lost = { sources: ['a-closed'] }
  data.banks = {
    aa: [bank('aa-gone', lost), bank('aa-merged', { status: 'merged' }), bank('aa-one'), bank('aa-two')],
    bb: [bank('bb-gone', lost), bank('bb-only')],
  }
  data.ranks = [
    { country: 'BB', banks: ['bb-gone'] },
    { country: 'AA', banks: ['aa-two', 'aa-gone', 'aa-merged', 'aa-one'] },
  ]
  const folder = openDataFolder(writeFolder(t, data))
  const classes = new Set<Redistribution>(['restricted'])
  const out = join(folder.path, 'out')
  const { files_left_out } = writeFilteredFolder(folder, filterByTerms(folder, classes), classes, out)
  assert.deepEqual(openDataFolder(out).ranks, [{ country: 'AA', banks: ['aa-two', 'aa-one'] }])
  assert.deepEqual(files_left_out, [])
})

test('a payment method is kept if its source and its form are kept', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources = [{ ...list, id: 'a-closed', redistribution: 'restricted' }, { ...list }]
  const lost = { sources: ['a-closed'], codes: [code('003', { source: 'a-closed' })] }
  data.banks = { aa: [bank('aa-gone', lost), bank('aa-one')], bb: [bank('bb-only')] }
  data.forms = [form('aa_closed', { source: 'a-closed' }), form('aa_kept')]
  const field = { key: 'code', label: 'Code', hint: 'A code.', type: 'text' }
  const shared = sharedField()
  const byForm = method('aa_form', { fields: [{ ...field, form: 'aa_kept' }] })
  const byScheme = method('aa_scheme', { fields: [{ ...field, schemes: ['aa_code'], example: '001' }] })
  data.requirements = [
    shared,
    method('aa_closed', { source: 'a-closed' }),
    method('aa_closed_form', { fields: [{ ...field, form: 'aa_closed' }] }),
    byForm,
    byScheme,
  ]
  const folder = openDataFolder(writeFolder(t, data))
  const classes = new Set<Redistribution>(['restricted'])
  const out = join(folder.path, 'out')
  writeFilteredFolder(folder, filterByTerms(folder, classes), classes, out)
  const kept = JSON.parse(readFileSync(join(out, 'account-requirements.json'), 'utf8'))
  assert.deepEqual(kept, [shared, byForm, byScheme])
})

test('a payment method stays without the schemes that its fields lost, unless it lost all of them', (t) => {
  const data = small()
  const [list] = data.sources
  const [scheme] = data.schemes
  data.sources = [{ ...list, id: 'a-closed', redistribution: 'restricted' }, { ...list }]
  data.schemes = [{ ...scheme }, { ...scheme, id: 'lost', country: '*' }]
  const lost = { scheme: 'lost', source: 'a-closed' }
  data.banks = {
    aa: [bank('aa-one', { codes: [code('001'), code('002', lost)], sources: ['a-closed', 'a-list'] })],
    bb: [bank('bb-only')],
  }
  const field = { key: 'code', label: 'Code', hint: 'A code.', type: 'bank', example: '001' }
  const withSchemes = (...schemes: string[]) => ({ fields: [{ ...field, schemes }] })
  data.requirements = [method('aa_both', withSchemes('aa_code', 'lost')), method('aa_lost', withSchemes('lost'))]
  const folder = openDataFolder(writeFolder(t, data))
  const classes = new Set<Redistribution>(['restricted'])
  const out = join(folder.path, 'out')
  writeFilteredFolder(folder, filterByTerms(folder, classes), classes, out)
  const kept = JSON.parse(readFileSync(join(out, 'account-requirements.json'), 'utf8'))
  assert.deepEqual(kept, [method('aa_both', withSchemes('aa_code'))])
  const { schemes, methods } = openDataFolder(out).build ?? {}
  assert.deepEqual(schemes, ['lost'])
  assert.deepEqual(methods, [{ id: 'aa_lost', country: 'AA', terms: ['restricted'] }])
})

test('filtered by terms, the shipped data has no fact that only restricted or unclear sources give', () => {
  const data = openDataFolder(dataFolder)
  const { banks, sources } = filterByTerms(data, new Set(['restricted', 'unclear']))
  assert.ok(banks.size > 10_000 && banks.size < data.banks.size)
  assert.ok([...sources.values()].every(({ redistribution }) => /^(open|attribution)$/.test(redistribution)))
  for (const left of banks.values()) {
    assert.ok(left.sources.every((id) => sources.has(id)))
    assert.ok((left.codes ?? []).every(({ source }) => sources.has(source)))
    if (left.sources.length === data.banks.get(left.id)?.sources.length) continue
    const given = left.sources.flatMap((id) => (sources.get(id) as Source).fields)
    for (const [field, words] of Object.entries(fieldWords)) {
      assert.ok(!(field in left) || words.some((word) => given.includes(word)), `${left.id}: ${field}`)
    }
  }
})

test('every word in the field table is used by a shipped source', () => {
  const used = new Set([...openDataFolder(dataFolder).sources.values()].flatMap(({ fields }) => fields))
  for (const word of Object.values(fieldWords).flat()) assert.ok(used.has(word), word)
})
