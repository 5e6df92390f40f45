import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { checkFile } from '../../src/bin/cli/check/check-file.ts'
import { type Small, writeFolder } from '../support/data/small-data.ts'
import { inventedDirectory } from '../support/resolve-data.ts'
import { callCommand } from '../support/services/in-process-command.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { archive, workbook } from '../support/sources/build-files.ts'

const ibanField = {
  id: 'iban',
  key: 'iban',
  label: 'IBAN',
  hint: 'On a statement.',
  type: 'iban',
  check: 'iban',
  source: 'a-list',
}
const data = (): Small => ({ ...inventedDirectory(), requirements: [ibanField] })

interface Run {
  code: number
  output: string
  progress: string
}

interface RunOptions {
  file?: string
  isTerminal?: boolean
  input?: Readable
  /** Receives the output, even if the command fails. */
  written?: string[]
}

/** Runs the command on invented data. `text`: standard input, or a file if `file` names one. */
async function run(
  t: TestContext,
  text: string | Buffer,
  values: Record<string, string | boolean>,
  { file, isTerminal = false, input = Readable.from([Buffer.from(text)]), written = [] }: RunOptions = {},
): Promise<Run> {
  const folder = temporaryFolder(t)
  const path = file === undefined ? '-' : join(folder, file)
  if (file !== undefined) writeFileSync(path, text)
  let progress = ''
  const code = await checkFile(path, values, {
    config: { dataDir: writeFolder(t, data()), overlayDir: undefined },
    cacheFolder: folder,
    openInput: () => input,
    output: new Writable({
      write: (chunk, _, done) => {
        written.push(String(chunk))
        done()
      },
    }),
    note: (line) => {
      progress += line
    },
    showsNotes: isTerminal,
  })
  return { code, output: written.join(''), progress }
}

const right = 'DE89370400440532013000'
const wrong = 'DE89370400440532013001'

test('a CSV file comes back with verdict, reason, suggestion, bank and BIC', async (t) => {
  const text = `id,konto\r\n1,${right}\r\n2,"DE89 3704 0044 0532 0130 01"\r\n3,\r\n`
  const { code, output, progress } = await run(t, text, { country: 'de', map: 'iban=konto' }, { file: 'accounts.csv' })
  assert.equal(
    output,
    [
      'id,konto,verdict,reason,suggestion,bank,bic',
      `1,${right},valid,,,A Bank,ELBADEFF`,
      '2,DE89 3704 0044 0532 0130 01,invalid,iban: checksum,,A Bank,',
      '3,,invalid,iban: missing,,,',
      '',
    ].join('\n'),
  )
  assert.equal(code, 0)
  assert.match(progress, /^3 rows: 1 valid, 2 invalid \(\d+\.\d s\)\.\n$/)
})

test('--column resolves one identifier per row, with or without a country', async (t) => {
  const { output } = await run(t, `iban\n${right}\n37040044\nhello\n`, { column: 'iban' })
  assert.match(output, /DE89370400440532013000,valid,,,A Bank,ELBADEFF\n37040044,valid,.*\nhello,invalid,format,,,\n$/)
})

