/** The page on agents: every configuration of a client on it leads to a server that answers. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { instructions } from '../../src/mcp/mcp-server.ts'
import { tools } from '../../src/mcp/tools.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { root } from '../support/services/processes.ts'
import { call, connectHttp, documentedConfigs, readPage } from './mcp-client.ts'

const page = readPage()
const configs = documentedConfigs()

test('a client that is configured as on the page is connected', async (t) => {
  const { url, live } = await startKeyedService(t)
  const remote = configs.filter(({ config }) => config.url !== undefined)
  assert.equal(remote.length, 3)
  for (const { name, config, place } of remote) {
    assert.equal(name, 'bank-lookup')
    const address = (config.url ?? '').replace('http://localhost:8080', url)
    assert.ok(address.endsWith('/mcp'), place)
    const headers = { ...config.headers, ...(config.headers && { Authorization: `Bearer ${live}` }) }
    const client = await connectHttp(t, address.slice(0, -'/mcp'.length), 'legacy', headers)
    assert.equal((await call(client, 'list_countries', {})).isError, false, place)
  }
})

test('the commands on the page start the program of a clone, or install the locked major version of the package', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [major] = dependencies['@modelcontextprotocol/server'].split('.')
  const sdk = `@modelcontextprotocol/server@${major}`
  const local = configs.filter(({ config }) => config.command !== undefined)
  assert.deepEqual(
    local.map(({ config }) => config.command),
    ['node', 'node', 'npx'],
  )
  for (const { config, place } of local.slice(0, 2)) {
    const [program = '', ...words] = config.args ?? []
    assert.ok(existsSync(program.replace('/path/to/bank-lookup', root)), place)
    assert.deepEqual(words, ['mcp'], place)
  }
  for (const { config, place } of local.slice(2)) {
    assert.deepEqual(config.args, ['-y', '-p', 'bank-lookup', '-p', sdk, 'bank-lookup', 'mcp'], place)
  }
})

test('the page lists every tool, and the instructions name every tool', () => {
  const listed = [...page.text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(
    listed,
    tools.map(({ name }) => name),
  )
  for (const { name } of tools) assert.ok(instructions.includes(name), name)
})
