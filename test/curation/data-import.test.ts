import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importInto } from '../../packages/curation/src/commands/import-command.ts'
import { officialFiles, tableFiles } from '../../packages/curation/src/sources/sources.ts'
import { centralBankList, createWorkspace, textOf } from '../support/data/czech-list.ts'
import { small, writeFolder } from '../support/data/small-data.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { dataFolder } from '../support/services/service.ts'
import { textOf as fixtureText, published } from '../support/sources/build-files.ts'
import { fixtures } from '../support/sources/fixture-list.ts'

test('an import shows its changes, applies them with --write, and changes nothing the second time', async (t) => {
  const { data, file, run, banks } = createWorkspace(t)
  const rows = centralBankList(banks())
  const [first] = rows as [string[]]
  const [code = '', oldName = ''] = first
  first[1] = 'Zcela Nová Instituce, a.s.'
  rows.push(['9999', 'Banka Mezi Poli', '', 'A'])
  writeFileSync(file, textOf(rows))
  const before = readFileSync(join(data, 'banks/cz.jsonl'), 'utf8')
  const words = ['import', 'cz-cnb', file, '--as-of', '2026-11-14']

  const shown = await run(...words)
  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /New banks: 1\n {2}cz-banka-mezi-poli: "Banka Mezi Poli", 1 code\./)
  assert.match(shown.stdout, /Renamed banks: 1\n {2}cz-\S+: Its name is now "Zcela Nová Instituce/)
  assert.match(shown.stdout, /Nothing was written; add --write to apply the changes\.\n$/)
  assert.equal(readFileSync(join(data, 'banks/cz.jsonl'), 'utf8'), before)

  const written = await run(...words, '--write')
  assert.match(written.stdout, /Written: .*banks\/cz\.jsonl\.\n$/)
  const renamed = banks().find(({ codes }) => codes?.some(({ value }) => value === code))
  assert.deepEqual([renamed?.name, renamed?.legal_name], ['Zcela Nová Instituce', 'Zcela Nová Instituce, a.s.'])
  assert.ok(renamed?.aliases?.some((alias) => oldName.startsWith(alias)))
  assert.deepEqual(renamed?.codes?.[0], { scheme: 'cz_code', value: code, source: 'cz-cnb-2026-11' })

  const again = await run(...words, '--write')
  assert.match(again.stdout, /No changes\.\n$/)
  const lint = await run('lint')
  assert.equal(lint.code, 0, lint.stdout)
})

test('a damaged file is rejected with the line number, and nothing is written', async (t) => {
  const { data, file, run, banks } = createWorkspace(t)
  const rows = centralBankList(banks())
  const before = readFileSync(join(data, 'banks/cz.jsonl'), 'utf8')
  const whole = textOf(rows)
  const refusals: [string | Buffer, RegExp][] = [
    ['', /line 1: the file is empty/],
    [whole.slice(0, -20), /line \d+: /],
    [textOf(rows.map(([code = '', name = '', ...rest]) => [name, code, ...rest])), /line \d+: /],
    [Buffer.from(whole, 'utf16le'), /line \d+: /],
    ['<!DOCTYPE html><title>Not found</title>', /line 1: /],
    [textOf(rows.slice(0, 20)), /line 21: the file ends after 20 rows/],
  ]
  for (const [text, reason] of refusals) {
    writeFileSync(file, text)
    const { code, stdout, stderr } = await run('import', 'cz-cnb', file, '--as-of', '2026-11-14', '--write')
    assert.deepEqual([code, stdout], [1, ''], stderr)
    assert.match(stderr, reason)
    assert.match(stderr, /Nothing was written\.\n$/)
    assert.equal(readFileSync(join(data, 'banks/cz.jsonl'), 'utf8'), before)
  }
})

/** Each fixture, complete and without its last row. All are far shorter than the real files. */
const short = [
  ...fixtures.map(({ name, file, form }) => ({ name, file, form })),
  ...[...tableFiles.keys()].map((name) => ({ name, file: `${name}.txt`, form: 'ascii' as const })),
].flatMap(({ name, file, form }) => {
  const text = fixtureText(file)
  const cut = text.replace(/[^\n]*\n$/, '')
  return [text, cut].map((each) => ({ name, bytes: published(each, form) }))
})

