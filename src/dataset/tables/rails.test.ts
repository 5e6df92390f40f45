import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bank,
  code,
  country,
  type Row,
  rail,
  type Small,
  small,
  writeFolder,
} from '../../../test/support/data/small-data.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { readDataset } from '../dataset.ts'

/** One rail on banks, one on codes, one that follows from a scheme, and one of a region with a long code. */
function withRails(first: Row = {}, ...more: Row[]): Small {
  const data = small()
  data.countries.push(country('AREA', { kind: 'region', members: ['AA'], other_members: ['ZZ'], source: 'a-list' }))
  data.rails = [
    rail('aa_ach', { level: 'code', from: { scheme: 'aa_code' } }),
    rail('aa_instant', { level: 'code' }),
    rail('aa_wire'),
    rail('area_transfer', { countries: ['AREA'], source: undefined, complete: false }),
    rail('bb_wire'),
    ...more,
  ]
  Object.assign(data.banks.aa?.[0] as Row, first)
  return data
}

const recordsOf = (folder: string, overlay?: string): Map<string, Row> =>
  new Map([...readDataset(folder, overlay).banks].map((record) => [record.id, record as Row]))

const overlayWith = (...rails: Row[]): Small => ({ ...small(), banks: {}, rails })

test('banks and codes name their rails, and a region with a long code is apart from the countries', (t) => {
  const rails = ['aa_wire', 'area_transfer']
  const data = withRails({ codes: [code('001', { rails: ['aa_instant'] })], rails })
  const folder = writeFolder(t, data)
  assert.deepEqual(recordsOf(folder).get('aa-first')?.rails, rails)
  const packed = packDirectory(readDataset(folder))
  assert.deepEqual(
    packed.regions.map(({ code, other_members }) => [code, other_members]),
    [['AREA', ['ZZ']]],
  )
  for (const list of [packed.countries, packed.supported])
    assert.deepEqual(
      list.map(({ code }) => code),
      ['AA', 'BB', 'RR'],
    )
  assert.equal(packed.rails.length, 5)
})

const badBanks: [fault: string, more: Row, message: RegExp][] = [
  ['an unknown rail', { rails: ['aa_none'] }, /aa-first: its rail aa_none is not in rails\.json/],
  ['a rail of another country', { rails: ['bb_wire'] }, /aa-first: bb_wire is a rail of BB/],
  ['a rail that follows from a scheme', { rails: ['aa_ach'] }, /aa_ach follows from its aa_code codes and must not/],
  ['the rail of a code', { rails: ['aa_instant'] }, /aa_instant is written on a code, not on a bank/],
  ['rails in the wrong order', { rails: ['area_transfer', 'aa_wire'] }, /aa_wire cannot follow area_transfer/],
  [
    'a rail that is known and unknown',
    { rails: ['aa_wire'], rails_unknown: ['aa_wire'] },
    /in rails and in rails_unknown/,
  ],
  [
    'an unknown rail on a code',
    { codes: [code('001', { rails: ['aa_wire'] })] },
    /aa_wire is written on a bank, not on/,
  ],
]
for (const [fault, more, message] of badBanks) {
  test(`${fault} is rejected on a bank`, (t) => {
    const folder = writeFolder(t, withRails(more))
    assert.throws(() => recordsOf(folder), message)
  })
}

const badRails: [fault: string, row: Row, message: RegExp][] = [
  ['an unknown country', rail('aa_new', { countries: ['CC'] }), /aa_new: CC is not a country or region/],
  ['an unknown source', rail('aa_new', { source: 'none' }), /aa_new: its source none is not in sources\.json/],
  ['completeness without a list', rail('aa_new', { source: undefined }), /it is complete, but it has no source/],
  ['no level', rail('aa_new', { level: undefined }), /\(aa_new\): the record is missing the field "level"/],
  ['a scheme and a list', rail('aa_new', { from: { scheme: 'aa_code' }, banks: ['aa-first'] }), /lists nothing/],
  ['an unknown scheme', rail('aa_new', { level: 'code', from: { scheme: 'aa_none' } }), /the scheme aa_none is not/],
  ['the scheme of another country', rail('bb_new', { level: 'code', from: { scheme: 'aa_code' } }), /belongs to AA/],
  ['a letter without a branch list', rail('aa_new', { letter: 'E' }), /a rail of level branch has a letter/],
]
for (const [fault, row, message] of badRails) {
  test(`a rail with ${fault} is rejected`, (t) => {
    const folder = writeFolder(t, withRails({}, row))
    assert.throws(() => readDataset(folder), message)
  })
}

test('the banks and codes that a rail of an overlay lists get the rail, and keep their other facts', (t) => {
  const folder = writeFolder(t, withRails({ rails: ['aa_wire'] }))
  const overlay = writeFolder(
    t,
    overlayWith(
      rail('aa_instant', { level: 'code', codes: { aa_code: ['002'] } }),
      rail('area_transfer', { countries: ['AREA'], banks: ['aa-first', 'aa-second'] }),
    ),
  )
  const records = recordsOf(folder, overlay)
  assert.deepEqual(records.get('aa-first'), {
    ...bank('aa-first'),
    codes: [code('001'), code('002', { rails: ['aa_instant'] })],
    rails: ['aa_wire', 'area_transfer'],
  })
  assert.deepEqual(records.get('aa-second')?.rails, ['area_transfer'])
  assert.equal(records.get('bb-only')?.rails, undefined)
  const dataset = readDataset(folder, overlay)
  assert.match(Buffer.from(dataset.lines.get('AA') as Uint8Array).toString(), /"rails":\["aa_wire","area_transfer"\]/)
})

test('a rail that an overlay lists is no longer unknown', (t) => {
  const folder = writeFolder(t, withRails({ rails_unknown: ['aa_wire'] }))
  const overlay = writeFolder(t, overlayWith(rail('aa_wire', { banks: ['aa-first'] })))
  assert.equal(recordsOf(folder).get('aa-first')?.rails, undefined)
  const record = recordsOf(folder, overlay).get('aa-first')
  assert.deepEqual([record?.rails, record?.rails_unknown], [['aa_wire'], undefined])
})
