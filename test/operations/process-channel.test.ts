/** Calls between two processes. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createPeer, processChannel } from '../../src/ipc/rpc.ts'

const hourMs = 3_600_000

test('calls cross to a child process with maps and undefined intact, and fail when it ends', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-rpc-'))
  const program = join(folder, 'child.mjs')
  const rpc = JSON.stringify(new URL('../../src/ipc/rpc.ts', import.meta.url).href)
  writeFileSync(
    program,
    `import { createPeer, processChannel } from ${rpc}
    const parent = createPeer(processChannel(process))
    parent.handle('size', (map, missing) => [map.size, missing])
    parent.handle('exit', () => process.exit())
    parent.notify('ready')`,
  )
  const child = fork(program, { serialization: 'advanced' })
  t.after(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const peer = createPeer(processChannel(child))
  await new Promise<void>((resolve) => peer.handle('ready', () => resolve()))
  assert.deepEqual(await peer.call('size', [new Map([['a', 1]]), undefined], hourMs), [1, undefined])
  await assert.rejects(peer.call('exit', [], hourMs), /exited before it replied/)
  assert.doesNotThrow(() => peer.notify('size'))
})
