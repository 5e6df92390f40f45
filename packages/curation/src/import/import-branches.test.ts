import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Source } from '../../../../src/directory/records/source.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { branchText, type Row, rail, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../../../test/support/services/processes.ts'
import { openDataFolder } from '../data-folder.ts'
import { auBsb } from '../sources/au-bsb.ts'
import type { BranchFile } from '../sources/branch-file.ts'
import { inIfsc } from '../sources/in-ifsc.ts'
import { jpBranch } from '../sources/jp-branch.ts'
import { type BranchesRequest, type ImportedBranches, importBranches } from './import-branches.ts'

interface Workbench {
  files: string
  /** The dates of single banks in the source of the names. */
  bankDates(): Source['bank_dates']
  listText(): string
  /** The rails of each bank, and those that are unknown, after a question mark. */
  railsText(): Record<string, string>
  run(more?: Partial<BranchesRequest>): ImportedBranches
}

/** A country with banks, the form of the list, and the downloaded files by name. The first is the one to name. */
function createWorkbench(
  t: TestContext,
  file: BranchFile,
  banks: Row[],
  contents: Record<string, unknown>,
  rails?: Row[],
): Workbench {
  const country = file.form.slice(0, 2).toUpperCase()
  const data = small()
  const schemes = new Set(banks.flatMap(({ codes }) => (codes as Row[]).map(({ scheme }) => String(scheme))))
  data.countries = [{ ...data.countries[0], code: country, code_schemes: [...schemes] }]
  data.schemes = [...schemes].map((id) => ({ ...data.schemes[0], id, country, pattern: '^[A-Z0-9]{2,4}$' }))
  data.banks = { [country.toLowerCase()]: banks.map((row) => ({ ...row, country })) }
  const parts = partsOf[file.form] as Row
  const form = { id: file.form, label: 'Code', country, scheme: file.form.replace('jp_branch', 'jp_zengin'), parts }
  data.forms = [{ ...form, recognised_by: 'number', example: exampleOf[file.form], source: 'a-list' }]
  if (rails) data.rails = rails
  const folder = writeFolder(t, data)
  const files = temporaryFolder(t)
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(files, name)), { recursive: true })
    writeFileSync(join(files, name), JSON.stringify(content))
  }
  const path = join(files, Object.keys(contents)[0] as string)
  return {
    files,
    bankDates: () => openDataFolder(folder).sources.get('in-ifsc-names-2026-03')?.bank_dates,
    railsText: () =>
      Object.fromEntries(
        [...openDataFolder(folder).banks].map(([id, { rails = [], rails_unknown: unread = [] }]) => [
          id,
          [...rails, ...unread.map((each) => `?${each}`)].join(' '),
        ]),
      ),
    listText: () => readFileSync(join(folder, `branches/${file.form}.tsv`), 'utf8'),
    run: (more = {}) =>
      importBranches({
        folder: openDataFolder(folder),
        file: { ...file, rowsMin: 1 },
        path,
        asOf: '2026-05-22',
        acceptsLosses: false,
        ...more,
      }),
  }
}

const partsOf: Record<string, Row> = {
  in_ifsc: { bank_code: '[A-Z]{4}', reserved: '0', branch_code: '[A-Z0-9]{6}' },
  au_bsb: { bank_code: '\\d{3}', branch_code: '\\d{3}' },
  jp_branch: { bank_code: '\\d{4}', branch_code: '\\d{3}' },
}
const exampleOf: Record<string, string> = { in_ifsc: 'AAAA0000001', au_bsb: '011001', jp_branch: '0001001' }

const bank = (id: string, name: string, ...codes: [scheme: string, value: string][]): Row => ({
  id,
  name,
  type: 'commercial_bank',
  codes: codes.map(([scheme, value]) => ({ scheme, value, source: 'a-list' })),
  status: 'active',
  confidence: 'high',
  sources: ['a-list'],
})

