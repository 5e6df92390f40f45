/** `bank-lookup mcp`: the same tools over standard input and output, as clients on the same machine start it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { root } from '../support/services/processes.ts'
import { call, connectStdio, modes, questions, versions } from './mcp-client.ts'

for (const mode of modes) {
  test(`a client of the version ${versions[mode]} gets the same facts over stdio`, async (t) => {
    const client = await connectStdio(t, mode)
    assert.equal(client.getNegotiatedProtocolVersion(), versions[mode])
    assert.equal((await client.listTools()).tools.length, 7)
    for (const { tool, arguments: input, facts } of questions.filter((_, at) => at % 5 === 0)) {
      const { text, isError } = await call(client, tool, input)
      assert.equal(isError, false, text)
      for (const fact of facts) assert.ok(text.includes(fact), `${fact} is not in ${text}`)
    }
    const { text, isError } = await call(client, 'resolve_identifier', { identifiers: 58 })
    assert.equal(isError, true)
    assert.match(text, /Send: an array of 1 to 50 strings/)
    const { resources } = await client.listResources()
    assert.ok(resources.some(({ uri }) => uri === 'docs://index'))
    const { contents } = await client.readResource({ uri: 'docs://countries' })
    assert.match(JSON.stringify(contents), /\[Nigeria\]\(\S+countries\/ng\.md\): NG · /)
  })
}

/** Runs the command with these lines as its input and returns its output and its exit code. */
async function run(lines: string, { settings = {}, answers = 0 } = {}) {
  const env = { PATH: process.env.PATH, ...settings }
  const child = spawn(process.execPath, ['src/bin/bank-lookup.js', 'mcp'], { cwd: root, env })
  const output = { stdout: '', stderr: '' }
  child.stdin.on('error', () => {})
  child.stdin.write(lines)
  if (answers === 0) child.stdin.end()
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
    // A request that is under way when the input ends is not answered.
    if (output.stdout.split('\n').length > answers) child.stdin.end()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  const [code] = await once(child, 'close')
  return { ...output, code }
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: versions.legacy, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
const listCountries = JSON.stringify({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'list_countries', arguments: {} },
})

test('the command ends with its input', async () => {
  assert.deepEqual(await run(''), { stdout: '', stderr: '', code: 0 })
})

test('lines that are no messages are ignored, and standard output has only messages', async () => {
  const nested = '['.repeat(50_000) + ']'.repeat(50_000)
  const lines = ['hello', '{"jsonrpc":"2.0"}', nested, '\u0000', initialize, ''].join('\n')
  const { stdout, stderr, code } = await run(lines, { answers: 1 })
  assert.deepEqual([stderr, code], ['', 0])
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(messages.at(-1).result.serverInfo.name, 'bank-lookup')
})

test('a message of more than a megabyte ends the command', async () => {
  const { stdout, code } = await run(`${initialize}\n"${'x'.repeat(2_000_000)}`, { answers: 2 })
  assert.doesNotMatch(stdout, /xxx/)
  assert.equal(code, 0)
})

test('a data folder that cannot be read ends the command with a sentence', async () => {
  const settings = { DATA_DIR: '/nonexistent' }
  const { stderr, code } = await run(`${initialize}\n${listCountries}\n`, { settings, answers: 3 })
  assert.match(stderr, /^bank-lookup: \/nonexistent: cannot be read as a data folder \(ENOENT.*\)\n$/)
  assert.equal(code, 1)
})

test('an extra argument gets a sentence', async () => {
  const child = spawn(process.execPath, ['src/bin/bank-lookup.js', 'mcp', 'x'], { cwd: root, stdio: 'pipe' })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 2)
  assert.match(stderr, /Unexpected argument "x"/)
})
