/** The commands for people: on the data of this installation, and against a service. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { textWidth } from '../../src/bin/cli/terminal/text-width.ts'
import { xlsxRows } from '../../src/spreadsheets/xlsx-reader.ts'
import { checkProgram, testWith } from '../support/programs.ts'
import { callCommand, callCommandWith } from '../support/services/in-process-command.ts'
import { freePort } from '../support/services/ports.ts'
import { type Answer, root, runCommand, startProgram, temporaryFolder } from '../support/services/processes.ts'
import { startService } from '../support/services/service.ts'
import { pieces } from '../support/sources/build-files.ts'

const entry = 'src/bin/bank-lookup.js'

/** Runs a command with text on its standard input. */
const callWithInput = (input: string, ...words: string[]): Promise<Answer> => callCommandWith({ input }, ...words)

/** Commands whose output must be the same on the shipped data and from a service. */
const compared = [
  ['search', 'gtb', '--country', 'ng'],
  ['search', 'first', 'bank', '--type', 'commercial_bank,savings_bank', '--status', 'active', '--limit', '3'],
  ['search', 'acess', '--country', 'ng', '--json'],
  ['banks', 'gh', '--has', 'code', '--sort', 'prominence'],
  ['banks', 'gh', '--json'],
  ['banks', 'gh', '--csv', '--type', 'savings_and_loans'],
  ['bank', 'ng-gtbank'],
  ['bank', 'ng-gtbank', '--json'],
  ['branches', 'in-dcb-bank', 'mum', '--limit', '3'],
  ['branches', 'au-anz-bank', '--offset', '20', '--json'],
  ['countries'],
  ['countries', '--json'],
  ['requirements', 'ca'],
  ['requirements', 'gb', '--json'],
  ['examples', 'ng'],
  ['examples', 'gb', '--json'],
  ['examples', 'fr', '--csv'],
  ['resolve', '058'],
  ['resolve', 'DCBL0000002'],
  ['resolve', 'DE89', '3704', '0044', '0532', '0130', '00', '--json'],
  ['version', '--json'],
]

for (const words of compared) {
  test(`${words.join(' ')} prints the same with and without a service`, async (t) => {
    const { url } = await startService(t)
    const [local, remote] = await Promise.all([callCommand(...words), callCommand(...words, '--url', url)])
    assert.deepEqual(local, remote)
    assert.deepEqual([local.code, local.stderr], [0, ''])
    assert.notEqual(local.stdout, '')
  })
}

test('find prints the numbers in a text, the same with and without a service', async (t) => {
  const { url } = await startService(t)
  const mail = 'Please pay to DE89 3704 0044 0532 0130 00, reference RF18 5390 0754 7034.'
  for (const words of [['find'], ['find', '-', '--json', '--country', 'de']]) {
    const [local, remote] = await Promise.all([
      callWithInput(mail, ...words),
      callWithInput(mail, ...words, '--url', url),
    ])
    assert.deepEqual(local, remote)
    assert.deepEqual([local.code, local.stderr], [0, ''])
    assert.match(local.stdout, /Commerzbank/)
  }
  assert.deepEqual(await callWithInput('Call 0803 123 4567.', 'find'), {
    code: 1,
    stdout: '',
    stderr: 'No number found.\n',
  })
  assert.deepEqual(
    [(await callWithInput(' \n', 'find')).code, (await callCommand('find', 'no-such-file')).code],
    [2, 2],
  )
})

test('find counts the positions in a long text from its start', async () => {
  const iban = 'DE89370400440532013000'
  const long = `\ufeff${`Some words, and 💶 ${iban}. `.repeat(300)}`
  const { found } = JSON.parse((await callWithInput(long, 'find', '--json')).stdout)
  assert.equal(found.length, 300)
  for (const { start, end } of found) assert.equal(long.slice(start, end), iban)
})

test('a process prints the same as a call, with the same exit code', async (t) => {
  const { url } = await startService(t)
  for (const words of [
    ['search', 'gtb', '--country', 'ng'],
    ['banks', 'gh', '--csv', '--url', url],
    ['resolve', 'no', 'identifier'],
    ['search', 'gtb', '--limit', '0'],
  ]) {
    assert.deepEqual(await runCommand({}, ...words), await callCommand(...words), words.join(' '))
  }
})