test('a file that is truncated after a complete row is rejected with the line number, and the folder is unchanged', async (t) => {
  const schemes = JSON.parse(readFileSync(join(dataFolder, 'schemes.json'), 'utf8'))
  const data = writeFolder(t, { ...small(), schemes: [...small().schemes, ...schemes] })
  copyFileSync(join(dataFolder, 'gb-modulus.json'), join(data, 'gb-modulus.json'))
  const contents = (): string[] =>
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
  const before = contents()
  const file = join(temporaryFolder(t), 'fetched')
  const values = { 'as-of': '2026-11-14', write: true }
  assert.equal(short.length, 2 * (officialFiles.size + tableFiles.size))
  for (const { name, bytes } of short) {
    writeFileSync(file, bytes)
    await assert.rejects(importInto(data, { values, positionals: [name, file], note: () => {} }), (error: Error) => {
      assert.match(error.message.replace(`${file}: `, ''), /^line \d+: the file ends after \d+ rows; .*again/, name)
      return true
    })
    assert.deepEqual(contents(), before, name)
  }
})

test('a usage error names the mistake and the correct usage', async (t) => {
  const { file, run } = createWorkspace(t)
  writeFileSync(file, 'x')
  const refusals: [string[], RegExp][] = [
    [[], /Name the source and the file/],
    [['nowhere', file, '--as-of', '2026-11-14'], /Unknown source "nowhere"\. Sources: .*us-fedach/],
    [['cz-cnb', `${file}.missing`, '--as-of', '2026-11-14'], /File ".*" not found/],
    [['cz-cnb', file], /--as-of 2026-11-15/],
    [['cz-cnb', file, '--as-of', '14.11.2026'], /--as-of is "14\.11\.2026"/],
    [['cz-cnb', file, '--as-of', '2026-02-30'], /--as-of is "2026-02-30"/],
    [['cz-cnb', file, '--as-of', '2999-01-01'], /in the future/],
  ]
  for (const [words, reason] of refusals) {
    const { code, stderr } = await run('import', ...words)
    assert.equal(code, 2, stderr)
    assert.match(stderr, reason)
  }
})

test('a table of check rules is replaced as a whole, and only by a newer one', async (t) => {
  const { data, file, run } = createWorkspace(t)
  const table = join(data, 'gb-modulus.json')
  const before = readFileSync(table, 'utf8')
  const rows = Object.entries((JSON.parse(before) as { substitution: Record<string, string> }).substitution)
  const text = (pairs: [string, string][]): string => pairs.map((pair) => `${pair.join(' ')}\r\n`).join('')
  writeFileSync(file, text(rows))
  const same = await run('import', 'gb-scsubtab', file, '--as-of', '2025-06-23', '--write')
  assert.match(same.stdout, /^21 rows .*\nNew, removed or changed rows: 0\n/)
  writeFileSync(file, text(rows.slice(0, 15)))
  const shorter = await run('import', 'gb-scsubtab', file, '--as-of', '2026-11-14', '--write')
  assert.match(shorter.stderr, /: line 15: the file ends after 15 rows; our table has 21, .* Nothing was written/)
  const [last] = rows.slice(-1) as [[string, string]]
  writeFileSync(file, text([...rows.slice(0, -1), [last[0], '938000']]))
  const older = await run('import', 'gb-scsubtab', file, '--as-of', '2020-01-01', '--write')
  assert.match(older.stdout, /Our table is just as new or newer, so it stays unchanged\.\n\nNo changes\.\n$/)
  assert.equal(readFileSync(table, 'utf8'), before)
  const newer = await run('import', 'gb-scsubtab', file, '--as-of', '2026-11-14', '--write')
  assert.match(newer.stdout, /changed rows: 1\n.*938000.*\n\nWritten: gb-modulus\.json, sources\.json\.\n$/)
  assert.equal(JSON.parse(readFileSync(table, 'utf8')).substitution[last[0]], '938000')
})