const indianBanks = [
  bank('in-lender', 'Lender Bank', ['in_ifsc', 'AAAA'], ['in_npci', 'AAAA']),
  bank('in-named', 'The Town Co-operative Bank', ['in_npci', 'TOWX']),
  bank('in-user', 'User Bank', ['in_npci', 'USEX']),
]

const indianFiles = {
  'IFSC.json': { AAAA: [1, 2, 'USER01', 'USER02', 'TOWN01', 'GONE01', 'OWN001'] },
  'sublet.json': { AAAA0USER01: 'USEX', AAAA0GONE01: 'GONX', AAAA0OWN001: 'AAAA' },
  'custom-sublets.json': { AAAA0USER: 'USEX', AAAA0TOWN01: 'Town Co-op Bank Ltd', AAAA: 'USEX' },
  'banknames.json': { GONX: 'Gone Bank', USEX: 'User Bank' },
  'names/AAAA.json': {
    AAAA0000001: { IFSC: 'AAAA0000001', BRANCH: 'M G ROAD,BKC PHASE II', CITY: 'PUNE', STATE: 'MAHARASHTRA' },
    AAAA0USER01: { IFSC: 'AAAA0USER01', BRANCH: 'User Bank IMPS', CITY: 'MUMBAI', STATE: 'MAHARASHTRA' },
    AAAA0000002: { IFSC: 'AAAA0000002', BRANCH: null, CITY: 'GL', STATE: 'DELHI' },
    AAAA0000009: { IFSC: 'AAAA0000009', BRANCH: 'NOT IN THE LIST', CITY: 'NA', STATE: 'NA' },
  },
}

test('IFSCs get the bank that uses a lent code, by code, by name, or as a name', (t) => {
  const { files, listText, run } = createWorkbench(t, inIfsc, indianBanks, indianFiles)
  const imported = run({ names: { path: join(files, 'names'), asOf: '2026-03-23' } })
  assert.deepEqual([imported.rows, imported.named, imported.lent, imported.added], [7, 1, 4, 7])
  assert.deepEqual(imported.save(), ['branches/in_ifsc.tsv', 'account-forms.json', 'sources.json'])
  assert.equal(
    listText(),
    branchText([
      'AAAA0000001\tM G Road, BKC Phase II\tPune\tMaharashtra',
      'AAAA0000002\t\t\tDelhi',
      'AAAA0GONE01\t\t\t\t\tGone Bank',
      'AAAA0OWN001',
      'AAAA0TOWN01\t\t\t\tin-named',
      'AAAA0USER01\t\t\t\tin-user',
      'AAAA0USER02\t\t\t\tin-user',
    ]),
  )
})

test('a repeated import changes nothing, and one without names keeps those of our list', (t) => {
  const { files, listText, run } = createWorkbench(t, inIfsc, indianBanks, indianFiles)
  run({ names: { path: join(files, 'names'), asOf: '2026-03-23' } }).save()
  const before = listText()
  assert.ok(!run({ names: { path: join(files, 'names'), asOf: '2026-03-23' } }).isChanged)
  assert.ok(!run().isChanged)
  const newer = run({ asOf: '2026-06' })
  assert.ok(newer.isChanged)
  assert.deepEqual(newer.save(), ['account-forms.json', 'sources.json'])
  assert.equal(listText(), before)
  const folderFiles = run({ asOf: '2026-04' })
  assert.deepEqual([folderFiles.isOlder, folderFiles.isChanged], [true, false])
})

