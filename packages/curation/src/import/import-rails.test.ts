import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { UsageError } from '../../../../src/bin/cli/command.ts'
import { readDataset } from '../../../../src/dataset/dataset.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import {
  bank,
  country,
  type Row,
  rail,
  type Small,
  small,
  writeFolder,
} from '../../../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../../../test/support/services/processes.ts'
import { importInto } from '../commands/import-command.ts'
import { openDataFolder } from '../data-folder.ts'
import type { RailFile } from '../sources/rail-file.ts'
import { railFiles } from '../sources/sources.ts'
import { type ImportedRails, importRails, type RailsRequest } from './import-rails.ts'

interface Workbench {
  folder: string
  overlay: string
  run(text: string, more?: Partial<RailsRequest>): Promise<ImportedRails>
  /** The record of a bank, with the overlay. */
  bankOf(id: string): Row & { codes: Row[] }
}

function createWorkbench(t: TestContext, name: string, data: Small): Workbench {
  const folder = writeFolder(t, data)
  const overlay = join(temporaryFolder(t), 'overlay')
  const path = join(temporaryFolder(t), 'fetched')
  const file = { ...(railFiles.get(name) as RailFile), rowsMin: 1 }
  return {
    folder,
    overlay,
    run: (text, more = {}) => {
      writeFileSync(path, text)
      return importRails({ folder: openDataFolder(folder), file, path, asOf: '2026-08-22', overlay, ...more })
    },
    bankOf: (id) => {
      const { banks } = readDataset(folder, existsSync(overlay) ? overlay : undefined)
      return [...banks].find((record) => record.id === id) as Row & { codes: Row[] }
    },
  }
}

/** A country with these banks and schemes; every code is of the first scheme. */
function dataOf(code: string, schemes: string[], rails: Row[], banks: Row[]): Small {
  const data = small()
  data.countries = [country(code)]
  data.schemes = schemes.map((id) => ({ ...data.schemes[0], id, country: code, pattern: '^[0-9]{3,9}$' }))
  data.rails = rails
  data.banks = { [code.toLowerCase()]: banks }
  return data
}

const coded = (id: string, scheme: string, value: string, more: Row = {}): Row =>
  bank(id, { codes: [{ scheme, value, source: 'a-list' }], ...more })

const brazil = (): Small =>
  dataOf(
    'BR',
    ['br_ispb'],
    ['br_pix', 'br_str'].map((id) => rail(id, { source: undefined, complete: false })),
    [
      bank('br-closed', {
        status: 'closed',
        codes: [{ scheme: 'br_ispb', value: '00000003', status: 'former', source: 'a-list' }],
      }),
      coded('br-known', 'br_ispb', '00000001'),
      coded('br-left', 'br_ispb', '00000002', { rails: ['br_pix'] }),
    ],
  )

const ispbHeader =
  'ispb,nome_completo,nome_reduzido,cnpj,tipo_instituicao,autorizada_bcb,participa_pix,participa_str,status_operacional,fonte_dados,modalidade_pix,iniciacao_pagamento,facilitador_saque,data_inicio_operacao,acesso_principal,participa_compe'

const ispbRow = (ispb: string, name: string, type: string, [pix, str, stage]: [string, string, string]): string =>
  `${ispb},${name},${name},,${type},Sim,${pix},${str},,PIX,,${stage},Não,,,`

const ispbText = (...rows: string[]): string => [ispbHeader, ...rows].map((row) => `${row}\n`).join('')