test('--bic-column compares the BIC in each row with the bank, and needs that column', async (t) => {
  const csv = `iban,bic\n${right},ELBADEFFXXX\n${right},ELBADEF\n${right},\nhello,ELBADEFF\n`
  const { output } = await run(t, csv, { column: 'iban', 'bic-column': 'bic' })
  const rows = output.trimEnd().split('\n')
  assert.equal(rows[0], 'iban,bic,verdict,reason,suggestion,bank,checked_bic,bic_match,bic_note')
  assert.equal(rows[1], `${right},ELBADEFFXXX,valid,,,A Bank,ELBADEFF,same,`)
  assert.match(rows[2] ?? '', /,invalid,A BIC has 8 or 11 characters; this one has 7\.$/)
  assert.equal(rows[3], `${right},,valid,,,A Bank,ELBADEFF,,`)
  assert.match(rows[4] ?? '', /^hello,ELBADEFF,invalid,format,,,,unknown,"?No bank is known/)
  const fields = await run(t, csv, { country: 'de', 'bic-column': 'bic' })
  assert.match(fields.output, /ELBADEFF,same,\n/)
  await assert.rejects(run(t, `iban\n${right}\n`, { column: 'iban', 'bic-column': 'bic' }), /no column "bic"/)
})

test('the delimiter of the file is kept, and cells that contain it are quoted', async (t) => {
  const { output } = await run(t, `name;iban\n"A; ""B""";${right}\n`, { column: 'iban' })
  assert.equal(output.split('\n')[0], 'name;iban;verdict;reason;suggestion;bank;bic')
  assert.equal(output.split('\n')[1], `"A; ""B""";${right};valid;;;A Bank;ELBADEFF`)
})

test('a delimiter inside a quoted name of a column is not the delimiter of the file', async (t) => {
  const { output } = await run(t, `"name; title",iban\nx,${right}\n`, { column: 'iban' })
  assert.equal(output.split('\n')[1], `x,${right},valid,,,A Bank,ELBADEFF`)
})

test('the added cells are below their names, even if a row is short or ends with empty cells', async (t) => {
  const { output } = await run(t, `iban,name\n${right}\n${right},x,,\n`, { column: 'iban' })
  assert.deepEqual(output.split('\n').slice(1), [
    `${right},,valid,,,A Bank,ELBADEFF`,
    `${right},x,valid,,,A Bank,ELBADEFF`,
    '',
  ])
})

const rowsOf = (output: string): Record<string, unknown>[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('an added column never has the name of a column in the file', async (t) => {
  const text = `\ufeffiban,bank,verdict,checked_verdict\n${right},x,y,z\n`
  const { output } = await run(t, text, { column: 'iban' })
  assert.equal(
    output.split('\n')[0],
    'iban,bank,verdict,checked_verdict,checked_verdict_2,reason,suggestion,checked_bank,bic',
  )
  const [row] = rowsOf((await run(t, text, { column: 'iban', json: true })).output)
  assert.deepEqual([row?.verdict, row?.checked_verdict, row?.checked_verdict_2], ['y', 'z', 'valid'])
})

test('in JSON lines the first row decides the names of the added columns', async (t) => {
  const first = `{"iban":"${right}","verdict":"y"}\n`
  const [row] = rowsOf((await run(t, first, { column: 'iban' })).output)
  assert.deepEqual([row?.verdict, row?.checked_verdict], ['y', 'valid'])
  await assert.rejects(
    run(t, `{"iban":"${right}"}\n${first}`, { column: 'iban' }),
    /^Failure: Standard input: Line 2 has "verdict", the name of an added column/,
  )
})

test('columns without a name keep their place in CSV, and are an error in JSON, where only one would be left', async (t) => {
  const text = `iban,,\n${right},x,y\n`
  assert.match((await run(t, text, { column: 'iban' })).output, new RegExp(`^iban,,,verdict.*\n${right},x,y,valid`))
  await assert.rejects(run(t, text, { column: 'iban', json: true }), /Several columns have no name/)
})

test('cells that a spreadsheet could run as formulas get an apostrophe in CSV, unless --raw is set', async (t) => {
  const text = `=a,iban,phone,amount\n"=HYPERLINK(""x"")",${right},+234 803 123 4567,"-1,250.00"\n`
  const { output } = await run(t, text, { column: 'iban' })
  assert.match(output, /^'=a,iban,phone,amount,verdict/)
  assert.match(output, new RegExp(`\n"'=HYPERLINK\\(""x""\\)",${right},\\+234 803 123 4567,"-1,250\\.00",valid,`))
  assert.ok((await run(t, text, { column: 'iban', raw: true })).output.includes(`\n${text.split('\n')[1]},valid`))
  const [row] = rowsOf((await run(t, text, { column: 'iban', json: true })).output)
  assert.equal(row?.['=a'], '=HYPERLINK("x")')
  const sheet = workbook([['iban', 'x'], [right, '@x']]) // biome-ignore format: a sheet
  assert.match((await run(t, sheet, { column: 'iban' }, { file: 'a.xlsx' })).output, /,'@x,valid/)
})

test('JSON lines come back as JSON lines, and a malformed line is an error with its number', async (t) => {
  const { output } = await run(t, `{"iban":"${right}","more":[1]}\n\n{"iban":"${wrong}"}`, { column: 'iban' })
  assert.deepEqual(
    rowsOf(output).map(({ verdict, bic, more }) => [verdict, bic, more]),
    [
      ['valid', 'ELBADEFF', [1]],
      ['invalid', '', undefined],
    ],
  )
  const byCountry = await run(t, `{"iban":"${right}"}\n`, { country: 'de' })
  assert.match(byCountry.output, /"verdict":"valid"/)
  await assert.rejects(run(t, '{"iban":"1"}\n{oops\n', { column: 'iban' }), /Line 2 is not a JSON object\./)
})

test('--json writes JSON lines, whatever the format of the file', async (t) => {
  const { output } = await run(t, `id;iban\n7;${right}\n8\n`, { column: 'iban', json: true })
  assert.deepEqual(
    rowsOf(output).map(({ id, iban, verdict, bic }) => [id, iban, verdict, bic]),
    [
      ['7', right, 'valid', 'ELBADEFF'],
      ['8', '', 'invalid', ''],
    ],
  )
})

test('a column that the first sheet lacks is an error that says which sheet was read', async (t) => {
  await assert.rejects(
    run(t, workbook([['hello'], [right]]), { column: 'iban' }, { file: 'accounts.xlsx' }),
    /The first sheet of the file has no column "iban"\. Columns: hello\. For another sheet, use --sheet <name>\.$/,
  )
})

test('--encoding reads a file that is not UTF-8, and writes UTF-8', async (t) => {
  const text = Buffer.from(`name,iban\nMüller – Söhne,${right}\n`.replace('–', '\u0096'), 'latin1')
  const { output } = await run(t, text, { column: 'iban', encoding: 'windows-1252' })
  assert.match(output, /^Müller – Söhne,[A-Z0-9]+,valid/m)
  await assert.rejects(run(t, text, { column: 'iban', encoding: 'ansi' }), /--encoding is "ansi"; use a name such as/)
  const sheet = { file: 'a.xlsx' }
  await assert.rejects(run(t, text, { column: 'iban', encoding: 'latin1' }, sheet), /--encoding is for text files/)
})

test('--sheet reads a sheet by its name, and an unknown name is an error that lists the sheets', async (t) => {
  const row = (text: string): string => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`
  const relation = (id: number): string => `<Relationship Id="r${id}" Target="worksheets/sheet${id}.xml"/>`
  const sheets = archive({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Notes" r:id="r1"/><sheet name="A &amp; B" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1)}${relation(2)}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<sheetData>${row('hello')}</sheetData>`,
    'xl/worksheets/sheet2.xml': `<sheetData>${row('iban')}${row(right).replaceAll('1"', '2"')}</sheetData>`,
  })
  const check = (sheet: string) => run(t, sheets, { column: 'iban', sheet }, { file: 'a.xlsx' })
  assert.match((await check('A & B')).output, new RegExp(`\n${right},valid,`))
  await assert.rejects(check('Notes'), /The sheet "Notes" has no column "iban"\. Columns: hello\.$/)
  await assert.rejects(check('b'), /has no sheet "b"; its sheets are: "Notes", "A & B"\./)
  await assert.rejects(run(t, 'iban\n', { column: 'iban', sheet: 'b' }), /--sheet is for XLSX files/)
})

test('an XLSX file comes back as CSV', async (t) => {
  const sheet = workbook([['id', 'iban'], ['a', right]]) // biome-ignore format: a sheet
  const { output } = await run(t, sheet, { column: 'iban' }, { file: 'accounts.xlsx' })
  assert.equal(output, `id,iban,verdict,reason,suggestion,bank,bic\na,${right},valid,,,A Bank,ELBADEFF\n`)
})

/** Long names, which each row repeats in JSON. */
const longNames = Array.from({ length: 100 }, (_, at) => 'x'.repeat(1_000) + at)

/** `names`: the first row. Each of the other rows has one long text, which the file stores once. */
const repetitiveSheet = (names: string[], rows: number): Buffer => {
  const header = names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')
  return archive({
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(32_767)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<row r="1">${header}</row>${'<row r="2"><c t="s"><v>0</v></c></row>'.repeat(rows)}`,
  })
}

test('an XLSX file with an output far larger than itself is an error before anything is written', async (t) => {
  for (const [sheet, json] of [
    [repetitiveSheet(['iban'], 400), false],
    [repetitiveSheet(['iban', ...longNames], 110), true],
  ] as const) {
    const written: string[] = []
    await assert.rejects(
      run(t, sheet, { column: 'iban', json }, { file: 'amplify.xlsx', written }),
      /^Failure: .*amplify\.xlsx: The output would exceed 10 MB, the limit for a file of this size\. Nothing was written/,
    )
    assert.deepEqual(written, [])
  }
})

test('a text file with an output far larger than itself is an error', async (t) => {
  const text = `iban,${longNames.join(',')}\n${'1\n'.repeat(220)}`
  await assert.rejects(
    run(t, text, { column: 'iban', json: true }),
    /Standard input: The output would exceed 19 MB, .* The output is incomplete\.$/,
  )
})

test('an error in a late row of an XLSX file leaves no output', async (t) => {
  const written: string[] = []
  const rows = Array.from({ length: 2_000 }, () => [right])
  const sheet = workbook([['iban'], ...rows, [right, 'too', 'many']])
  await assert.rejects(run(t, sheet, { column: 'iban' }, { file: 'a.xlsx', written }), /Line 2002 has 3 cells/)
  assert.deepEqual(written, [])
})

test('--fail-on decides the exit code', async (t) => {
  const unknown = 'DE02120300000000202051'
  for (const [values, level, code] of [
    [[right], 'unknown', 0],
    [[right, unknown], 'invalid', 0],
    [[right, unknown], 'unknown', 1],
    [[right, wrong], 'invalid', 1],
    [[right, wrong], 'unknown', 1],
  ] as const) {
    const { code: exit } = await run(t, ['iban', ...values, ''].join('\n'), { column: 'iban', 'fail-on': level })
    assert.equal(exit, code, `${values} ${level}`)
  }
})

test('progress is shown on a terminal only', async (t) => {
  const text = `iban\n${`${right}\n`.repeat(10_000)}`
  assert.match((await run(t, text, { column: 'iban' }, { isTerminal: true })).progress, /^\r10000 rows\r10000 rows: /)
  assert.match((await run(t, text, { column: 'iban' })).progress, /^10000 rows: 10000 valid/)
})

const faults: [text: string | Buffer, values: Record<string, string>, message: RegExp][] = [
  [`iban\n${right}\n`, {}, /Name the --country of the accounts/],
  [`iban\n${right}\n`, { country: 'xx' }, /Unsupported country "XX"/],
  [`iban\n${right}\n`, { column: 'konto' }, /The file has no column "konto"\. Columns: iban\./],
  [`konto\n${right}\n`, { country: 'de' }, /No payment method matches\. Payment methods in DE: de_iban \(iban\)\./],
  [`iban\n${right}\n`, { country: 'de', method: 'de_x' }, /No payment method matches/],
  [`iban\n${right}\n`, { country: 'de', method: 'de_iban', map: 'iban=iban,x=iban' }, /de_iban has no field "x"/],
  [`iban\n${right}\n`, { country: 'de', map: 'iban' }, /--map has "iban"; write field=column/],
  [`iban\n${right}\n`, { column: 'iban', 'fail-on': 'possible' }, /--fail-on is "possible"; use invalid or unknown/],
  ['', { column: 'iban' }, /The file is empty/],
  [`iban\n"${right}\n`, { column: 'iban' }, /Standard input: .*quotation mark/],
  [`iban\n${right},x\n`, { column: 'iban' }, /Line 2 has 2 cells, but the first line has 1\./],
  [`[{"iban":"${right}"}]\n`, { column: 'iban' }, /The file is a JSON array; write one JSON object per line/],
  [
    `a,iban,b, iban\n1,2,3,4\n`,
    { column: 'iban' },
    /^Failure: Standard input: Several columns are named "iban": 2, 4\./,
  ],
  [
    `iban\n${'x'.repeat(1024 * 1024 + 1)}`,
    { column: 'iban' },
    /Standard input: Line 2 has more than 1048576 characters/,
  ],
  [
    `{"a":1}\n{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`,
    { column: 'a' },
    /Line 2 has JSON that is nested too/,
  ],
  [`\u001b[31mred\n1\n`, { column: 'iban' }, /Columns: \\u001b\[31mred\./],
  [Buffer.from('iban\nM\u00fcller\n', 'latin1'), { column: 'iban' }, /The file is not UTF-8/],
]

for (const [text, values, message] of faults) {
  test(`${JSON.stringify(values)} on ${JSON.stringify(String(text).slice(0, 12))} is an error that says what to do`, async (t) => {
    await assert.rejects(run(t, text, values), message)
  })
}

test('after an error, standard input is closed, so that a program that writes to it does not wait', async (t) => {
  const input = new PassThrough()
  input.write('iban,iban\n')
  await assert.rejects(run(t, '', { column: 'iban' }, { input }), /Several columns/)
  assert.ok(input.destroyed)
})

test('a value of more than 100 characters is invalid, as in the API', async (t) => {
  const text = `iban\n${right.padEnd(101, '0')}\n`
  assert.match((await run(t, text, { column: 'iban' })).output, /0,invalid,format,,,\n$/)
  assert.match((await run(t, text, { country: 'de' })).output, /0,invalid,iban: format,,,\n$/)
})

test('a file that does not exist is an error of one sentence', async () => {
  const { code, stderr } = await callCommand('check', '/nowhere/accounts.csv', '--column', 'iban')
  assert.equal(code, 1)
  assert.match(stderr, /^bank-lookup: \/nowhere\/accounts\.csv: ENOENT.*\n$/)
})
