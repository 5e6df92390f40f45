import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bank, code, type Row, small, writeFolder } from '../../../test/small-data.ts'
import type { BankRecord } from '../../directory/bank.ts'
import { openDataFolder, saveDataFolder } from '../data-folder.ts'
import { type Claim, type OfficialFile, UnusableFile } from '../sources/official.ts'
import { type Imported, importFile } from './import.ts'

/** A list whose rows are claims in JSON; its first edition is of 2026-01-31. */
const list: OfficialFile = {
  name: 'aa-list',
  source: {
    title: 'The list',
    publisher: 'A',
    licence: 'CC0',
    redistribution: 'open',
    countries: ['AA'],
    fields: ['name', 'city', 'bic', 'lei'],
  },
  completeFor: [],
  ownCompleteFor: ['aa_code'],
  rowsMin: 1,
  async *read(bytes) {
    let text = ''
    for await (const piece of bytes) text += Buffer.from(piece).toString()
    for (const [at, line] of text.trim().split('\n').entries()) {
      yield { country: 'AA', codes: [], ...JSON.parse(line), line: at + 1 } as Claim
    }
  },
}

const row = (value: string, name: string, more: object = {}): object => ({
  name,
  codes: [{ scheme: 'aa_code', value }],
  ...more,
})

const known = (id: string, name: string, values: string[], more: Row = {}): Row =>
  bank(id, {
    name,
    codes: values.map((value) => code(value, { source: 'aa-list-2026-01' })),
    sources: ['aa-list-2026-01'],
    ...more,
  })

interface Workshop {
  path: string
  run(rows: object[], asOf: string): Promise<Imported>
  /** Runs it, writes it, and answers the banks as they are then. */
  write(rows: object[], asOf: string): Promise<Imported & { banks: Map<string, BankRecord> }>
}

function workshop(t: TestContext, banks: Row[]): Workshop {
  const data = small()
  data.sources.push({ ...(data.sources[0] as Row), id: 'aa-list-2026-01', fields: ['name', 'city', 'bic', 'lei'] })
  const path = writeFolder(t, { ...data, banks: { aa: banks, bb: [] } })
  const file = join(path, 'fetched.txt')
  const run: Workshop['run'] = (rows, asOf) => {
    writeFileSync(file, rows.map((each) => `${JSON.stringify(each)}\n`).join(''))
    return importFile({
      folder: openDataFolder(path),
      file: list,
      path: file,
      asOf,
      acceptsLosses: false,
      onProgress: () => {},
    })
  }
  return {
    path,
    run,
    write: async (rows, asOf) => {
      const imported = await run(rows, asOf)
      saveDataFolder({ path, banks: imported.draft.banks, sources: imported.draft.sources })
      return { ...imported, banks: openDataFolder(path).banks }
    },
  }
}

const said = ({ draft }: Imported): string[] =>
  draft.changes.map(({ kind, bank: id, text }) => `${kind} ${id}: ${text}`)

const two = (): Row[] => [
  known('aa-alpha', 'Alpha Bank', ['001', '002']),
  known('aa-beta', 'Beta Savings Bank', ['003'], { city: 'Town' }),
]

/** So that a code more or less is no sharp loss. */
const values = Array.from({ length: 9 }, (_, at) => `10${at}`)
const large = known('aa-large', 'Large Bank', values)
const rowsOfLarge = values.map((value) => row(value, 'LARGE BANK'))

test('a newer edition that says the same renews the date of every code, and changes nothing else', async (t) => {
  const { write } = workshop(t, two())
  const rows = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BK LTD'), row('003', 'BETA SVGS BANK')]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(said(imported), [])
  assert.equal(imported.draft.confirmed, 3)
  assert.deepEqual(banks.get('aa-beta')?.codes, [{ scheme: 'aa_code', value: '003', source: 'aa-list-2026-06' }])
  assert.deepEqual(banks.get('aa-beta')?.sources, ['aa-list-2026-01', 'aa-list-2026-06'])
  assert.equal(banks.get('aa-alpha')?.name, 'Alpha Bank')
})

