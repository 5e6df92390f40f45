import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { figureOf, readExposition } from '../support/exposition.ts'
import { freePort } from '../support/services/ports.ts'
import { runCommand, startListening, temporaryFolder } from '../support/services/processes.ts'
import { dataFolder, postJson } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

interface Data {
  folder: string
  overlay: string
  /** Rewrites the record of one bank in the file for Nigeria. */
  change(write: (record: Record<string, unknown>) => unknown): void
}

/** A copy of the shipped data, and an empty overlay. */
function copyData(t: TestContext): Data {
  const [folder, overlay] = [join(temporaryFolder(t), 'data'), join(temporaryFolder(t), 'overlay')]
  cpSync(dataFolder, folder, { recursive: true })
  mkdirSync(join(overlay, 'banks'), { recursive: true })
  const file = join(folder, 'banks/ng.jsonl')
  const change: Data['change'] = (write) => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    const changed = lines.map((line) =>
      line.startsWith('{"id":"ng-gtbank"') ? JSON.stringify(write(JSON.parse(line))) : line,
    )
    replace(file, `${changed.join('\n')}\n`)
  }
  return { folder, overlay, change }
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
    const response = await fetch(`${started.url}/v1/banks/ng-gtbank`)
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
  const data = copyData(t)
  const { url, nameOf, logged } = await startOver(t, data)
  const before = (await (await fetch(`${url}/readyz`)).json()) as { revision: string }
  data.change((record) => ({ ...record, name: 'Renamed Trust Bank' }))
  const line = await logged(/new data is served/)
  assert.equal(await nameOf(), 'Renamed Trust Bank')
  const { revision } = JSON.parse(line)
  assert.notEqual(revision, before.revision)
  for (const path of [
    '/v1/banks?country=ng',
    '/v1/supported-countries/',
    '/readyz',
    '/',
    '/v1/search?q=renamed+trust',
  ]) {
    const response = await fetch(`${url}${path}`)
    assert.equal(response.headers.get('data-revision'), revision, path)
    const body = (await response.json()) as { revision?: string; banks?: { id: string; name: string }[] }
    if (path !== '/v1/search?q=renamed+trust') assert.equal(body.revision, revision, path)
    else assert.equal(body.banks?.[0]?.id, 'ng-gtbank')
  }
  const list = await postJson(`${url}/v1/banks`, '{"country":"ng"}')
  assert.equal(list.headers.get('data-revision'), revision)
  assert.match(await list.text(), /"name":"Renamed Trust Bank"/)
})

test('invalid, empty and sharply shrunken data is rejected, logged with the reason and counted, and the old data is still served', async (t) => {
  const data = copyData(t)
  const adminPort = await freePort()
  const { child, nameOf, logged } = await startOver(t, data, { ADMIN_PORT: String(adminPort) })
  const refusals = async (): Promise<number> => {
    const families = readExposition(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text())
    return figureOf(families, 'bank_lookup_data_loads_total', { outcome: 'refused' }) ?? Number.NaN
  }
  assert.equal(await refusals(), 0)
  const file = join(data.folder, 'banks/ng.jsonl')
  const valid = readFileSync(file, 'utf8')
  data.change((record) => ({ ...record, type: 'shop' }))
  const line = JSON.parse(await logged(/"new data was rejected"/))
  assert.match(line.reason, /banks\/ng\.jsonl:\d+: type is "shop"/)
  const counted = await refusals()
  assert.ok(counted > 0)
  assert.equal(await nameOf(), 'Guaranty Trust Bank')
  replace(file, '')
  await logged(/Nigeria \(NG\) has 0 open banks instead of \d+; the new data looks incomplete.*"new data was rejected"/)
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
  const data = copyData(t)
  const older = copyData(t)
  const { url, logged, stderr } = await startOver(t, data)
  data.change((record) => ({ ...record, name: 'Renamed Trust Bank' }))
  const { revision } = JSON.parse(await logged(/new data is served/))
  const { code, stderr: reason } = await runCommand({ DATA_DIR: data.folder }, 'data', 'diff', older.folder, '--write')
  assert.equal(code, 0, reason)
  await waitUntil('the changes are served', () => stderr().split('new data is served').length > 2)
  const stored = readFileSync(join(data.folder, 'changes', `${revision}.jsonl`), 'utf8')
  const { from } = JSON.parse(stored.split('\n', 1)[0] ?? '')
  const response = await fetch(`${url}/v1/changes?since=${from}&country=ng`)
  const { to, changes } = (await response.json()) as { to: string; changes: { bank: { name: string } }[] }
  assert.equal(to, revision)
  assert.deepEqual(
    changes.map(({ bank }) => bank.name),
    ['Renamed Trust Bank'],
  )
})

test('corrections in the overlay survive a refresh of the data', async (t) => {
  const data = copyData(t)
  const { nameOf, logged } = await startOver(t, data)
  const shipped = readFileSync(join(data.folder, 'banks/ng.jsonl'), 'utf8').split('\n')
  const record = JSON.parse(shipped.find((line) => line.startsWith('{"id":"ng-gtbank"')) as string)
  replace(join(data.overlay, 'banks/ng.jsonl'), `${JSON.stringify({ ...record, name: 'As we call it' })}\n`)
  const first = JSON.parse(await logged(/new data is served/)).revision
  assert.equal(await nameOf(), 'As we call it')
  data.change((current) => ({ ...current, name: 'Refreshed Trust Bank' }))
  await logged(new RegExp(`"revision":"(?!${first})[^"]+".*new data is served`))
  assert.equal(await nameOf(), 'As we call it')
})
