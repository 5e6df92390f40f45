/** The weekly update: downloads lists from a server on loopback, and imports them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import files from '../../packages/curation/src/sources/official-files.json' with { type: 'json' }
import { download } from '../../packages/curation/src/update/download.ts'
import { centralBankList, createWorkspace, textOf } from '../support/data/czech-list.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { deadlineMs } from '../support/wait-until.ts'

/** Returns the address of the server. */
async function serve(t: TestContext, handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('an update imports the lists that it can read, dates them, and says why the others are missing', async (t) => {
  const { data, run, banks } = createWorkspace(t)
  const rows = centralBankList(banks())
  rows.push(['9999', 'Banka Mezi Poli', '', 'A'])
  const url = await serve(t, ({ url: path }, response) => {
    if (path !== '/cz-cnb') response.writeHead(path === '/hr-hnb' ? 404 : 200).end('<!doctype html>')
    else response.writeHead(200, { 'Last-Modified': 'Sat, 14 Nov 2026 10:00:00 GMT' }).end(textOf(rows))
  })
  const before = readFileSync(join(data, 'banks/cz.jsonl'), 'utf8')
  const words = ['update', 'cz-cnb', 'hr-hnb', 'si-bsi', '--from', url]

  const shown = await run(...words)
  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /## cz-cnb\n\n~~~text\nhttp:\S+, as of 2026-11-14\n\n.*New banks: 1\n/s)
  assert.match(shown.stdout, /## hr-hnb\n\n~~~text\nNot imported: http:\S+ returned 404\.\n~~~/)
  assert.match(shown.stdout, /## si-bsi\n\n~~~text\nNot imported: The file: line 1: .* Nothing was written\.\n~~~/)
  assert.equal(readFileSync(join(data, 'banks/cz.jsonl'), 'utf8'), before)

  const written = await run(...words, '--write')
  assert.match(written.stdout, /Written: .*banks\/cz\.jsonl\./)
  assert.match(written.stdout, /## data lint\n\n~~~text\nNo problems/)
  assert.ok(banks().some(({ name }) => name === 'Banka Mezi Poli'))
  assert.match(readFileSync(join(data, 'sources.json'), 'utf8'), /"cz-cnb-2026-11"/)
})

test('an update without a single list fails', async (t) => {
  const { run } = createWorkspace(t)
  const url = await serve(t, (_, response) => response.writeHead(503).end())
  assert.equal((await run('update', 'cz-cnb', 'si-bsi', '--from', url)).code, 1)
  assert.equal((await run('update', 'us-fedach', '--from', url)).code, 2)
})

test('a download has limits on bytes, time and redirects, and needs https beyond loopback', async (t) => {
  const url = await serve(t, ({ url: path = '' }, response) => {
    if (path === '/silent') return
    if (path === '/long') response.end('x'.repeat(2_000))
    else if (path === '/moved') response.writeHead(302, { Location: '/file' }).end()
    else if (path === '/insecure') response.writeHead(302, { Location: 'http://banks.example/list' }).end()
    else if (path === '/loop') response.writeHead(302, { Location: '/loop' }).end()
    else response.end('file')
  })
  const path = join(temporaryFolder(t), 'list')
  const limits = { bytesMax: 1_000, timeoutMs: deadlineMs }
  const today = new Date().toISOString().slice(0, 10)
  assert.ok((await download(`${url}moved`, path, limits)) >= today)
  assert.equal(readFileSync(path, 'utf8'), 'file')
  await assert.rejects(download(`${url}long`, path, limits), /longer than 1000 bytes/)
  await assert.rejects(download(`${url}insecure`, path, limits), /http:\/\/banks\.example\/list does not use https\./)
  await assert.rejects(download(`${url}loop`, path, limits), /redirects more than 5 times/)
  await assert.rejects(download(`${url}silent`, path, { ...limits, timeoutMs: 50 }), /took longer than 0\.05 s/)
  await assert.rejects(download('file:///etc/hostname', path, limits), /does not use https/)
})

test('only lists that may be redistributed are downloaded, from addresses that use https', () => {
  const lists = Object.entries(files).filter(([, file]) => 'download' in file)
  assert.ok(lists.length > 0)
  for (const [name, { source, ...file }] of lists) {
    assert.ok(['open', 'attribution'].includes(source.redistribution), name)
    assert.match('download' in file ? file.download : '', /^https:/, name)
  }
})
