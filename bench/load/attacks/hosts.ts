/**
 * Requests that each have another `Host` header. Without a configured `BASE_URL`, some files contain this header, so a cache of
 * them would grow without end, or each such request would render and compress a file.
 */
import { isLong } from '../../../test/support/repetitions.ts'
import { median } from '../../median.ts'
import { type Attack, type AttackedService, exchange, flood } from './attacked-service.ts'

const requests = isLong ? 150_000 : 30_000
const addedMbMax = 20
const timesMax = 2
/** The cheapest pages take about as long. */
const noiseMs = 0.2
const markedCpuMsMax = 20

const pages = ['/', '/check', '/coverage', '/news', '/docs/1.0/reference', '/countries/us', '/banks/ng-access-bank']
const marked = [
  '/robots.txt',
  '/llms.txt',
  '/sitemap.xml',
  '/sitemaps/banks-us.xml',
  '/news/feed.atom',
  '/news/feed.json',
]

const settings = { RATE_LIMIT: 'off' }

let hostCount = 0
const newHost = (): string => `host-${hostCount++}.example`

const request = (path: string, host: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`)

/** Of one request: the median of a few rounds. */
async function cpuMs(service: AttackedService, path: string, host: () => string): Promise<number> {
  const perRound = 20
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) {
    const before = service.exactCpuMs()
    const requests = Array.from({ length: perRound }, () => request(path, host()))
    await exchange(service.port, '127.0.0.1', requests)
    rounds.push((service.exactCpuMs() - before) / perRound)
  }
  return median(rounds)
}

export const hosts: readonly Attack[] = [
  {
    name: `hosts: memory of ${requests.toLocaleString('en')} new hosts`,
    run: async (start) => {
      const service = await start(settings)
      const paths = ['/robots.txt', '/manifest.webmanifest', '/check']
      const add = async (host: () => string) => {
        const send = (count: number) =>
          flood(service.port, '127.0.0.1', count, (at) => request(paths[at % paths.length] as string, host()))
        const before = { heap: await service.heap.usedBytes(), memory: service.residentMb() }
        const statuses = await send(requests)
        return {
          heapMb: ((await service.heap.usedBytes()) - before.heap) / 2 ** 20,
          memoryMb: service.residentMb() - before.memory,
          served: statuses.get(200) ?? 0,
        }
      }
      // The first requests also fill the caches.
      await add(() => 'known.example')
      const [known, unknown] = [await add(() => 'known.example'), await add(newHost)]
      const heapMb = unknown.heapMb - known.heapMb
      const memoryMb = unknown.memoryMb - known.memoryMb
      const heapMbMax = (addedMbMax * requests) / 150_000
      return {
        figures: `${memoryMb.toFixed(1)} MB more than with one host, ${heapMb.toFixed(1)} MB of it in the heap; ${unknown.served} served`,
        limit: `${addedMbMax} MB, ${heapMbMax.toFixed(0)} MB in the heap`,
        isOk: memoryMb <= addedMbMax && heapMb <= heapMbMax && unknown.served === requests,
      }
    },
  },
  ...pages.map((path) => ({
    name: `hosts: CPU of ${path}`,
    run: async (start: Parameters<Attack['run']>[0]) => {
      const service = await start(settings)
      await cpuMs(service, path, () => 'known.example')
      const known = await cpuMs(service, path, () => 'known.example')
      const unknown = await cpuMs(service, path, newHost)
      return {
        figures: `${unknown.toFixed(2)} ms with a new host, ${known.toFixed(2)} ms with a known one`,
        limit: `${timesMax} times as much`,
        isOk: unknown <= timesMax * known + noiseMs,
      }
    },
  })),
  ...marked.map((path) => ({
    name: `hosts: CPU of ${path}`,
    run: async (start: Parameters<Attack['run']>[0]) => {
      const service = await start(settings)
      await cpuMs(service, path, newHost)
      const each = await cpuMs(service, path, newHost)
      return { figures: `${each.toFixed(1)} ms`, limit: `${markedCpuMsMax} ms`, isOk: each <= markedCpuMsMax }
    },
  })),
]
