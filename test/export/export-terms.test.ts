/** The terms of an export: what is left out, what `--with` includes and says, and exports that fail. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportableData, exportData } from '../support/data/exported.ts'
import { small, writeFolder } from '../support/data/small-data.ts'
import { callCommandWith } from '../support/services/in-process-command.ts'
import { startProgram, temporaryFolder } from '../support/services/processes.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const dataFolder = writeFolder(wholeProcess, exportableData())
writeFileSync(join(dataFolder, 'LICENSE.md'), '# Terms\n')
const banksIn = (out: string): string[] =>
  readdirSync(join(out, 'v1/banks')).flatMap((name) => /^(aa-.+)\.json$/.exec(name)?.[1] ?? [])
const codesIn = (out: string): unknown => JSON.parse(readFileSync(join(out, 'v1/banks/aa-third.json'), 'utf8')).codes

test('facts with unclear and restrictive terms are left out', async (t) => {
  const { out, stdout } = await exportData(t, dataFolder)
  assert.match(stdout, /It has no facts whose terms are unclear or restricted\.\n$/)
  assert.deepEqual(banksIn(out), ['aa-first', 'aa-second', 'aa-third'])
  assert.deepEqual(codesIn(out), {})
  assert.match(readFileSync(join(out, 'CREDITS.md'), 'utf8'), /A list/)
  assert.match(readFileSync(join(out, 'LICENSE.md'), 'utf8'), /# Terms\n$/)
  assert.match(readFileSync(join(out, 'index.html'), 'utf8'), /left out: unclear, restricted\. <a href="LICENSE\.md">/)
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }))
    assert.ok(
      !/\.(?:json|md|csv|ndjson|html)$/.test(name) || !/a-restricted/.test(readFileSync(join(out, name), 'utf8')),
      name,
    )
  assert.equal(existsSync(join(out, 'TERMS.md')), false)
  assert.deepEqual(readdirSync(join(out, '..')), ['public'])
})

test('--with names terms to include, and prints and writes whose terms apply', async (t) => {
  const { out, stdout } = await exportData(t, dataFolder, { words: ['--with', 'unclear'] })
  assert.deepEqual(banksIn(out), ['aa-first', 'aa-second', 'aa-third'])
  assert.deepEqual(codesIn(out), { aa_code: ['004'] })
  const terms = readFileSync(join(out, 'TERMS.md'), 'utf8')
  for (const text of [stdout, terms]) {
    assert.match(text, /\*\*Publisher of unclear lists\*\*\. Terms: Licence of unclear lists/)
    assert.doesNotMatch(text, /restricted lists/)
  }
  assert.match(readFileSync(join(out, 'index.html'), 'utf8'), /left out: restricted\..*<a href="TERMS\.md">/s)
})

test('--json prints the folder, the revision, the terms that are left out, and whose terms apply', async (t) => {
  const { out, stdout } = await exportData(t, dataFolder, { words: ['--with', 'restricted,unclear', '--json'] })
  const { terms, files, bytes, revision, ...summary } = JSON.parse(stdout)
  assert.deepEqual(summary, { folder: out, without: [] })
  assert.deepEqual(
    terms.map(({ id }: { id: string }) => id),
    ['a-restricted', 'a-unclear'],
  )
  assert.equal(revision, JSON.parse(readFileSync(join(out, 'v1/banks/aa.json'), 'utf8')).revision)
  assert.equal(files, readFileSync(join(out, 'SHA256SUMS'), 'utf8').split('\n').length)
  assert.ok(bytes > 100_000)
})

test('the overlay is not exported, and the command says so', async (t) => {
  const overlay = temporaryFolder(t)
  mkdirSync(join(overlay, 'banks'))
  writeFileSync(
    join(overlay, 'banks/bb.jsonl'),
    readFileSync(join(dataFolder, 'banks/bb.jsonl'), 'utf8').replaceAll('A Bank', 'Mine'),
  )
  const out = join(temporaryFolder(t), 'public')
  const env = { DATA_DIR: dataFolder, OVERLAY_DIR: overlay }
  const { code, stderr } = await callCommandWith({ env }, 'export', '--out', out)
  assert.equal(code, 0)
  assert.match(stderr, /^The overlay is not exported/)
  assert.doesNotMatch(readFileSync(join(out, 'v1/banks/bb.json'), 'utf8'), /Mine/)
})

test('a wrong option, a folder with files and a reduced build are rejected, and nothing is written', async (t) => {
  const parent = temporaryFolder(t)
  writeFileSync(join(parent, 'file'), '')
  const out = join(parent, 'public')
  const build = { without: ['unclear'], from: '2026-01-31.00000000', countries: [] }
  const reduced = writeFolder(t, { ...small(), build })
  for (const [folder, words, exit, message] of [
    [dataFolder, [], 2, /--out is missing; name a new folder to write to/],
    [dataFolder, ['--out', parent], 2, /already exists and is not an empty folder/],
    [dataFolder, ['--out', join(dataFolder, 'public')], 2, /within the data folder/],
    [dataFolder, ['--out', out, '--with', 'open'], 2, /--with is "open"; use unclear or restricted/],
    [dataFolder, ['--out', out, 'ng'], 2, /Unexpected argument "ng"/],
    [
      reduced,
      ['--out', out, '--with', 'unclear'],
      1,
      /has no facts whose terms are unclear, and was built without unclear/,
    ],
    [join(parent, 'nothing'), ['--out', out], 1, /sources\.json: cannot be read/],
  ] as const) {
    const { code, stderr } = await callCommandWith({ env: { DATA_DIR: folder } }, 'export', ...words)
    assert.equal(code, exit, stderr)
    assert.match(stderr, message)
  }
  assert.deepEqual(readdirSync(parent), ['file'])
})

test('Ctrl-C ends an export, and leaves nothing behind', async (t) => {
  const parent = temporaryFolder(t)
  // Sends the signal from inside, when the export has written its first files.
  const signal = join(temporaryFolder(t), 'signal.mjs')
  writeFileSync(
    signal,
    `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { writeFileSync } = fs
    fs.writeFileSync = (file, ...more) => {
      writeFileSync(file, ...more)
      if (file.endsWith('aa.csv')) process.kill(process.pid, 'SIGINT')
    }
    syncBuiltinESMExports()`,
  )
  const script = ['--import', signal, 'src/bin/bank-lookup.js', 'export', '--out', join(parent, 'public')]
  const { ended, stderr } = startProgram(t, { DATA_DIR: dataFolder }, { script })
  assert.equal(await ended, 1)
  assert.equal(stderr(), 'bank-lookup: Interrupted; nothing was written.\n')
  assert.deepEqual(readdirSync(parent), [])
})

test('a full disk leaves nothing behind, whether a file or the database does not fit', async (t) => {
  for (const [blocks, reason] of [
    [8, /EFBIG/],
    [100, /disk/],
  ] as const) {
    const parent = temporaryFolder(t)
    // Simulates a full disk: no file may grow beyond this many blocks of 512 bytes.
    const within = ['sh', '-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, 'sh']
    const script = ['src/bin/bank-lookup.js', 'export', '--out', join(parent, 'public'), '--with', 'restricted,unclear']
    const { ended, stderr } = startProgram(t, { DATA_DIR: dataFolder }, { script, within })
    assert.equal(await ended, 1, stderr())
    assert.match(stderr(), /^bank-lookup: The export failed, and nothing was written \(.*\)\.\n$/)
    assert.match(stderr(), reason)
    assert.deepEqual(readdirSync(parent), [])
  }
})
