import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { check } from '../../src/bin/cli/check/check.ts'
import { type Small, writeFolder } from '../support/data/small-data.ts'
import { inventedDirectory } from '../support/resolve-data.ts'
import { callCommand } from '../support/services/in-process-command.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { workbook } from '../support/sources/build-files.ts'

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

/** Runs the command on invented data. `text`: standard input, or a file if `file` names one. */
async function run(
  t: TestContext,
  text: string | Buffer,
  values: Record<string, string | boolean>,
  { file, isTerminal = false }: { file?: string; isTerminal?: boolean } = {},
): Promise<Run> {
  const folder = temporaryFolder(t)
  const path = file === undefined ? '-' : join(folder, file)
  if (file !== undefined) writeFileSync(path, text)
  let output = ''
  let progress = ''
  const code = await check.runOnStreams({
    values,
    positionals: file === undefined ? [] : [path],
    config: { dataDir: writeFolder(t, data()), overlayDir: undefined },
    cacheFolder: folder,
    input: Readable.from([Buffer.from(text)]),
    output: new Writable({
      write: (chunk, _, done) => {
        output += chunk
        done()
      },
    }),
    reportProgress: (line) => {
      progress += line
    },
    isTerminal,
  })
  return { code, output, progress }
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

test('an added column with the name of a column in the file gets a prefix', async (t) => {
  const { output } = await run(t, `\ufeffiban,bank\n${right},x\n`, { column: 'iban' })
  assert.equal(output.split('\n')[0], 'iban,bank,verdict,reason,suggestion,checked_bank,bic')
})

test('JSON lines come back as JSON lines, and a malformed line is an error with its number', async (t) => {
  const { output } = await run(t, `{"iban":"${right}","more":[1]}\n\n{"iban":"${wrong}"}`, { column: 'iban' })
  const rows = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    rows.map(({ verdict, bic, more }) => [verdict, bic, more]),
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
  const rows = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    rows.map(({ id, iban, verdict, bic }) => [id, iban, verdict, bic]),
    [
      ['7', right, 'valid', 'ELBADEFF'],
      ['8', '', 'invalid', ''],
    ],
  )
})

test('an XLSX file comes back as CSV', async (t) => {
  const sheet = workbook([['id', 'iban'], ['a', right]]) // biome-ignore format: a sheet
  const { output } = await run(t, sheet, { column: 'iban' }, { file: 'accounts.xlsx' })
  assert.equal(output, `id,iban,verdict,reason,suggestion,bank,bic\na,${right},valid,,,A Bank,ELBADEFF\n`)
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
  [`iban\n${right}\n`, { country: 'xx' }, /Unsupported country "xx"/],
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
  [Buffer.from('iban\nM\u00fcller\n', 'latin1'), { column: 'iban' }, /The file is not UTF-8/],
]

for (const [text, values, message] of faults) {
  test(`${JSON.stringify(values)} on ${JSON.stringify(String(text).slice(0, 12))} is an error that says what to do`, async (t) => {
    await assert.rejects(run(t, text, values), message)
  })
}

test('a file that does not exist is an error of one sentence', async () => {
  const { code, stderr } = await callCommand('check', '/nowhere/accounts.csv', '--column', 'iban')
  assert.equal(code, 1)
  assert.match(stderr, /^bank-lookup: \/nowhere\/accounts\.csv: ENOENT.*\n$/)
})