test('a shorter list is rejected unless losses are accepted, and a wrong or truncated file always', (t) => {
  const { files, run } = createWorkbench(t, inIfsc, indianBanks, indianFiles)
  run().save()
  const write = (name: string, text: string): void => writeFileSync(join(files, name), text)
  const rejected = (message: RegExp, more?: Partial<BranchesRequest>): void =>
    assert.throws(() => run(more), { name: UnusableFile.name, message })
  write('IFSC.json', '{"AAAA":[1,2]}')
  rejected(/lacks 5 of the 7 codes .* pass --accept-losses/)
  assert.equal(run({ acceptsLosses: true }).removed, 5)
  rejected(/ends after 2 codes; in-ifsc never has fewer than 100000/, { file: inIfsc, acceptsLosses: true })
  for (const [text, message] of [
    ['{"AAAA":[1,2', /IFSC.json is not JSON or was truncated/],
    ['["AAAA"]', /IFSC.json does not have the expected content/],
    ['{"AAAA":[1,1]}', /the code AAAA0000001 occurs twice/],
    ['{"AAAA":["1-2"]}', /"AAAA00001-2" is not a code of the form in_ifsc/],
  ] as const) {
    write('IFSC.json', text)
    rejected(message, { acceptsLosses: true })
  }
})

test('a BSB has the institution of its abbreviation, and a merged one the BSB at the end of the chain', (t) => {
  const banks = [
    bank('au-first', 'First Bank', ['au_bsb', '01'], ['au_fi', 'FST']),
    bank('au-parent', 'Parent Bank', ['au_fi', 'PAR']),
  ]
  const entry = (institution: string, branch: string, address = '1 Street', state = 'NSW'): string[] => {
    return [institution, branch, address, 'Sydney', state, '2000', 'PEH']
  }
  const { listText, run } = createWorkbench(t, auBsb, banks, {
    'bsb_db.json': {
      '011001': entry('FST', 'Main  Branch'),
      '011002': entry('FST', 'Merged', 'Refer to BSB 011-003 05/09'),
      '011003': entry('FST', 'Closed', 'Refer to BSB 011001'),
      '011004': entry('FST', 'Relocated', 'Refer to BSB 011-004'),
      '012001': entry('PAR', 'Lent', '1 Street', 'USA'),
      '013001': entry('OLD', 'Brand'),
      '014001': entry('NEW', 'Unknown'),
    },
    'bsb_bank_list.json': {
      '01': 'First Bank Ltd',
      '013': 'Old (a division of Parent Bank Limited)',
      '014': 'New Pty Ltd',
    },
  })
  run().save()
  assert.equal(
    listText(),
    branchText([
      '011001\tMain Branch\tSydney\tNSW',
      '011002\t\tSydney\tNSW\t\t\t011001',
      '011003\t\tSydney\tNSW\t\t\t011001',
      '011004\t\tSydney\tNSW',
      '012001\tLent\tSydney\t\tau-parent',
      '013001\tBrand\tSydney\tNSW\tau-parent',
      '014001\tUnknown\tSydney\tNSW\t\tNew Pty Ltd',
    ]),
  )
})

test('branches of a Japanese bank that is no longer in the list of banks are left out', (t) => {
  const branches = { '001': { code: '001', name: '東京営業部' } }
  const { files, listText, run } = createWorkbench(t, jpBranch, [bank('jp-one', 'One', ['jp_zengin', '0001'])], {
    'banks.json': { '0001': { code: '0001', name: 'みずほ' } },
    'branches/0001.json': branches,
    'branches/0002.json': branches,
  })
  run().save()
  assert.equal(listText(), branchText(['0001001\t東京営業部']))
  writeFileSync(join(files, 'banks.json'), '{"0003":{"code":"0003","name":"x"}}')
  assert.throws(() => run(), { name: UnusableFile.name, message: /0003.json is missing/ })
})