test('errors are the same with and without a service', async (t) => {
  const { url } = await startService(t)
  for (const words of [
    ['banks', 'zz'],
    ['search', 'access', '--country', 'nigera'],
    ['banks', 'ng', '--has', 'us_aba'],
    ['search', 'x'.repeat(101)],
    ['bank', 'ng-nosuchbank'],
    ['branches', 'in-nosuchbank'],
    ['branches', 'ng-gtbank'],
    ['branches', 'in-dcb-bank', 'x'.repeat(101)],
    ['search', 'qqqqqqqqqq', '--country', 'ng'],
    ['banks', 'ng', '--type', 'building_society'],
    ['resolve', '9'.repeat(101)],
  ]) {
    const [local, remote] = await Promise.all([callCommand(...words), callCommand(...words, '--url', url)])
    assert.deepEqual(local, remote, words.join(' '))
    assert.equal(local.stdout, '')
    assert.match(local.stderr, /^[^\n]+\n$/)
    assert.doesNotMatch(local.stderr, /query parameter|GET \/|"identifier"/)
  }
})

test('a search with a word for a kind of code prints the codes of that scheme', async () => {
  const { stdout } = await callCommand('search', 'zenith', 'nip', '--country', 'ng', '--limit', '1')
  assert.match(stdout, /^Name +ng_nip +BIC +ID\nZenith Bank +000015 +ZEIBNGLA +ng-zenith-bank\n$/)
  const many = await callCommand('search', 'chase', 'routing', 'number', '--limit', '1')
  assert.match(many.stdout, /^Chase .* \d{9} and \d+ more /m)
})

test('--json prints the response of the API', async (t) => {
  const { url } = await startService(t)
  for (const [path, words] of [
    ['/v1/search?q=gtb&country=ng', ['search', 'gtb', '--country', 'ng']],
    ['/v1/banks?country=gh&sort=prominence', ['banks', 'gh', '--sort', 'prominence']],
    ['/v1/banks/ng-gtbank', ['bank', 'ng-gtbank']],
    ['/v1/branches?bank=in-dcb-bank&q=mum', ['branches', 'in-dcb-bank', 'mum']],
    ['/v1/supported-countries/', ['countries']],
    ['/v1/account-requirements?country=ca', ['requirements', 'ca']],
  ] as const) {
    const { stdout } = await callCommand(...words, '--json')
    assert.deepEqual(JSON.parse(stdout), await (await fetch(url + path)).json(), path)
  }
})

test('--csv and --xlsx write the file of the service, and codes keep their zeros', async (t) => {
  const { url } = await startService(t)
  const folder = temporaryFolder(t)
  const csv = join(folder, 'banks.csv')
  assert.equal((await callCommand('banks', 'ng', '--csv', '-o', csv)).code, 0)
  const served = await (await fetch(`${url}/v1/banks.csv?country=ng`)).arrayBuffer()
  assert.ok(readFileSync(csv).equals(Buffer.from(served)))
  const xlsx = join(folder, 'banks.xlsx')
  assert.deepEqual(await callCommand('banks', 'ng', '--xlsx', '--output', xlsx), { code: 0, stdout: '', stderr: '' })
  const workbook = await (await fetch(`${url}/v1/banks.xlsx?country=ng`)).arrayBuffer()
  assert.ok(readFileSync(xlsx).equals(Buffer.from(workbook)))
  const rows: string[][] = []
  for await (const { cells } of xlsxRows(pieces(readFileSync(xlsx), 10_000))) rows.push(cells)
  const [headers = []] = rows
  const gtbank = rows.find(([id]) => id === 'ng-gtbank') ?? assert.fail()
  assert.equal(gtbank[headers.indexOf('ng_nip')], '000013')
  const { count } = JSON.parse((await callCommand('banks', 'ng', '--json')).stdout)
  assert.equal(rows.length, count + 1)
})

test('an XLSX file is the same on standard output', async (t) => {
  const file = join(temporaryFolder(t), 'banks.xlsx')
  await callCommand('banks', 'gh', '--xlsx', '--output', file)
  const options = { cwd: root, encoding: 'buffer', maxBuffer: 1 << 24 } as const
  const stdout = await new Promise<Buffer>((resolve) => {
    execFile(process.execPath, [entry, 'banks', 'gh', '--xlsx'], options, (_, output) => resolve(output))
  })
  assert.ok(stdout.equals(readFileSync(file)))
})

test('a note that several readings share is printed once, with the first of them', async () => {
  const { stdout } = await callCommand('resolve', '058')
  assert.match(stdout, /^058\n {2}possible .*\n {4}Several countries use this code/)
  assert.equal(stdout.split('Several countries').length, 2)
})