test('participants of Pix and STR: known banks get their rails, others are added, and joining ones are not on Pix', async (t) => {
  const { run, bankOf } = createWorkbench(t, 'br-ispb', brazil())
  const imported = await run(
    ispbText(
      ispbRow('00000001', 'BCO KNOWN S.A.', 'Banco Múltiplo', ['Sim', 'Sim', 'Sim']),
      ispbRow('00000003', 'CLOSED S.A.', 'Banco Múltiplo', ['Sim', 'Não', 'Não']),
      ispbRow('00000004', 'CCLA SICOOB VALE SP/MG', 'Cooperativa de Crédito', ['Sim', 'Não', 'Não']),
      ispbRow('00000005', 'EXEMPLO IP S.A.', 'Instituição de Pagamento', ['Sim', 'Não', 'Etapa Homologatória']),
      ispbRow('00000006', 'CAMARA', 'Instituição Financeira', ['Não', 'Sim', 'Não']),
      ispbRow('00000007', 'EXEMPLO IP S.A.', 'Instituição de Pagamento', ['Sim', 'Não', 'Não']),
      ispbRow('00000008', 'EXEMPLO IP LTDA.', 'Instituição de Pagamento', ['Sim', 'Não', 'Não']),
    ),
  )
  assert.deepEqual(imported.rails, [
    { rail: 'br_pix', participants: 5, matched: 4, listed: 4 },
    { rail: 'br_str', participants: 2, matched: 1, listed: 1 },
  ])
  assert.deepEqual(imported.unmatched, [
    'CLOSED S.A. (00000003), line 3: br-closed had it, which is merged or closed.',
    'CAMARA (00000006), line 6: no bank has it.',
  ])
  assert.deepEqual(imported.added, [
    'br-sicoob-vale-sp-mg',
    'br-exemplo-instituicao-de-pagamento',
    'br-exemplo-instituicao-de-pagamento-00000008',
  ])
  assert.deepEqual(imported.save(), ['banks/br.jsonl', 'rails.json', 'sources.json'])
  assert.deepEqual(bankOf('br-known').rails, ['br_pix', 'br_str'])
  assert.equal(bankOf('br-left').rails, undefined)
  assert.deepEqual(bankOf('br-sicoob-vale-sp-mg'), {
    id: 'br-sicoob-vale-sp-mg',
    name: 'Sicoob Vale SP/MG',
    short_name: 'CCLA Sicoob Vale SP/MG',
    country: 'BR',
    type: 'cooperative_bank',
    codes: [{ scheme: 'br_ispb', value: '00000004', source: 'br-ispb-2026-08' }],
    rails: ['br_pix'],
    status: 'active',
    confidence: 'medium',
    sources: ['br-ispb-2026-08'],
  })
})

test('a repeated import changes nothing, and an older list is ignored', async (t) => {
  const { run, folder } = createWorkbench(t, 'br-ispb', brazil())
  const text = ispbText(ispbRow('00000001', 'BCO KNOWN S.A.', 'Banco Múltiplo', ['Sim', 'Não', 'Não']))
  ;(await run(text)).save()
  const rails = readDataset(folder).rails.map(({ id, source, complete }) => [id, source, complete])
  assert.deepEqual(rails, [
    ['br_pix', 'br-ispb-2026-08', true],
    ['br_str', 'br-ispb-2026-08', true],
  ])
  assert.equal((await run(text)).isChanged, false)
  const older = await run(ispbText(ispbRow('00000002', 'LEFT', 'Banco', ['Sim', 'Não', 'Não'])), { asOf: '2026-07-01' })
  assert.deepEqual([older.isOlder, older.isChanged], [true, false])
  const newer = await run(ispbText(ispbRow('00000002', 'LEFT', 'Banco', ['Sim', 'Não', 'Não'])), { asOf: '2026-09-01' })
  newer.save()
  assert.deepEqual([...readDataset(folder).sources.keys()], ['a-list', 'br-ispb-2026-09'])
})

test('rails that were corrected by hand stay', async (t) => {
  const { run, bankOf, folder } = createWorkbench(t, 'br-ispb', brazil())
  const correction = {
    bank: 'br-left',
    fact: 'rails',
    reason: 'It is on the list of July.',
    evidence: 'a-list',
    date: '2026',
  }
  writeFileSync(join(folder, 'corrections.jsonl'), `${JSON.stringify(correction)}\n`)
  const imported = await run(ispbText(ispbRow('00000001', 'KNOWN', 'Banco', ['Sim', 'Não', 'Não'])))
  imported.save()
  assert.deepEqual(imported.corrected, ['br-left'])
  assert.deepEqual([bankOf('br-left').rails, bankOf('br-known').rails], [['br_pix'], ['br_pix']])
})

test('a list with another header, or with too few rows, is rejected', async (t) => {
  const { run } = createWorkbench(t, 'br-ispb', brazil())
  await assert.rejects(run('ispb,name\n00000001,x\n'), UnusableFile)
  const row = ispbRow('1', 'KNOWN', 'Banco', ['Sim', 'Não', 'Não'])
  await assert.rejects(run(ispbText(row)), /ispb is "1", not eight digits/)
  const file = railFiles.get('br-ispb') as RailFile
  await assert.rejects(run(ispbText(ispbRow('00000001', 'K', 'B', ['Sim', 'Não', 'Não'])), { file }), /never has fewer/)
})