test('the same import twice changes nothing', async (t) => {
  const { path, write, run } = workshop(t, two())
  const rows = [row('001', 'ALPHA BANK'), row('003', 'GAMMA BANK'), row('009', 'NEW BANK OF TOWN', { city: 'TOWN' })]
  assert.ok(said(await write(rows, '2026-06-30')).length > 0)
  const before = readFileSync(join(path, 'banks/aa.jsonl'), 'utf8')
  const again = await run(rows, '2026-06-30')
  assert.equal(again.draft.edits(), 0)
  await write(rows, '2026-06-30')
  assert.equal(readFileSync(join(path, 'banks/aa.jsonl'), 'utf8'), before)
})

test('a bank under another name, which nobody else has, is renamed and keeps its id and its old name', async (t) => {
  const { write } = workshop(t, two())
  const { banks, ...imported } = await write(
    [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'DELTA BANK')],
    '2026-06-30',
  )
  assert.deepEqual(said(imported), ['renamed aa-beta: Its name is "Delta Bank", no longer "Beta Savings Bank".'])
  const renamed = banks.get('aa-beta')
  assert.deepEqual([renamed?.name, renamed?.aliases], ['Delta Bank', ['Beta Savings Bank']])
})

test('a code under the name of another bank moves to it; a bank that has none left became part of it', async (t) => {
  const { write } = workshop(t, two())
  const { banks, ...imported } = await write(
    [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'ALPHA BANK')],
    '2026-06-30',
  )
  assert.deepEqual(said(imported), [
    'moved aa-beta: aa_code 003 is now a code of aa-alpha.',
    'merged aa-beta: It became part of aa-alpha, which has its codes now.',
  ])
  const [alpha, beta] = [banks.get('aa-alpha'), banks.get('aa-beta')]
  assert.deepEqual(
    alpha?.codes?.map(({ value, status }) => [value, status]),
    [
      ['001', undefined],
      ['002', undefined],
      ['003', undefined],
    ],
  )
  assert.deepEqual(
    beta?.codes?.map(({ value, status }) => [value, status]),
    [['003', 'former']],
  )
  assert.deepEqual([beta?.status, beta?.successor], ['merged', 'aa-alpha'])
})

test('a code that a later edition lacks is gone; a bank without any code left is for a person to look at', async (t) => {
  const { write } = workshop(t, [...two(), large])
  const rows = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), ...rowsOfLarge]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(said(imported), [
    'gone aa-beta: aa_code 003 is not in the list any more. It has no current code left: look whether it has closed.',
  ])
  assert.equal(banks.get('aa-beta')?.codes?.[0]?.status, 'former')
  assert.equal(banks.get('aa-beta')?.status, 'active')
})

test('a bank that we do not have is added, with an id that no bank ever had', async (t) => {
  const { write } = workshop(t, [
    ...two(),
    known('aa-gamma-bank', 'Something Else', [], { status: 'closed', codes: undefined }),
  ])
  const rows = [
    row('001', 'ALPHA BANK'),
    row('002', 'ALPHA BANK'),
    row('003', 'BETA SAVINGS BANK'),
    row('010', 'GAMMA BANK', { city: 'TOWN' }),
    row('011', 'GAMMA BANK', { city: 'TOWN' }),
  ]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(said(imported), ['added aa-gamma-bank-town: "Gamma Bank" in Town, 2 codes.'])
  assert.deepEqual(banks.get('aa-gamma-bank-town')?.codes?.length, 2)
  assert.equal(banks.get('aa-gamma-bank')?.name, 'Something Else')
})

test('an older file overrides nothing: it fills gaps, and what it alone has is no current code', async (t) => {
  const { write } = workshop(t, two())
  const rows = [
    row('001', 'OMEGA BANK'),
    row('002', 'ALPHA BANK', { city: 'CITY' }),
    row('003', 'BETA SAVINGS BANK', { city: 'ELSEWHERE' }),
    row('005', 'BETA SAVINGS BANK', { city: 'TOWN' }),
    row('006', 'GONE BANK'),
  ]
  const { banks, ...imported } = await write(rows, '2020-01-31')
  assert.deepEqual(said(imported), [
    'filled aa-alpha: Its city is City.',
    'filled aa-beta: aa_code 005 is added as former: a newer list does not have it.',
  ])
  assert.equal(imported.draft.kept.newer, 1)
  assert.equal(imported.passedOver, 1)
  assert.equal(banks.get('aa-alpha')?.name, 'Alpha Bank')
  assert.equal(banks.get('aa-beta')?.city, 'Town')
  assert.equal(banks.get('aa-beta')?.codes?.find(({ value }) => value === '003')?.source, 'aa-list-2026-01')
})