test('branches prints codes, names and places, and how to see the next page', async () => {
  const { stdout } = await callCommand('branches', 'in-dcb-bank', 'mum', '--limit', '2')
  assert.match(stdout, /^Code +Name +City +Region *\nDCBL0000001 +Mumbai Main Office +Mumbai +Maharashtra *\n/)
  assert.match(stdout, /\n1 to 2 of \d+, as of \d{4}-\d\d-\d\d; --offset 2 shows the next\n$/)
  const last = await callCommand('branches', 'in-dcb-bank', 'kalbadevi')
  assert.match(last.stdout, /\n1 to 1 of 1, as of [\d-]+\n$/)
  assert.match((await callCommand('branches', 'au-anz-bank', '012003')).stdout, /Replaced by *\n012003 .* 012055/)
})

test('resolve shows the branch, and who lends the code', async () => {
  const { stdout } = await callCommand('resolve', 'DCBL0000002')
  assert.match(stdout, /\n {4}Branch: Kalbadevi, Greater Mumbai, Maharashtra\n/)
  const lent = await callCommand('resolve', 'YESB0DNB003')
  assert.match(lent.stdout, /Branch: .*Delhi/)
  assert.match(lent.stdout, / sponsor +in-yes-bank/)
})

test('check adds the branch in a country with a list of branches, and only there', async () => {
  const { stdout } = await callWithInput(
    'ifsc\nDCBL0000002\nDCBL0999999\n',
    'check',
    '--column',
    'ifsc',
    '--country',
    'in',
  )
  const [head, known, unknown] = stdout.split('\n')
  assert.equal(head, 'ifsc,verdict,reason,suggestion,bank,bic,branch')
  assert.match(known ?? '', /^DCBL0000002,valid,.*,"Kalbadevi, Greater Mumbai"$/)
  assert.equal(unknown, 'DCBL0999999,unknown,,,,,')
  const other = await callWithInput('code\n058\n', 'check', '--column', 'code', '--country', 'ng')
  assert.match(other.stdout, /^code,verdict,reason,suggestion,bank,bic\n/)
})

test('resolve reads identifiers from standard input, one per line', async (t) => {
  const { url } = await startService(t)
  const lines = 'DE89 3704 0044 0532 0130 00\r\n\n021000021\nGTBINGLA'
  const local = await callWithInput(lines, 'resolve', '--json')
  assert.deepEqual([local.code, local.stderr], [0, ''])
  const results = local.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    results.map(({ readings: [best] }) => [best.kind, best.verdict]),
    [
      ['iban', 'valid'],
      ['us_aba', 'valid'],
      ['bic', 'valid'],
    ],
  )
  const options = { cwd: root, env: { PATH: process.env.PATH }, input: lines, encoding: 'utf8' } as const
  assert.equal(execFileSync(process.execPath, [entry, 'resolve', '--json'], options), local.stdout)
  assert.deepEqual(await callWithInput(lines, 'resolve', '--json', '--url', url), local)
  const table = await callWithInput(lines, 'resolve')
  assert.match(table.stdout, /^DE89 3704 0044 0532 0130 00\n {2}valid {2}IBAN, BIC COBADEFF\n/)
  assert.deepEqual(await callWithInput(lines, 'resolve', '--url', url), table)
})

test('a line that is too long gets a result of its own, with its number', async (t) => {
  const { url } = await startService(t)
  const lines = `GTBINGLA\n\n${'9'.repeat(101)}\nDEUTDEFF\n`
  for (const more of [[], ['--url', url]]) {
    const json = await callWithInput(lines, 'resolve', '--json', ...more)
    assert.deepEqual([json.code, json.stderr], [1, ''])
    const results = json.stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    assert.deepEqual(
      results.map(({ line, reading_count, message }) => [line, reading_count, message]),
      [
        [1, 1, null],
        [3, 0, 'Longer than 100 characters; write one identifier per line.'],
        [4, 1, null],
      ],
    )
    const table = await callWithInput(lines, 'resolve', ...more)
    assert.match(table.stdout, /^Line 3\n {2}Longer than 100 characters; write one identifier per line\.\nDEUTDEFF\n/m)
  }
})

test('a batch says how to see the other readings, and a single line has them', async () => {
  const batch = await callWithInput('058\n058\n', 'resolve')
  assert.match(batch.stdout, /\n {2}and \d+ more readings?; resolve it alone with --json to see them\n/)
  assert.ok(!batch.stdout.includes('; --json shows them'))
  const single = JSON.parse((await callWithInput('058\n', 'resolve', '--json')).stdout)
  assert.equal(single.readings.length, single.reading_count)
})

