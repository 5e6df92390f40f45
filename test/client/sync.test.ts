/** A local copy that the client keeps current, over the real releases in `data/changes` and over new ones. */
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Bank, BankLookupClient, type Update } from '../../packages/client/src/index.ts'
import { openDataFolder } from '../../packages/curation/src/data-folder.ts'
import { compareFolders } from '../../packages/curation/src/history/compare-folders.ts'
import { writeRelease } from '../../packages/curation/src/history/write-release.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import { createBackgroundLoader } from '../../src/dataset/load/background-loader.ts'
import { createDirectory, type Directory } from '../../src/directory/lookups.ts'
import { packDirectory } from '../../src/directory/storage/packed-directory.ts'
import { bank, type Row, type Small, small, writeFolder } from '../support/data/small-data.ts'
import { startFaultProxy } from '../support/services/fault-proxy.ts'
import { dataFolder, shippedDirectory, startOwnService, startService } from '../support/services/service.ts'

interface Copy {
  revision: string | undefined
  banks: Map<string, Bank>
}

/** Applies an update as the documentation says. */
function apply(copy: Copy, { revision, banks, changes }: Update): void {
  if (banks) copy.banks = new Map(banks.map((one) => [one.id, one]))
  for (const { id, bank } of changes) {
    if (bank) copy.banks.set(id, bank)
    else copy.banks.delete(id)
  }
  copy.revision = revision
}

const byId = (banks: Iterable<Bank>): Bank[] => [...banks].sort((a, b) => (a.id < b.id ? -1 : 1))

interface Release {
  from: string
  to: string
  changes: { id: string; country: string; kind: 'added' | 'changed' | 'removed' }[]
}

/** The releases in `data/changes`, oldest first. */
function readReleases(): Release[] {
  const folder = join(dataFolder, 'changes')
  const releases = readdirSync(folder).map((name): Release => {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
    const [head, ...changes] = lines.map((line) => JSON.parse(line))
    return { ...head, changes }
  })
  const byStart = new Map(releases.map((release) => [release.from, release]))
  const ends = new Set(releases.map(({ to }) => to))
  const chain: Release[] = []
  let next = releases.find(({ from }) => !ends.has(from))
  while (next) {
    chain.push(next)
    next = byStart.get(next.to)
  }
  assert.equal(chain.length, releases.length)
  return chain
}

/** A copy as it was before the releases: without the banks they add, with the banks they remove, and old facts. */
function copyBefore(releases: Release[], current: Bank[]): Copy {
  const banks = new Map(current.map((one) => [one.id, one]))
  const [model] = current as [Bank]
  for (const { changes } of releases.toReversed()) {
    for (const { id, country, kind } of changes) {
      if (kind === 'added') banks.delete(id)
      else banks.set(id, { ...model, id, country, name: 'Old name' })
    }
  }
  return { revision: releases[0]?.from, banks }
}

test('the real releases lead from any revision to the current list', async (t) => {
  const { url } = await startService(t)
  const client = new BankLookupClient({ baseUrl: url })
  const releases = readReleases()
  assert.equal(releases.at(-1)?.to, shippedDirectory().revision)
  for (const country of ['ng', 'de', 'gb']) {
    const { banks } = await client.listBanks(country)
    const isOfCountry = (change: { country: string }): boolean => change.country === country.toUpperCase()
    for (let first = 0; first < releases.length; first++) {
      const later = releases
        .slice(first)
        .map((release) => ({ ...release, changes: release.changes.filter(isOfCountry) }))
      const copy = copyBefore(later, banks)
      for await (const update of client.sync({ country, since: copy.revision })) apply(copy, update)
      assert.equal(copy.revision, shippedDirectory().revision)
      assert.deepEqual(byId(copy.banks.values()), byId(banks), `${country} since ${releases[first]?.from}`)
    }
  }
})

test('a copy of all countries starts with every list, and the next sync has nothing to do', async (t) => {
  const { url } = await startService(t)
  const proxy = await startFaultProxy(t, url, [])
  const client = new BankLookupClient({ baseUrl: proxy.url })
  const copy: Copy = { revision: undefined, banks: new Map() }
  for await (const update of client.sync()) apply(copy, update)
  const { countries } = await client.supportedCountries()
  const count = countries.filter(({ kind }) => kind === 'country').reduce((sum, { bank_count }) => sum + bank_count, 0)
  assert.equal(copy.banks.size, count)
  assert.equal(copy.revision, shippedDirectory().revision)
  const before = proxy.requests.length
  for await (const update of client.sync({ since: copy.revision })) assert.fail(`an update to ${update.revision}`)
  assert.equal(proxy.requests.length, before + 1)
})

