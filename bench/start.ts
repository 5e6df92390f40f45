/**
 * `npm run bench:start`: time from the start of the process to its first list, and its memory, at once and after 100,000
 * requests. The first start has an empty compile cache; the others do not.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runLoad } from './load/closed-loop.ts'
import { getRequest, lookup } from './load/requests.ts'
import { entry, type Measured, startProcess } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
process.env.RATE_LIMIT = '100000000,100000000'
process.env.DATABASE_URL = `sqlite:${join(folder, 'store.sqlite')}`

const starts = 6
const requests = 100_000
const countries = ['gh', 'ng', 'us', 'eu', 'de', 'ca', 'gb', 'za']
const paths = ['/v1/banks?country=us&status=any', '/v1/banks/ng-gtbank']

rmSync(fileURLToPath(new URL('../var/compile-cache', import.meta.url)), { recursive: true, force: true })
for (let number = 1; number <= starts; number++) {
  const { server, firstListMs } = await timedStart()
  const kind = number === 1 ? 'without compile cache' : 'with compile cache'
  console.log(`start ${number}, ${kind}: first list after ${firstListMs.toFixed(0)} ms, ${memory(server)}`)
  if (number === starts) await sendMany(server)
  await server.stop()
}
rmSync(folder, { recursive: true })

async function timedStart(): Promise<{ server: Measured; firstListMs: number }> {
  const begin = performance.now()
  const server = await startProcess(entry)
  await runLoad({ port: server.port, request: lookup(server.port, 'ng'), requests: 1, connections: 1 })
  return { server, firstListMs: performance.now() - begin }
}

async function sendMany(server: Measured): Promise<void> {
  const { port } = server
  const lists = countries.map((country) => lookup(port, country))
  const others = paths.map((path) => getRequest(port, path))
  for (const request of [...lists, ...others]) {
    await runLoad({ port, request, requests: requests / (lists.length + others.length), connections: 32 })
  }
  console.log(`after ${requests} requests, lists and others: ${memory(server)}`)
}

function memory(server: Measured): string {
  return `${server.residentMb().toFixed(0)} MB resident`
}
