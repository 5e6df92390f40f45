import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { cacheDir } from '../../src/bin/paths.ts'
import { programDigest } from '../../src/dataset/cache/program-digest.ts'
import { digestFolders } from '../../src/dataset/data-files.ts'
import { bank, type Row, small, writeFolder } from '../support/data/small-data.ts'
import { figureOf, readExposition } from '../support/exposition.ts'
import { freePort } from '../support/services/ports.ts'
import { runCommand, startListening, temporaryFolder } from '../support/services/processes.ts'
import { postJson } from '../support/services/requests.ts'
import { waitUntil } from '../support/wait-until.ts'

interface Data {
  folder: string
  overlay: string
  /** The file for one of its countries. */
  file: string
  /** Rewrites the record of one bank in this file. */
  change(write: (record: Row) => unknown): void
}

/** A data folder with several banks in one of its countries, and an empty overlay. */
function writeData(t: TestContext): Data {
  const data = small()
  const others = Array.from({ length: 9 }, (_, at) => bank(`bb-other-${at}`, { name: `Other Bank ${at}` }))
  data.banks.bb = [bank('bb-only', { name: 'Guaranty Trust Bank' }), ...others]
  const [folder, overlay] = [writeFolder(t, data), join(temporaryFolder(t), 'overlay')]
  mkdirSync(join(overlay, 'banks'), { recursive: true })
  const file = join(folder, 'banks/bb.jsonl')
  const change: Data['change'] = (write) => {
    const [first = '', ...lines] = readFileSync(file, 'utf8').split('\n')
    replace(file, [JSON.stringify(write(JSON.parse(first))), ...lines].join('\n'))
  }
  return { folder, overlay, file, change }
}

/** The number of files in the startup cache for this data. */
function cachedParts({ folder, overlay }: Data): number {
  const version = `${digestFolders({ folder, overlay })}-${programDigest()}`
  return globSync(`*-${version}`, { cwd: cacheDir }).length
}

/** Replaces the file atomically. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

async function startOver(t: TestContext, { folder, overlay }: Data, more: Record<string, string> = {}) {
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const settings = { DATA_DIR: folder, OVERLAY_DIR: overlay, DATABASE_URL: database, RATE_LIMIT: 'off', ...more }
  const started = await startListening(t, settings)
  const nameOf = async (): Promise<string> => {
    const response = await fetch(`${started.url}/v1/banks/bb-only`)
    return ((await response.json()) as { name: string }).name
  }
  /** Waits for a matching line in the log. */
  const logged = async (pattern: RegExp): Promise<string> => {
    let line: string | undefined
    await waitUntil(
      () => `the log has ${pattern}:\n${started.stderr()}`,
      () => {
        const lines = started.stderr().split('\n')
        line = lines.find((candidate) => pattern.test(candidate))
        return line !== undefined
      },
    )
    return line as string
  }
  return { ...started, nameOf, logged }
}

test('a change in the data folder is served without a restart, in every response', async (t) => {
  const data = writeData(t)
  // The default, which other tests turn off.
  const { url, nameOf, logged } = await startOver(t, data, { PRELOAD: 'on' })
  await waitUntil('the startup cache is filled', () => cachedParts(data) === 3)
  const before = (await (await fetch(`${url}/readyz`)).json()) as { revision: string }
  data.change((record) => ({ ...record, name: 'Renamed Trust Bank' }))
  const line = await logged(/new data is served/)
  assert.equal(await nameOf(), 'Renamed Trust Bank')
  const { revision } = JSON.parse(line)
  assert.notEqual(revision, before.revision)
  for (const path of [
    '/v1/banks?country=bb',
    '/v1/supported-countries/',
    '/readyz',
    '/',
    '/v1/search?q=renamed+trust',
  ]) {
    const response = await fetch(`${url}${path}`)
    assert.equal(response.headers.get('data-revision'), revision, path)
    const body = (await response.json()) as { revision?: string; banks?: { id: string; name: string }[] }
    if (path !== '/v1/search?q=renamed+trust') assert.equal(body.revision, revision, path)
    else assert.equal(body.banks?.[0]?.id, 'bb-only')
  }
  const list = await postJson(`${url}/v1/banks`, '{"country":"bb"}')
  assert.equal(list.headers.get('data-revision'), revision)
  assert.match(await list.text(), /"name":"Renamed Trust Bank"/)
})

test('invalid, empty and sharply shrunken data is rejected, logged with the reason and counted, and the old data is still served', async (t) => {
  const data = writeData(t)
  const adminPort = await freePort()
  const { child, nameOf, logged } = await startOver(t, data, { ADMIN_PORT: String(adminPort) })
  const refusals = async (): Promise<number> => {
    const families = readExposition(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text())
    return figureOf(families, 'bank_lookup_data_loads_total', { outcome: 'refused' }) ?? Number.NaN
  }
  assert.equal(await refusals(), 0)
  const { file } = data
  const valid = readFileSync(file, 'utf8')
  data.change((record) => ({ ...record, type: 'shop' }))
  const line = JSON.parse(await logged(/"new data was rejected"/))
  assert.match(line.reason, /banks\/bb\.jsonl:1: type is "shop"/)
  const counted = await refusals()
  assert.ok(counted > 0)
  assert.equal(await nameOf(), 'Guaranty Trust Bank')
  replace(file, '')
  await logged(/BB \(BB\) has 0 open banks instead of 10; the new data looks incomplete.*"new data was rejected"/)
  assert.ok((await refusals()) > counted)
  assert.equal(await nameOf(), 'Guaranty Trust Bank')
  replace(file, valid)
  child.kill('SIGHUP')
  await logged(/the data is unchanged/)
  data.change((record) => ({ ...record, name: 'Renamed Trust Bank' }))
  await logged(/new data is served/)
  assert.equal(await nameOf(), 'Renamed Trust Bank')
})

test('change files that arrive after a refresh are served, too', async (t) => {
  const data = writeData(t)
  const older = writeData(t)
  const { url, logged, stderr } = await startOver(t, data)
  data.change((record) => ({ ...record, name: 'Renamed Trust Bank' }))
  const { revision } = JSON.parse(await logged(/new data is served/))
  const { code, stderr: reason } = await runCommand({ DATA_DIR: data.folder }, 'data', 'diff', older.folder, '--write')
  assert.equal(code, 0, reason)
  await waitUntil('the changes are served', () => stderr().split('new data is served').length > 2)
  const stored = readFileSync(join(data.folder, 'changes', `${revision}.jsonl`), 'utf8')
  const { from } = JSON.parse(stored.split('\n', 1)[0] ?? '')
  const response = await fetch(`${url}/v1/changes?since=${from}&country=bb`)
  const { to, changes } = (await response.json()) as { to: string; changes: { bank: { name: string } }[] }
  assert.equal(to, revision)
  assert.deepEqual(
    changes.map(({ bank }) => bank.name),
    ['Renamed Trust Bank'],
  )
})

test('corrections in the overlay survive a refresh of the data', async (t) => {
  const data = writeData(t)
  const { nameOf, logged } = await startOver(t, data)
  replace(join(data.overlay, 'banks/bb.jsonl'), `${JSON.stringify(bank('bb-only', { name: 'As we call it' }))}\n`)
  const first = JSON.parse(await logged(/new data is served/)).revision
  assert.equal(await nameOf(), 'As we call it')
  data.change((current) => ({ ...current, name: 'Refreshed Trust Bank' }))
  await logged(new RegExp(`"revision":"(?!${first})[^"]+".*new data is served`))
  assert.equal(await nameOf(), 'As we call it')
})
