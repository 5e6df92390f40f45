/** The library on a data folder that is broken or hostile: it ends with an error that names the file. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readFiles } from '../../src/dataset/data-files.ts'
import { DatasetError, openDirectory } from '../../src/library/index.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { dataFolder } from '../support/services/service.ts'

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

/** `status`: that of its code. */
const bankWith = (status: string): string =>
  `{"id":"va-x","name":"x","country":"VA","type":"other","codes":[{"scheme":"x","value":"1","status":${status},"source":"x"}],"status":"active","confidence":"high","sources":["x"]}\n`

type Case = [what: string, spoil: (at: (path: string) => string) => unknown, message: RegExp, country?: string]

const cases: Case[] = [
  ['a FIFO as a table', (at) => execFileSync('mkfifo', [at('schemes.json')]), /^schemes\.json: is a FIFO/],
  ['a FIFO as the countries', (at) => execFileSync('mkfifo', [at('countries.json')]), /countries\.json: is a FIFO/],
  ['a link to a device', (at) => symlinkSync('/dev/zero', at('sources.json')), /^sources\.json: is a symbolic link/],
  [
    'a link to itself',
    (at) => symlinkSync('schemes.json', at('schemes.json')),
    /^schemes\.json: cannot be read \(ELOOP/,
  ],
  [
    'a folder as a table',
    (at) => cpSync(dataFolder, at('schemes.json'), { recursive: true }),
    /^schemes\.json: is a dir/,
  ],
  [
    'a file as the folder of changes',
    (at) => writeFileSync(at('changes'), ''),
    /changes: cannot be read as a data folder/,
  ],
  ['a file that is too large', (at) => grow(at('banks/va.jsonl'), 257), /^banks\/va\.jsonl: is larger than 256 MiB$/],
  [
    'deep countries',
    (at) => writeFileSync(at('countries.json'), deep),
    /countries\.json: is not a JSON list of countries$/,
  ],
  ['a country without a name', (at) => writeFileSync(at('countries.json'), '[{"code":"VA"}]'), /list of countries$/],
  [
    'names that are no list',
    (at) => writeFileSync(at('countries.json'), '[{"code":"VA","name":"x","also":5}]'),
    /list of c/,
  ],
  [
    'a build without countries',
    (at) => writeFileSync(at('build.json'), '{}'),
    /build\.json: has no list of countries$/,
    'zz',
  ],
  [
    'a deep value',
    (at) => writeFileSync(at('banks/va.jsonl'), bankWith(deep)),
    /^banks\/va\.jsonl:1: codes\.0\.status is an object or a list; /,
  ],
  [
    'a bank that is null',
    (at) => writeFileSync(at('banks/va.jsonl'), 'null\n'),
    /^banks\/va\.jsonl:1: the record must be obj/,
  ],
]

for (const [what, spoil, message, country = 'va'] of cases) {
  test(`${what} is an error that names the file`, async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    cpSync(dataFolder, folder, { recursive: true })
    spoil((path) => {
      rmSync(join(folder, path), { recursive: true, force: true })
      return join(folder, path)
    })
    const open = async (): Promise<string> => {
      const opened = await openDirectory({ dataDir: folder, cacheDir: false, countries: [country] })
      return opened.revision
    }
    await assert.rejects(open, (error: Error) => {
      assert.ok(error instanceof DatasetError, error.stack)
      assert.match(error.message, message)
      return true
    })
  })
}

/** Makes a sparse file, which takes no space on the disk. */
function grow(path: string, mebibytes: number): void {
  writeFileSync(path, '')
  truncateSync(path, mebibytes * 1024 * 1024)
}

test('files that are too large together are not read', (t) => {
  const folder = temporaryFolder(t)
  for (const name of ['a.json', 'b.json', 'c.json']) grow(join(folder, name), 100)
  assert.throws(() => readFiles(folder), {
    name: 'DatasetError',
    message: /: has data files of more than 256 MiB together$/,
  })
})