const sixHeader =
  'IID/QR-IID;Valid on;Concatenation;New IID/QR-IID;SIC IID;Headquarters;IID type;QR-IID allocation;Name of bank/institution;Street Name;Building Number;Post Code;Town Name;Country;BIC;SIC participation;RTGS customer payments, CHF;IP customer payments, CHF;euroSIC participation;LSV+/BDD, CHF;LSV+/BDD, EUR;202609011630000'

const sixRow = (iid: string, [sic, instant, euro]: [string, string, string]): string =>
  `${iid};2026-09-01;N;;001998;${iid};1;;Bergbank;Gasse;1;8000;Ort;CH;ZZRECHZZXXX;${sic};Y;${instant};${euro};N;N`

test('the Swiss codes get the services of the Bank Master, each code its own', async (t) => {
  const rails = ['ch_eurosic', 'ch_instant', 'ch_sic'].map((id) =>
    rail(id, { level: 'code', source: undefined, complete: false }),
  )
  const codes = ['00199', '00799'].map((value) => ({ scheme: 'ch_iid', value, source: 'a-list' }))
  const data = dataOf('CH', ['ch_iid', 'li_bc'], rails, [bank('ch-berg', { codes })])
  const { run, bankOf } = createWorkbench(t, 'ch-six-rails', data)
  const merged = '250;2026-09-01;Y;199;;;;;;;;;;;;;;;;;'
  const text = [
    sixHeader,
    sixRow('199', ['Y', 'N', 'Y']),
    merged,
    sixRow('799', ['Y', 'Y', 'N']),
    sixRow('100', ['Y', 'N', 'N']),
  ]
  const imported = await run(text.map((line) => `${line}\n`).join(''))
  assert.deepEqual(imported.unmatched, ['100 Bergbank (00100), line 5: no bank has it.'])
  imported.save()
  assert.deepEqual(
    bankOf('ch-berg').codes.map((code) => code.rails),
    [
      ['ch_eurosic', 'ch_sic'],
      ['ch_instant', 'ch_sic'],
    ],
  )
  await assert.rejects(
    run([sixHeader, sixRow('199', ['Y', 'X', 'Y']), ''].join('\n')),
    /IP customer payments, CHF is "X"/,
  )
})

function sepa(): Small {
  const data = dataOf(
    'DE',
    [],
    [rail('sepa_inst', { countries: ['SEPA'], source: undefined, complete: false })],
    [
      bank('de-alpha', { bic: 'AAAADEFF' }),
      bank('de-beta', { name: 'Beta Bank', bic: 'CENTDEFF' }),
      bank('de-central', { name: 'Central Bank', bic: 'CENTDEFF', other_bics: ['CENTDEFF200'] }),
      bank('de-delta', { name: 'Delta', bic: 'DELTDEFF' }),
    ],
  )
  data.banks.fr = [bank('fr-delta', { name: 'Delta', bic: 'DELTDEFF' })]
  data.countries.push(country('FR'), country('SEPA', { kind: 'region', members: ['DE', 'FR'] }))
  return data
}

const epcHeader = 'Country,ParticipantName,Address,City,BIC,Readiness Date,Scheme Leaving Date,Scheme Options'
const epcText = (...rows: string[]): string =>
  [epcHeader, ...rows].map((row) => `"${row.split(',').join('","')}"\n`).join('')

test('a register of the EPC goes into the overlay, matched by BIC, and by name where banks share a BIC', async (t) => {
  const { run, bankOf, folder, overlay } = createWorkbench(t, 'epc-sct-inst', sepa())
  const before = readFileSync(join(folder, 'rails.json'), 'utf8')
  const imported = await run(
    epcText(
      'GERMANY,Alpha AG,Street,Town,AAAADEFFXXX,2020-01-01,,',
      'GERMANY,Beta Bank,Street,Town,CENTDEFFXXX,2020-01-01,,',
      'GERMANY,Someone Else,Street,Town,CENTDEFFXXX,2020-01-01,,',
      'GERMANY,Central Bank,Street,Town,CENTDEFF200,2020-01-01,2026-08-01,',
      'GERMANY,Central Bank,Street,Town,CENTDEFF200,2027-01-01,,',
      'FRANCE,Gamma SA,Street,Town,GAMMFRPPXXX,2020-01-01,,',
      'GERMANY,Delta AG,Street,Town,DELTDEFFXXX,2020-01-01,,',
    ),
  )
  assert.deepEqual(imported.rails, [{ rail: 'sepa_inst', participants: 5, matched: 3, listed: 3 }])
  assert.deepEqual(imported.unmatched, [
    'Someone Else (CENTDEFF), line 4: it may be any of de-beta, de-central.',
    'Gamma SA (GAMMFRPP), line 7: no bank has it.',
  ])
  assert.deepEqual(imported.save(), ['rails.json', 'sources.json'])
  assert.equal(readFileSync(join(folder, 'rails.json'), 'utf8'), before)
  assert.deepEqual(bankOf('de-alpha').rails, ['sepa_inst'])
  assert.deepEqual(bankOf('de-beta').rails, ['sepa_inst'])
  assert.equal(bankOf('de-central').rails, undefined)
  // A branch abroad has the BIC of its head office.
  assert.deepEqual([bankOf('de-delta').rails, bankOf('fr-delta').rails], [['sepa_inst'], undefined])
  const { rails, sources } = readDataset(folder, overlay)
  assert.deepEqual([rails[0]?.source, rails[0]?.complete], ['epc-sct-inst-2026-08', false])
  assert.equal(sources.get('epc-sct-inst-2026-08')?.redistribution, 'restricted')
})

