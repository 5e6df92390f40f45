/** `/mcp` of the service as an operator runs it: with several processes, and switched off. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { small, writeFolder } from '../support/data/small-data.ts'
import { runCommand, startListening, temporaryFolder } from '../support/services/processes.ts'
import { call, connectHttp, modes, postCall } from './mcp-client.ts'

test('any of several processes answers any request', async (t) => {
  const store = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const service = await startListening(t, {
    WORKERS: '2',
    DATABASE_URL: store,
    RATE_LIMIT: 'off',
    DATA_DIR: writeFolder(t, small()),
  })
  for (const mode of modes) {
    const client = await connectHttp(t, service.url, mode)
    const calls = Array.from({ length: 20 }, () => call(client, 'search_banks', { query: 'a bank', country: 'aa' }))
    for (const { text } of await Promise.all(calls)) assert.match(text, /aa-first/)
  }
})

test('MCP=off answers 404', async (t) => {
  const store = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const { url } = await startListening(t, { MCP: 'off', DATABASE_URL: store, DATA_DIR: writeFolder(t, small()) })
  assert.equal((await postCall(url, 'list_countries', {})).status, 404)
})

const withoutSdk = { NODE_OPTIONS: `--import=${fileURLToPath(new URL('without-sdk.ts', import.meta.url))}` }

test('without the optional package, /mcp answers 501 and everything else works', async (t) => {
  const store = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const settings = { ...withoutSdk, DATABASE_URL: store, DATA_DIR: writeFolder(t, small()) }
  const { url } = await startListening(t, settings)
  const response = await postCall(url, 'list_countries', {})
  assert.equal(response.status, 501)
  assert.equal(response.headers.get('error-code'), 'mcp_not_installed')
  assert.equal((await fetch(`${url}/v1/banks?country=aa`)).status, 200)
})

test('without the optional package, the command names it', async () => {
  const { code, stderr } = await runCommand(withoutSdk, 'mcp')
  assert.equal(code, 1)
  assert.match(stderr, /MCP needs the package @modelcontextprotocol\/server; install it/)
})
