/** The page on agents: every configuration of a client on it leads to a server that answers. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { instructions } from '../../src/mcp/instructions.ts'
import { tools } from '../../src/mcp/tools.ts'
import { readPages } from '../support/examples.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { root } from '../support/services/processes.ts'
import { call, connectHttp } from './mcp-client.ts'

const page = readPages().find(({ name }) => name === 'mcp') ?? assert.fail('there is no page')

interface ServerConfig {
  type?: string
  url?: string
  headers?: Record<string, string>
  command?: string
  args?: string[]
}

const configs = page.groups
  .flat()
  .filter(({ language }) => language === 'jsonc')
  .flatMap(({ text, place }) => {
    const { mcpServers, servers } = JSON.parse(text) as Record<string, Record<string, ServerConfig>>
    return Object.entries(mcpServers ?? servers ?? {}).map(([name, config]) => ({ name, config, place }))
  })

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

test('the commands on the page install the locked version of the package and start the command', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sdk = `@modelcontextprotocol/server@${dependencies['@modelcontextprotocol/server']}`
  const local = configs.filter(({ config }) => config.command !== undefined)
  assert.equal(local.length, 2)
  for (const { config, place } of local) {
    assert.equal(config.command, 'npx', place)
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