test('the exit code of resolve tells whether every identifier is valid or possible', async () => {
  for (const [input, code] of [
    ['GTBINGLA\n', 0],
    ['GTBINGLA\nDE88 3704 0044 0532 0130 00\n', 1],
    ['no identifier\n', 1],
    ['', 2],
  ] as const) {
    assert.equal((await callWithInput(input, 'resolve')).code, code, input)
  }
})

test('exit codes are those of grep: 0 found, 1 not found, 2 anything else', async () => {
  const port = await freePort()
  for (const [words, code] of [
    [['search', 'gtb', '--country', 'ng'], 0],
    [['search', 'qqqqqqqqqq', '--country', 'ng'], 1],
    [['search', 'qqqqqqqqqq', '--country', 'ng', '--json'], 1],
    [['bank', 'ng-nosuchbank'], 1],
    [['branches', 'in-dcb-bank', 'kalbadevi'], 0],
    [['branches', 'in-dcb-bank', 'qqqqqqqqqq'], 1],
    [['branches', 'in-nosuchbank'], 1],
    [['branches', 'ng-gtbank'], 1],
    [['branches'], 2],
    [['branches', 'dcb'], 2],
    [['branches', 'in-dcb-bank', '--limit', '101'], 2],
    [['banks', 'ng', '--type', 'building_society'], 1],
    [['search'], 2],
    [['bank', 'gtbank'], 2],
    [['banks', 'zz'], 2],
    [['banks', 'ng', '--csv', '--json'], 2],
    [['banks', 'ng', '--csv', '--output', '/nowhere/banks.csv'], 2],
    [['search', 'gtb', '--limit', '0'], 2],
    [['search', 'gtb', '--status', 'activ'], 2],
    [['search', 'gtb', '--url', `http://127.0.0.1:${port}`], 2],
    [['search', 'gtb', '--url', 'ftp://example.com'], 2],
  ] as const) {
    const answer = await callCommand(...words)
    assert.equal(answer.code, code, `${words.join(' ')}: ${answer.stderr}`)
    if (code === 2) assert.match(answer.stderr, /^bank-lookup: [^\n]+\n$/)
  }
})

test('errors name what to type instead', async () => {
  const port = await freePort()
  for (const [words, message] of [
    [['serch', 'gtb'], 'Unknown command "serch". Did you mean "search"?'],
    [['keys', 'lst'], 'Unknown command "keys lst". Did you mean "keys list"?'],
    [['keys', 'foo'], 'Unknown command "keys foo". Commands: keys issue, keys list, keys revoke, keys rotate.'],
    [['frobnicate'], 'Unknown command "frobnicate". bank-lookup help lists the commands.'],
    [
      ['banks', 'nigera'],
      'Unsupported country "nigera"; did you mean Nigeria (ng)? bank-lookup countries lists all countries.',
    ],
    [
      ['search', 'x', '--status', 'activ'],
      '--status is "activ"; use active, unverified, merged, closed or any. Did you mean "active"?',
    ],
    [
      ['search', 'x', '--url', `127.0.0.1:${port}`],
      `Cannot reach http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}; start the service, or leave out --url.`,
    ],
    [['search', 'x', '--explain', '--url', 'x'], '--explain needs the data of this installation; leave out --url.'],
  ] as const) {
    assert.equal((await callCommand(...words)).stderr, `bank-lookup: ${message}\n`)
  }
  const { stderr } = await callCommand('search', 'gtb', '--contry', 'ng')
  assert.match(stderr, /^bank-lookup: Unknown option '--contry'\. Did you mean --country\? Usage: /)
})

test('an address that is not a Bank Lookup service is named as such', async (t) => {
  const server = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { code, stderr } = await callCommand('countries', '--url', `http://127.0.0.1:${port}`)
  assert.deepEqual([code, stderr], [2, `bank-lookup: http://127.0.0.1:${port} returned a response that is not JSON.\n`])
})

test('--explain shows what matched and the parts of the score', async () => {
  const { code, stdout } = await callCommand('search', 'gtb', '--country', 'ng', '--explain')
  assert.equal(code, 0)
  assert.match(stdout, /^1\. GTBank {2}ng-gtbank\n {3}aliases: GTB\n/)
  assert.match(stdout, /\n {3}words [\d.]+ \+ .* = [\d.]+\n$/)
})