test('a BSB has the letters of its channels, unless it has all, and a bank the rails of its BSBs', (t) => {
  const banks = [
    bank('au-first', 'First Bank', ['au_bsb', '01'], ['au_fi', 'FST']),
    bank('au-none', 'None', ['au_bsb', '03']),
    bank('au-parent', 'Parent Bank', ['au_fi', 'PAR']),
  ]
  const entry = (institution: string, channels: string): string[] => [institution, '', '', '', '', '2000', channels]
  const letters: [string, string][] = [
    ['au_de', 'E'],
    ['au_hvcs', 'H'],
    ['au_paper', 'P'],
  ]
  const rails = letters.map(([id, letter]) => rail(id, { level: 'branch', letter }))
  const contents = {
    'bsb_db.json': {
      '011001': entry('FST', 'PEH'),
      '011002': entry('FST', 'P  '),
      '012001': entry('PAR', ' EH'),
      '013001': entry('FST', '   '),
    },
    'bsb_bank_list.json': { '01': 'First Bank Ltd', '012': 'Parent Bank' },
  }
  const { listText, railsText, run } = createWorkbench(t, auBsb, banks, contents, rails)
  run().save()
  const header = branchText([]).replace('\n', '\trails\n')
  const cell = (code: string, holder: string, own: string): string => `${code}\t\t\t\t${holder}\t\t\t${own}\n`
  const rows = [cell('011002', '', 'P'), cell('012001', 'au-parent', 'EH'), cell('013001', '', '-')]
  assert.equal(listText(), `${header}011001\n${rows.join('')}`)
  assert.deepEqual(railsText(), { 'au-first': 'au_de au_hvcs au_paper', 'au-none': '', 'au-parent': 'au_de au_hvcs' })
  assert.ok(!run().isChanged)
})

test('an Indian bank is on a rail if one of its branches is, and a rail is unknown unless every branch was read', (t) => {
  const flags = (NEFT: boolean, RTGS: boolean): Row => ({ NEFT, RTGS, IMPS: true, CITY: null, STATE: null })
  const rails = ['in_imps', 'in_neft', 'in_rtgs', 'in_upi'].map((id) => rail(id))
  const contents = {
    ...indianFiles,
    'names/AAAA.json': {
      AAAA0000001: { IFSC: 'AAAA0000001', BRANCH: 'ONE', ...flags(true, false) },
      AAAA0000002: { IFSC: 'AAAA0000002', BRANCH: 'TWO', ...flags(false, false) },
      AAAA0USER01: { IFSC: 'AAAA0USER01', BRANCH: 'User Bank IMPS', ...flags(false, true) },
    },
  }
  const { files, bankDates, railsText, run } = createWorkbench(t, inIfsc, indianBanks, contents, rails)
  mkdirSync(join(files, 'patches/banks'), { recursive: true })
  writeFileSync(join(files, 'patches/banks/upi-enabled-banks.yml'), 'banks:\n  - AAAA\n  - TOWX # a comment\n')
  const names = { path: join(files, 'names'), asOf: '2026-03-23' }
  const imported = run({ names })
  assert.ok(imported.save().includes('banks/in.jsonl'))
  assert.deepEqual(railsText(), {
    // RTGS: the names have two of its three branches, and neither is on it.
    'in-lender': 'in_neft in_upi ?in_rtgs',
    'in-named': 'in_upi ?in_neft ?in_rtgs',
    // Its name is not from the lists of NEFT and RTGS, so they do not say that it is not on NEFT.
    'in-user': 'in_rtgs ?in_neft',
  })
  assert.ok(!run({ names }).isChanged)
  assert.ok(!run().isChanged)
  const third = { AAAA0OWN001: { IFSC: 'AAAA0OWN001', BRANCH: 'THREE', ...flags(false, false) } }
  writeFileSync(join(files, 'names/AAAA.json'), JSON.stringify({ ...contents['names/AAAA.json'], ...third }))
  run({ names }).save()
  assert.equal(railsText()['in-lender'], 'in_neft in_upi')
  writeFileSync(join(files, 'names/dates.json'), '{"AAAA":"2020-10"}')
  const dated = run({ names })
  assert.ok(dated.isChanged)
  dated.save()
  assert.deepEqual(bankDates(), { 'in-lender': '2020-10', 'in-user': '2020-10' })
  assert.ok(!run({ names }).isChanged)
})
