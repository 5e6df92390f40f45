import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDataFolder } from '../../packages/curation/src/data-folder.ts'
import { readCorrections } from '../../packages/curation/src/read-corrections.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import { bank, code, small, writeFolder } from '../support/data/small-data.ts'
import { callCommandWith } from '../support/services/in-process-command.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { dataFolder } from '../support/services/service.ts'

/** Two banks: a code of the first and all of the second come from a restricted list. */
function mixedFolder(t: TestContext): string {
  const data = small()
  const [list] = data.sources
  data.sources.unshift({ ...list, id: 'a-closed', redistribution: 'restricted' })
  data.banks.aa = [
    bank('aa-first', { codes: [code('001'), code('002', { source: 'a-closed' })], sources: ['a-closed', 'a-list'] }),
    bank('aa-second', { sources: ['a-closed'] }),
  ]
  const folder = writeFolder(t, data)
  writeFileSync(join(folder, 'LICENSE.md'), '# Terms\n')
  writeFileSync(join(folder, 'figures.json'), '{"source":"a-list"}')
  writeFileSync(join(folder, 'closed-figures.json'), '{"source":"a-closed"}')
  mkdirSync(join(folder, 'changes'))
  return folder
}

test('data build writes a complete folder without restricted sources, and reports what was omitted', async (t) => {
  const [folder, out] = [mixedFolder(t), join(temporaryFolder(t), 'inner/open')]
  const words = ['data', 'build', '--without', 'restricted', '--out', out]
  const { code: exit, stdout, stderr } = await callCommandWith({ env: { DATA_DIR: folder } }, ...words)
  assert.equal(exit, 0, stderr)
  assert.match(stdout, /contains 2 banks at revision 2026-01-31\.[0-9a-f]{8}, built from .* without restricted\./)
  assert.match(stdout, /Files omitted: closed-figures\.json\./)
  assert.match(stdout, /Banks omitted: aa-second\./)
  assert.match(stdout, /^AA +1 of 2 +1 of 2 +name 1 of 2$/m)
  assert.deepEqual(readdirSync(out).sort(), [
    'CREDITS.md',
    'LICENSE.md',
    'banks',
    'build.json',
    'countries.json',
    'figures.json',
    'schemes.json',
    'sources.json',
  ])
  assert.deepEqual(readdirSync(join(out, '..')), ['open'])
  assert.match(readFileSync(join(out, 'LICENSE.md'), 'utf8'), /^> This folder was built from .*`restricted`.*# Terms/s)
  const { banks, sources } = readDataset(out)
  assert.deepEqual(
    [...banks].map(({ id }) => id),
    ['aa-first', 'bb-only'],
  )
  assert.deepEqual([...sources.keys()], ['a-list'])
})

test('corrections and official counts are kept with their bank and source, and the next import respects them', async (t) => {
  const [folder, out] = [mixedFolder(t), join(temporaryFolder(t), 'open')]
  const sources: object[] = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'))
  const cited = { ...sources.at(-1), id: 'b-cited' }
  writeFileSync(join(folder, 'sources.json'), JSON.stringify([...sources, cited]))
  const correction = { bank: 'aa-first', fact: 'name', reason: 'As the register has it.', date: '2026-01-31' }
  const kept = [
    { ...correction, evidence: 'https://register.example/' },
    { ...correction, fact: 'aa_code 009', evidence: 'b-cited' },
  ]
  const lost = [
    { ...correction, fact: 'city', evidence: 'a-closed' },
    { ...correction, bank: 'aa-second', evidence: 'a-list' },
  ]
  const lines = (rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  writeFileSync(join(folder, 'corrections.jsonl'), lines([...kept, ...lost]))
  const count = { country: 'AA', count: 4, of: 'banks of A', date: '2026', source: 'a-list', found_in: 'its rows' }
  const closed = { ...count, of: 'all banks', source: 'a-closed' }
  writeFileSync(join(folder, 'official-counts.json'), JSON.stringify([closed, count]))
  const words = ['data', 'build', '--without', 'restricted', '--out', out]
  const { code: exit, stdout, stderr } = await callCommandWith({ env: { DATA_DIR: folder } }, ...words)
  assert.equal(exit, 0, stderr)
  assert.match(stdout, /Files omitted: closed-figures\.json\./)
  assert.equal(readFileSync(join(out, 'corrections.jsonl'), 'utf8'), lines(kept))
  assert.deepEqual(JSON.parse(readFileSync(join(out, 'official-counts.json'), 'utf8')), [count])
  const data = openDataFolder(out)
  assert.deepEqual(readCorrections(data, '2026-01-31'), kept)
  assert.deepEqual([...data.sources.keys()], ['a-list', 'b-cited'])
  const linted = await callCommandWith({ env: { DATA_DIR: out } }, 'data', 'lint', '--rule', 'source-use')
  assert.equal(linted.code, 0, linted.stdout)
})

test('data build continues the history of the previous folder, whether that was reduced or is full', async (t) => {
  const parent = temporaryFolder(t)
  const words = ['data', 'build', '--without', 'restricted', '--out']
  const build = async (folder: string, out: string, ...more: string[]) =>
    callCommandWith({ env: { DATA_DIR: folder } }, ...words, join(parent, out), ...more)
  const older = mixedFolder(t)
  const newer = mixedFolder(t)
  const line = { ...bank('bb-second'), name: 'New Bank' }
  appendFileSync(join(newer, 'banks/bb.jsonl'), `${JSON.stringify(line)}\n`)
  assert.equal((await build(older, 'first')).code, 0)
  const fromReduced = await build(newer, 'second', '--previous', join(parent, 'first'))
  assert.match(fromReduced.stdout, /^Releases in the history: 1\.$/m)
  const fromFull = await build(newer, 'third', '--previous', older)
  assert.equal(fromFull.code, 0, fromFull.stderr)
  const [first, second, third] = ['first', 'second', 'third'].map((name) => readDataset(join(parent, name)))
  const changes = second?.releases.map(({ from, to, lines }) => [
    from,
    to,
    JSON.parse(new TextDecoder().decode(lines)).id,
  ])
  assert.deepEqual(changes, [[first?.revision, second?.revision, 'bb-second']])
  assert.deepEqual(third?.releases, second?.releases)
  const other = await callCommandWith(
    { env: { DATA_DIR: newer } },
    ...['data', 'build', '--without', 'unclear', '--out', join(parent, 'other'), '--previous', join(parent, 'first')],
  )
  assert.equal(other.code, 1)
  assert.match(other.stderr, /was built without restricted; name a folder that was built with the same --without/)
  assert.deepEqual(readdirSync(parent).sort(), ['first', 'second', 'third'])
})

test('a reduced build is not reduced again, and has no report of losses', async (t) => {
  const [folder, out] = [mixedFolder(t), join(temporaryFolder(t), 'open')]
  const words = ['data', 'build', '--without', 'restricted', '--out']
  assert.equal((await callCommandWith({ env: { DATA_DIR: folder } }, ...words, out)).code, 0)
  const again = await callCommandWith({ env: { DATA_DIR: out } }, ...words, `${out}-2`)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /was itself built without restricted; build from the full data, 2026-01-31\./)
  const losses = await callCommandWith({ env: { DATA_DIR: out } }, 'data', 'report', '--losses')
  assert.deepEqual([losses.code, losses.stdout], [1, ''])
  assert.match(losses.stderr, /was itself built without restricted; --losses needs the full data, 2026-01-31\./)
})

test('an impossible build is rejected with the reason, and nothing is written', async (t) => {
  const [folder, parent] = [mixedFolder(t), temporaryFolder(t)]
  writeFileSync(join(parent, 'file'), 'kept')
  const out = join(parent, 'out')
  const refusals: [string[], RegExp][] = [
    [['--out', out], /--without is missing; .*open, attribution, unclear, restricted/],
    [['--without', 'secret', '--out', out], /--without is "secret"; choose from/],
    [['--without', 'restricted'], /--out is missing/],
    [['--without', 'restricted', '--out', join(folder, 'inner')], /--out is within the data folder/],
    [['--without', 'restricted', '--out', folder], /--out is within the data folder/],
    [['--without', 'restricted', '--out', parent], /already exists and is not an empty folder/],
    [['--without', 'restricted', '--out', join(parent, 'file')], /already exists and is not an empty folder/],
  ]
  for (const [words, reason] of refusals) {
    const {
      code: exit,
      stdout,
      stderr,
    } = await callCommandWith({ env: { DATA_DIR: folder } }, 'data', 'build', ...words)
    assert.deepEqual([exit, stdout], [2, ''], stderr)
    assert.match(stderr, reason)
  }
  writeFileSync(join(folder, 'closed-figures.json'), 'no JSON')
  const broken = await callCommandWith(
    { env: { DATA_DIR: folder } },
    'data',
    'build',
    '--without',
    'restricted',
    '--out',
    out,
  )
  assert.equal(broken.code, 1)
  assert.match(broken.stderr, /^bank-lookup: closed-figures\.json: is not JSON/)
  assert.deepEqual(readdirSync(parent), ['file'])
})

test('conflicts are printed as sentences and as JSON, and a code served twice is a failure', async (t) => {
  const data = small()
  data.banks.aa = [bank('aa-first', { codes: [code('001')] }), bank('aa-second', { codes: [code('001')] })]
  const settings = { env: { DATA_DIR: writeFolder(t, data) } }
  const text = await callCommandWith(settings, 'data', 'conflicts')
  assert.equal(text.code, 1)
  assert.match(text.stdout, /^AA aa_code 001 is claimed by 2 banks: served for more than one bank/)
  assert.match(text.stdout, /served: 001 of aa-second \(current\), from a-list \(A, 2026-01-31, issuer\)/)
  const json = await callCommandWith(settings, 'data', 'conflicts', '--country', 'bb', '--json')
  assert.deepEqual([json.code, JSON.parse(json.stdout).conflicts], [0, []])
  const unknown = await callCommandWith(settings, 'data', 'conflicts', '--country', 'rr')
  assert.equal(unknown.code, 2)
  assert.match(unknown.stderr, /--country is "rr"; use the code of a country/)
})

test('the report of losses is a table, and the same numbers as JSON', async (t) => {
  const settings = { env: { DATA_DIR: mixedFolder(t) } }
  const { code: exit, stdout } = await callCommandWith(settings, 'data', 'report', '--losses')
  assert.equal(exit, 0)
  assert.match(stdout, /^\| AA \| 2 \/ 0 \/ 2 \| 1 \/ 0 \/ 1 \| 1 \/ 0 \/ 1 \|$/m)
  const { countries } = JSON.parse((await callCommandWith(settings, 'data', 'report', '--losses', '--json')).stdout)
  const left = { banks: 1, bics: 0, codes: { aa_code: 1 } }
  const full = { banks: 2, bics: 0, codes: { aa_code: 2 } }
  assert.deepEqual(countries[1], { country: 'AA', full, builds: [left, left] })
})

test('the report has a line per country, and the same numbers as JSON', async () => {
  const settings = { env: { DATA_DIR: dataFolder } }
  const { code: exit, stdout } = await callCommandWith(settings, 'data', 'report')
  assert.equal(exit, 0)
  const [, ghana] = /^GH +(\d+) +\d+% .*commercial_bank \d+/m.exec(stdout) ?? []
  // 98.7 %, rounded as on the coverage page.
  assert.match(stdout, /^AT +\d+ +99% /m)
  assert.match(stdout, /^US +4379 +\d{4} +2025-09-30 /m)
  const { countries } = JSON.parse((await callCommandWith(settings, 'data', 'report', '--json')).stdout)
  assert.equal(countries.length, 144)
  assert.equal(countries.find(({ country }: { country: string }) => country === 'GH').open_banks, Number(ghana))
})