test('DATA_DIR and OVERLAY_DIR select the data', async (t) => {
  const overlay = temporaryFolder(t)
  mkdirSync(join(overlay, 'banks'))
  const line = readFileSync(join(root, 'data/banks/va.jsonl'), 'utf8').split('\n', 1)[0] as string
  const bank = { ...JSON.parse(line), name: 'Corrected by an overlay' }
  writeFileSync(join(overlay, 'banks/va.jsonl'), `${JSON.stringify(bank)}\n`)
  const { stdout } = await callCommandWith({ env: { OVERLAY_DIR: overlay } }, 'bank', bank.id)
  assert.match(stdout, /^Corrected by an overlay\n/)
  const missing = await callCommandWith({ env: { DATA_DIR: join(overlay, 'missing') } }, 'bank', bank.id)
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /^bank-lookup: .*missing.*\n$/)
})

test('version, --version and -v print the program and the data revision', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const word of ['version', '--version', '-v']) {
    const { code, stdout } = await callCommand(word)
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`^bank-lookup ${version}\\ndata revision \\d{4}-\\d\\d-\\d\\d\\.[0-9a-f]{8}\\n$`))
  }
})

test('start runs the service with the port and host of its options', async (t) => {
  const store = join(temporaryFolder(t), 'store.sqlite')
  const settings = { DATABASE_URL: `sqlite:${store}`, PORT: '1', HOST: '192.0.2.1' }
  const script = [entry, 'start', '--port', '0', '--host', '127.0.0.1']
  const started = startProgram(t, settings, { script })
  const port = await listeningPort(started.child.stdout as NodeJS.ReadableStream)
  assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200)
  started.child.kill('SIGTERM')
  assert.equal(await started.ended, 0)
})

async function listeningPort(stdout: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of stdout) {
    text += piece
    const port = /http:\/\/\S+?:(\d+)/.exec(text)?.[1]
    if (port) return port
  }
  throw new Error(`The service does not listen: ${text}`)
}

const escapeCharacter = String.fromCharCode(27)

const testAtTerminal = testWith('script')

/** Runs a command in a pseudo-terminal. */
function runInTerminal(t: TestContext, columns: number, words: string) {
  const line = `stty cols ${columns}; '${process.execPath}' ${entry} ${words}`
  const env = { PATH: process.env.PATH, TERM: 'xterm' }
  return new Promise<string>((resolve) => {
    const child = execFile(checkProgram('script').path, ['-qec', line, '/dev/null'], { cwd: root, env }, (_, stdout) =>
      resolve(stdout.replaceAll('\r\n', '\n')),
    )
    child.stdin?.end()
    t.after(() => child.kill('SIGKILL'))
  })
}

const escapes = new RegExp(`${escapeCharacter}\\[\\d+m`, 'g')

testAtTerminal('on a terminal, tables fit the width and are coloured; elsewhere nothing is shortened', async (t) => {
  const words = 'search sparkasse --country de --limit 20'
  const narrow = await runInTerminal(t, 80, words)
  assert.match(narrow, escapes)
  const { stdout: plain } = await callCommandWith({ columns: 80, env: { NO_COLOR: '1' } }, ...words.split(' '))
  assert.equal(plain, narrow.replaceAll(escapes, ''))
  assert.ok(plain.includes('…'))
  const { stdout } = await callCommand(...words.split(' '))
  assert.ok(!(stdout.includes('…') || stdout.includes(escapeCharacter)))
  const forced = await callCommandWith({ env: { FORCE_COLOR: '1' } }, 'search', 'gtb', '--country', 'ng')
  assert.match(forced.stdout, escapes)
})

for (const columns of [80, 50]) {
  test(`no line is wider than a terminal of ${columns} columns, and names stay readable`, async () => {
    for (const words of ['search chase', 'banks ng', 'countries', 'bank us-jpmorgan-chase-bank', 'requirements ca']) {
      const { stdout: output } = await callCommandWith({ columns, env: { NO_COLOR: '1' } }, ...words.split(' '))
      assert.ok(output.split('\n').length > 4, output)
      for (const line of output.split('\n')) assert.ok(textWidth(line) <= columns, `${words}: ${line}`)
      if (words !== 'search chase') continue
      assert.match(output, /^Chase\s+CHASUS33 {2}us-jpmorgan-chase-bank$/m)
      assert.equal(/^Name +Code +BIC +ID$/m.test(output), columns === 80)
    }
  })
}

test('on a terminal, an XLSX file is not printed', async () => {
  const { stderr } = await callCommandWith({ columns: 80 }, 'banks', 'gh', '--xlsx')
  assert.match(stderr, /^bank-lookup: An XLSX file is not text; add --output banks\.xlsx/)
})

test('if the reader closes the pipe, a lookup ends quietly', async (t) => {
  const started = startProgram(t, {}, { script: [entry, 'banks', 'us'] })
  started.child.stdout?.destroy()
  assert.deepEqual([await started.ended, started.stderr()], [0, ''])
})
