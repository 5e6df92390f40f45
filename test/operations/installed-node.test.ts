/** On an older Node, the programs of a clone run on the Node that `npm ci` installed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { call, connectCommand } from '../mcp/mcp-client.ts'
import { node22 } from '../support/packages/installed-package.ts'
import { testWith } from '../support/programs.ts'
import { root, temporaryFolder } from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const test = testWith('node22')

/** A clone with `program` as its `src/bin/program.js`, and with this Node as the one that `npm ci` installed. */
function cloneWith(t: TestContext, program: string, version = '24.0.0'): string {
  const folder = temporaryFolder(t)
  for (const name of ['check-node-version.js', 'installed-node.js'])
    cpSync(join(root, 'src/bin', name), join(folder, 'src/bin', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'src/bin/program.js'), `import './check-node-version.js'\n${program}`)
  const installed = join(folder, `node_modules/node-${process.platform}-${process.arch}`)
  mkdirSync(join(installed, 'bin'), { recursive: true })
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ version }))
  symlinkSync(process.execPath, join(installed, 'bin/node'))
  return folder
}

function start(t: TestContext, cwd: string, ...words: string[]) {
  const child = spawn(node22, words, { cwd })
  t.after(() => child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit'), stdout: text(child.stdout), stderr: text(child.stderr) }
}

test('the program gets the same arguments, options of Node and input, and its exit code is passed on', async (t) => {
  const folder = cloneWith(
    t,
    `let input = ''
     for await (const chunk of process.stdin) input += chunk
     console.log(JSON.stringify([process.version, process.argv.slice(2), process.execArgv, input]))
     process.exitCode = 3`,
  )
  const { child, ended, stdout, stderr } = start(t, folder, '--stack-size=900', 'src/bin/program.js', 'a b', '--c')
  child.stdin.end('input')
  assert.deepEqual(await ended, [3, null])
  assert.deepEqual(JSON.parse(await stdout), [process.version, ['a b', '--c'], ['--stack-size=900'], 'input'])
  assert.equal(await stderr, '')
})

test('signals are forwarded once, and death by a signal is passed on', async (t) => {
  const folder = cloneWith(
    t,
    `for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => console.log(signal))
     console.log('ready')
     setInterval(() => {}, 1000)`,
  )
  const { child, ended } = start(t, folder, 'src/bin/program.js')
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await waitUntil('ready', () => printed === 'ready\n')
  let expected = printed
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    child.kill(signal)
    expected += `${signal}\n`
    await waitUntil(signal, () => printed === expected)
  }
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [null, 'SIGTERM'])
})

test('without a newer Node in the clone, the message says which version is needed', async (t) => {
  const tooOld = cloneWith(t, '', '22.1.0')
  const missing = cloneWith(t, '')
  const broken = cloneWith(t, '')
  const binary = `node_modules/node-${process.platform}-${process.arch}/bin/node`
  for (const folder of [missing, broken]) rmSync(join(folder, binary))
  writeFileSync(join(broken, binary), 'not a program', { mode: 0o644 })
  for (const folder of [tooOld, missing, broken]) {
    const { ended, stderr } = start(t, folder, 'src/bin/program.js')
    assert.deepEqual(await ended, [1, null])
    assert.match(await stderr, /^bank-lookup requires Node 24 or later; this is Node 22\.\d+\.\d+\.\n.*npm ci/)
  }
})

test('the command line and MCP run from an older Node', async (t) => {
  const { ended, stdout } = start(t, root, 'src/bin/bank-lookup.js', 'search', 'gtb', '--country', 'ng')
  assert.deepEqual(await ended, [0, null])
  assert.match(await stdout, /GTBank +058/)
  const args = [join(root, 'src/bin/bank-lookup.js'), 'mcp']
  const env = { PATH: process.env.PATH ?? '' }
  const client = await connectCommand(t, 'auto', { command: node22, args, cwd: temporaryFolder(t), env })
  assert.match((await call(client, 'search_banks', { query: 'gtb', country: 'ng' })).text, /"id":"ng-gtbank"/)
})