const open = (folder: string): Directory => createDirectory(packDirectory(readDataset(folder)))

/** Writes one data folder per state, each a release of the one before. */
function writeReleases(t: TestContext, states: Small[]): string[] {
  const folders: string[] = []
  for (const state of states) {
    const folder = writeFolder(t, state)
    const before = folders.at(-1)
    folders.push(folder)
    if (before === undefined) continue
    const old = join(before, 'changes')
    if (existsSync(old)) cpSync(old, join(folder, 'changes'), { recursive: true })
    writeRelease(folder, compareFolders(openDataFolder(before), openDataFolder(folder)), '2026-02-01')
  }
  return folders
}

/** Four states: a renamed bank, a new one, and a closed one. */
function states(): Small[] {
  const [first, second, third, fourth] = [small(), small(), small(), small()] as [Small, Small, Small, Small]
  for (const state of [second, third, fourth]) (state.banks.aa?.[0] as Row).name = 'Renamed'
  for (const state of [third, fourth]) state.banks.aa?.push(bank('aa-z-new'))
  Object.assign(fourth.banks.bb?.[0] as Row, { status: 'closed', status_since: '2026-02' })
  return [first, second, third, fourth]
}

test('a copy follows the releases of a running service, one update per release', async (t) => {
  const folders = writeReleases(t, states())
  const { app, url } = await startOwnService(t, { directory: open(folders[0] as string) })
  const client = new BankLookupClient({ baseUrl: url })
  const release = async (folder: string) => app.swapSnapshot(await createBackgroundLoader().load({ folder }))
  const copy: Copy = { revision: undefined, banks: new Map() }
  const seen: (string | undefined)[] = []
  const waiting = folders.slice(1)
  for await (const update of client.sync({ everyMs: 1 })) {
    apply(copy, update)
    seen.push(update.banks ? 'all' : update.changes.map(({ id, kind }) => `${kind} ${id}`).join())
    const lists = await Promise.all(['aa', 'bb'].map((country) => client.listBanks(country)))
    assert.deepEqual(byId(copy.banks.values()), byId(lists.flatMap(({ banks }) => banks)))
    const next = waiting.shift()
    if (next === undefined) break
    await release(next)
  }
  assert.deepEqual(seen, ['all', 'changed aa-first', 'added aa-z-new', 'removed bb-only'])
})

test('a copy without a chain of changes is replaced by the complete list', async (t) => {
  const folders = writeReleases(t, states())
  const { url } = await startOwnService(t, { directory: open(folders[3] as string) })
  const client = new BankLookupClient({ baseUrl: url })
  const updates: Update[] = []
  for await (const update of client.sync({ country: 'aa', since: '2026-01-31.ffffffff' })) updates.push(update)
  assert.equal(updates.length, 1)
  assert.deepEqual(updates[0]?.changes, [])
  assert.deepEqual(updates[0]?.banks, (await client.listBanks('aa')).banks)
})

test('a sync survives transient faults, ends with a final error, and stops when the signal is aborted', async (t) => {
  const folders = writeReleases(t, states())
  const { url } = await startOwnService(t, { directory: open(folders[3] as string) })
  const proxy = await startFaultProxy(t, url, ['reset', 'cut the response'])
  const client = new BankLookupClient({ baseUrl: proxy.url })
  const { revision: since } = open(folders[0] as string)
  for await (const { changes } of client.sync({ since })) assert.equal(changes.length, 3)
  assert.equal(proxy.requests.length, 3)

  await assert.rejects(client.sync({ country: 'xx', since }).next(), { code: 'country_unsupported' })

  const controller = new AbortController()
  // A timer with such a delay would end at once.
  const updates = client.sync({ since, everyMs: 2 ** 31, signal: controller.signal })
  await updates.next()
  const requests = proxy.requests.length
  const next = updates.next()
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(proxy.requests.length, requests)
  controller.abort(new Error('Shutting down.'))
  await assert.rejects(next, { message: 'Shutting down.' })
})