test('what was corrected by hand stays, and the summary says so', async (t) => {
  const { path, write } = workshop(t, [...two(), large])
  const reason = 'The register of the regulator has this name.'
  const corrections = [
    { bank: 'aa-beta', fact: 'name', reason, evidence: 'https://regulator.example/', date: '2026-02-01' },
    { bank: 'aa-alpha', fact: 'aa_code 002', reason, evidence: 'a-list', date: '2026-02-01' },
  ]
  writeFileSync(join(path, 'corrections.jsonl'), corrections.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const { banks, ...imported } = await write(
    [row('001', 'ALPHA BANK'), row('003', 'DELTA BANK'), ...rowsOfLarge],
    '2026-06-30',
  )
  assert.deepEqual(said(imported), [])
  assert.deepEqual([...imported.draft.kept.corrected].sort(), ['aa-alpha aa_code 002', 'aa-beta name'])
  assert.equal(banks.get('aa-beta')?.name, 'Beta Savings Bank')
  assert.equal(banks.get('aa-alpha')?.codes?.find(({ value }) => value === '002')?.status, undefined)
})

test('identifiers without a name tie a LEI to the one bank of a BIC, and to none where several have it', async (t) => {
  const lei = '529900KO4FARHCMXNJ85'
  const { write } = workshop(t, [
    known('aa-alpha', 'Alpha Bank', ['001'], { bic: 'ALPHAAFF' }),
    known('aa-beta', 'Beta Bank', ['002'], { bic: 'BETAAAFF' }),
    known('aa-gamma', 'Gamma Bank', ['003'], { bic: 'BETAAAFF' }),
  ])
  const rows = [
    { bic: 'ALPHAAFFXXX', lei },
    { bic: 'BETAAAFFXXX', lei: '549300TRUWO2CD2G5692' },
    { bic: 'OTHRAAFFXXX', lei: '5493001KJTIIGC8Y1R12' },
  ]
  const { banks, ...imported } = await write(rows, '2020-01-31')
  assert.deepEqual(said(imported), [`filled aa-alpha: Its LEI is ${lei}.`])
  assert.equal(banks.get('aa-alpha')?.lei, lei)
  assert.equal(imported.passedOver, 2)
})

test('an empty file, a short one and one that has lost a fifth of its rows are refused', async (t) => {
  const many = Array.from({ length: 20 }, (_, at) => String(at).padStart(3, '0'))
  const { path, run } = workshop(t, [known('aa-alpha', 'Alpha Bank', many)])
  const before = readFileSync(join(path, 'banks/aa.jsonl'), 'utf8')
  await assert.rejects(run([], '2026-06-30'), { name: UnusableFile.name, message: /empty/ })
  const rows = many.slice(0, 15).map((value) => row(value, 'ALPHA BANK'))
  await assert.rejects(run(rows, '2026-06-30'), { name: UnusableFile.name, message: /15 rows, and we hold 20 codes/ })
  assert.equal(readFileSync(join(path, 'banks/aa.jsonl'), 'utf8'), before)
})

test('a correction that names no bank, no fact or no evidence is refused with its line', async (t) => {
  const { path, run } = workshop(t, two())
  const good = { bank: 'aa-beta', fact: 'name', reason: 'As the register has it.', evidence: 'a-list', date: '2026' }
  const refused: [object, RegExp][] = [
    [{ ...good, bank: 'aa-nobody' }, /corrections\.jsonl:1: there is no bank aa-nobody/],
    [{ ...good, fact: 'colour' }, /"colour" is neither a field/],
    [{ ...good, evidence: 'I know it' }, /neither an address nor a source/],
    [{ ...good, reason: '' }, /reason/],
  ]
  for (const [correction, message] of refused) {
    writeFileSync(join(path, 'corrections.jsonl'), `${JSON.stringify(correction)}\n`)
    await assert.rejects(run([row('001', 'ALPHA BANK')], '2026-06-30'), { message })
  }
})

test('a file that lacks many of the codes that we hold is refused unless that is accepted', async (t) => {
  const many = Array.from({ length: 60 }, (_, at) => String(at).padStart(3, '0'))
  const { path, run } = workshop(t, [known('aa-alpha', 'Alpha Bank', many)])
  const rows = many.slice(0, 50).map((value) => row(value, 'ALPHA BANK'))
  await assert.rejects(run(rows, '2026-06-30'), { name: UnusableFile.name, message: /lacks 10 of the 60 codes/ })
  const file = join(path, 'fetched.txt')
  const folder = openDataFolder(path)
  const accepted = await importFile({
    folder,
    file: list,
    path: file,
    asOf: '2026-06-30',
    acceptsLosses: true,
    onProgress: () => {},
  })
  assert.equal(said(accepted).length, 10)
})

test('a bank that we have as closed or merged is not revived by a list', async (t) => {
  const former = code('002', { status: 'former', source: 'aa-list-2026-01' })
  const { run } = workshop(t, [
    known('aa-alpha', 'Alpha Bank', ['001']),
    known('aa-beta', 'Beta Bank', [], { status: 'closed', codes: [former] }),
  ])
  const imported = await run([row('001', 'ALPHA BANK'), row('002', 'BETA BANK'), row('003', 'BETA BANK')], '2026-06-30')
  assert.deepEqual(said(imported), [
    'doubtful aa-beta: It is closed with us, and the file lists it.',
    'doubtful : "BETA BANK" is not where we have it, or another one than aa-beta.',
  ])
})

test('an unverified bank on a current list is open', async (t) => {
  const { write } = workshop(t, [known('aa-alpha', 'Alpha Bank', ['001'], { status: 'unverified' })])
  const { banks, ...imported } = await write([row('001', 'ALPHA BANK')], '2026-06-30')
  assert.deepEqual(said(imported), ['changed aa-alpha: It is on a current list, so it is open.'])
  assert.equal(banks.get('aa-alpha')?.status, 'active')
})

test('a code that both claim is kept with both, and served as that of the one who had it', async (t) => {
  const { write } = workshop(t, [
    known('aa-alpha', 'Alpha Bank', ['001']),
    known('aa-beta', 'Beta Bank', ['002'], { lei: '529900KO4FARHCMXNJ85' }),
  ])
  const claim = { name: 'BETA BANK', codes: ['002', '001'].map((value) => ({ scheme: 'aa_code', value })) }
  const { banks, ...imported } = await write([claim, row('001', 'ALPHA BANK')], '2026-06-30')
  assert.deepEqual(said(imported), [
    'filled aa-beta: aa_code 001 is added as unconfirmed: we have it as a code of aa-alpha.',
  ])
  assert.equal(banks.get('aa-alpha')?.codes?.[0]?.status, undefined)
  assert.equal(banks.get('aa-beta')?.codes?.[0]?.status, 'unconfirmed')
})

test('a correction at either end keeps a code from moving, and one of the legal name a bank from being renamed', async (t) => {
  const { path, run } = workshop(t, two())
  const reason = 'The register of the regulator has it so.'
  const correct = (id: string, fact: string): void => {
    const correction = { bank: id, fact, reason, evidence: 'a-list', date: '2026-02-01' }
    writeFileSync(join(path, 'corrections.jsonl'), `${JSON.stringify(correction)}\n`)
  }
  const moved = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'ALPHA BANK')]
  for (const id of ['aa-alpha', 'aa-beta']) {
    correct(id, 'aa_code 003')
    const imported = await run(moved, '2026-06-30')
    assert.deepEqual(said(imported), [])
    assert.deepEqual([...imported.draft.kept.corrected], [`${id} aa_code 003`])
  }
  correct('aa-beta', 'legal_name')
  const renamed = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'DELTA BANK')]
  assert.deepEqual(said(await run(renamed, '2026-06-30')), [])
})

test('a date that is less exact than ours means the edition that we have', async (t) => {
  const { path, write } = workshop(t, two())
  const before = readFileSync(join(path, 'sources.json'), 'utf8')
  await write(
    [row('001', 'ALPHA BANK', { city: 'CITY' }), row('002', 'ALPHA BANK'), row('003', 'BETA SAVINGS BANK')],
    '2026-01',
  )
  const ids = (text: string): [string, string][] => JSON.parse(text).map(({ id, date }: Row) => [id, date])
  assert.deepEqual(ids(readFileSync(join(path, 'sources.json'), 'utf8')), ids(before))
})

test('what an older list says under a former name may be about a predecessor, and fills nothing', async (t) => {
  const { run } = workshop(t, [known('aa-alpha', 'Alpha Bank', ['001'], { aliases: ['Village Bank'] })])
  const imported = await run([row('001', 'VILLAGE BANK', { website: 'http://village.example' })], '2020-01-31')
  assert.deepEqual(said(imported), [])
})