test('the next edition replaces the list in the overlay, and leaves the other rails there', async (t) => {
  const data = sepa()
  const { run, bankOf, folder, overlay } = createWorkbench(t, 'epc-sct-inst', data)
  ;(await run(epcText('GERMANY,Alpha AG,S,T,AAAADEFFXXX,2020-01-01,,'))).save()
  const own = JSON.parse(readFileSync(join(overlay, 'rails.json'), 'utf8'))
  writeFileSync(
    join(overlay, 'rails.json'),
    JSON.stringify([rail('de_own', { source: 'epc-sct-inst-2026-08' }), ...own]),
  )
  ;(await run(epcText('GERMANY,Beta Bank,S,T,CENTDEFFXXX,2020-01-01,,'), { asOf: '2026-10-01' })).save()
  assert.deepEqual([bankOf('de-alpha').rails, bankOf('de-beta').rails], [undefined, ['sepa_inst']])
  const { rails, sources } = readDataset(folder, overlay)
  assert.deepEqual(
    rails.map(({ id }) => id),
    ['sepa_inst', 'de_own'],
  )
  assert.deepEqual([...sources.keys()], ['a-list', 'epc-sct-inst-2026-08', 'epc-sct-inst-2026-10'])
})

for (const [name, id] of [
  ['us-fednow', 'us_fednow'],
  ['us-rtp', 'us_rtp'],
] as const) {
  test(`${name} puts its routing numbers into the overlay, whatever ends their lines`, async (t) => {
    const codes = ['us_aba', 'us_fedwire'].map((scheme) => ({ scheme, value: '021000021', source: 'a-list' }))
    const data = dataOf(
      'US',
      ['us_aba', 'us_fedwire'],
      [rail(id, { level: 'code', source: undefined, complete: false })],
      [bank('us-first', { codes }), coded('us-second', 'us_aba', '111000025')],
    )
    const { run, bankOf } = createWorkbench(t, name, data)
    for (const end of ['\r', '\r\n', '\n']) {
      const imported = await run(['Participants', '021000021', '011000015', ''].join(end))
      assert.deepEqual(imported.rails, [{ rail: id, participants: 2, matched: 1, listed: 2 }])
      assert.deepEqual(imported.unmatched, ['011000015, line 3: no bank has it.'])
      if (imported.isChanged) imported.save()
    }
    assert.deepEqual(
      bankOf('us-first').codes.map((code) => code.rails),
      [[id], [id]],
    )
    assert.equal(bankOf('us-second').codes[0]?.rails, undefined)
    await assert.rejects(run('021000021\n021000021\n'), /021000021 occurs twice/)
    await assert.rejects(run('021000022\n'), UnusableFile)
  })
}

test('a list that may not be redistributed needs an overlay, and no other list takes one', async (t) => {
  const folder = writeFolder(t, sepa())
  const file = join(temporaryFolder(t), 'fetched.csv')
  writeFileSync(file, epcText('GERMANY,Alpha AG,S,T,AAAADEFFXXX,2020-01-01,,'))
  const run = (name: string, values: Record<string, string>): Promise<unknown> =>
    importInto(folder, { values: { 'as-of': '2026-08-22', ...values }, positionals: [name, file], note: assert.fail })
  await assert.rejects(run('epc-sct', {}), (error) => error instanceof UsageError && /--overlay/.test(error.message))
  await assert.rejects(run('br-ispb', { overlay: folder }), /br-ispb is imported into the data; --overlay is for lists/)
})
