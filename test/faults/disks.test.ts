/** A full or read-only disk: creations get 503, lookups continue, and the store recovers. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { small, writeFolder } from '../support/data/small-data.ts'
import { findPrograms } from '../support/programs.ts'
import { often } from '../support/repetitions.ts'
import { missingParts, statusOfCreation, storedIds } from '../support/services/admin-commands.ts'
import { startLookups } from '../support/services/lookups.ts'
import { create, issue, startListening, temporaryFolder, withoutPrivilege } from '../support/services/processes.ts'
import { isRefusal, openOrders, startStorm } from '../support/services/record-orders.ts'
import { waitUntil } from '../support/wait-until.ts'

const settingsOf = (t: TestContext, file: string) => ({
  DATA_DIR: writeFolder(t, small()),
  DATABASE_URL: `sqlite:${file}`,
  RATE_LIMIT: 'off',
})

test('a folder that is not writable: lookups continue, and the store recovers when the folder is writable', async (t) => {
  const blocked = join(temporaryFolder(t), 'var')
  writeFileSync(blocked, 'in the way')
  const settings = settingsOf(t, `${blocked}/store.sqlite`)
  const { url, stderr } = await startListening(t, settings)
  const logged = /"message":"[^"]*(EEXIST|ENOTDIR|unable to open).*"msg":"the store is unavailable"/
  await waitUntil('the cause is logged', () => logged.test(stderr()))
  const lookups = await startLookups(t, url, [() => ({})])
  assert.ok(isRefusal(await create(url, 'blk_live_')))
  await missingParts(url, ['store'])
  await lookups.more(often(20, 50))
  rmSync(blocked)
  const { key } = await issue(settings)
  await statusOfCreation(url, key, 200)
  assert.deepEqual(await lookups.stop(), [])
})

/** Simulates a full disk: no file of the process may grow beyond this size. */
const diskBytes = 512_000
const onSmallDisk = ['sh', '-c', `trap '' XFSZ; ulimit -S -f ${diskBytes / 512}; exec "$@"`, 'sh']
const fillings = often(1, 5)

test('a full disk: creations get 503, lookups continue, no acknowledged record is lost, and new space is used', async (t) => {
  const programs = findPrograms(t, 'prlimit')
  if (!programs) return
  const settings = settingsOf(t, join(temporaryFolder(t), 'store.sqlite'))
  const { key } = await issue(settings)
  const { url, child, stderr } = await startListening(t, settings, onSmallDisk)
  const lookups = await startLookups(t, url, [() => ({}), () => ({ 'X-Public-Hash-Key': key })])
  const orders = openOrders(key)
  const storm = startStorm(t, url, { orders, name: 'storm', callers: 8 })
  for (let filling = 1; filling <= fillings; filling++) {
    const refused = orders.refused()
    await waitUntil('the disk is full', () => orders.refused() >= refused + 50)
    // The system's errors for a file that may not grow, and for a full disk.
    assert.match(stderr(), /"reason":"[^"]*disk (I\/O error|is full)","msg":"cannot store the record"/)
    await lookups.more(often(20, 50))
    const acknowledged = [...orders.acknowledged.values()]
    const stored = new Set(await storedIds(settings))
    assert.ok(acknowledged.length > 0)
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
    execFileSync(programs.prlimit, ['--pid', String(child.pid), `--fsize=${diskBytes * (filling + 1)}:`])
    await orders.more(50)
  }
  await storm.stop()
  assert.deepEqual(await lookups.stop(), [])
  execFileSync(programs.prlimit, ['--pid', String(child.pid), '--fsize=unlimited:'])
  await orders.check(url, () => storedIds(settings))
  t.diagnostic(`times full: ${fillings}; ${lookups.summary()}; ${orders.summary()}`)
})

test('a read-only embedded store: creations get 503, lookups continue, and writes resume when it is writable', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'store.sqlite')
  const settings = settingsOf(t, file)
  const { key } = await issue(settings)
  const within = withoutPrivilege(t)
  if (!within) return
  chmodSync(file, 0o400)
  chmodSync(folder, 0o500)
  const { url, stderr } = await startListening(t, settings, within)
  assert.ok(isRefusal(await create(url, key)))
  assert.match(stderr(), /"message":"[^"]*a readonly database.*"msg":"the store is unavailable"/)
  const lookups = await startLookups(t, url, [() => ({}), () => ({ 'X-Public-Hash-Key': key })])
  const orders = openOrders(key)
  const storm = startStorm(t, url, { orders, name: 'storm', callers: 8 })
  await waitUntil('creations get 503', () => orders.refused() >= 50)
  await lookups.more(often(20, 50))
  assert.equal(orders.acknowledged.size, 0)
  chmodSync(folder, 0o700)
  chmodSync(file, 0o600)
  await orders.more(50)
  await storm.stop()
  assert.deepEqual(await lookups.stop(), [])
  await orders.check(url, () => storedIds(settings))
  t.diagnostic(`${lookups.summary()}; ${orders.summary()}`)
})
