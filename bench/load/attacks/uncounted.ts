/** Requests without a quota, or with the large one for small files: they must be cheap, and the quota must hold. */
import { getRequest } from '../requests.ts'
import { type Attack, flood } from './attacked-service.ts'

const requests = 8_000
/** Ten times the default limit of an address. */
const staticQuota = 6_000
const cpuMsMax = 1

const page = ['Accept: text/html']
const kinds: { name: string; servedMax: number; make(port: number, at: number): Buffer }[] = [
  {
    name: 'preflights',
    servedMax: staticQuota,
    make: (port) => Buffer.from(`OPTIONS /v1/banks HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
  },
  { name: 'missing assets', servedMax: staticQuota, make: (port, at) => getRequest(port, `/assets/x/${at}`, page) },
  { name: 'robots.txt', servedMax: staticQuota, make: (port) => getRequest(port, '/robots.txt') },
  { name: 'unknown pages', servedMax: 600, make: (port, at) => getRequest(port, `/${'x'.repeat(30)}${at}`, page) },
  { name: 'health checks', servedMax: requests, make: (port) => getRequest(port, '/healthz') },
  { name: 'icons', servedMax: requests, make: (port) => getRequest(port, '/favicon.ico') },
]

export const uncounted: readonly Attack[] = kinds.map(({ name, servedMax, make }) => ({
  name: `uncounted: ${requests.toLocaleString('en')} ${name}`,
  run: async (start, address) => {
    const service = await start()
    const before = service.exactCpuMs()
    const statuses = await flood(service.port, address, requests, (at) => make(service.port, at))
    const cpuMs = (service.exactCpuMs() - before) / requests
    const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    const served = answered - (statuses.get(429) ?? 0)
    return {
      figures: `${served} served, ${cpuMs.toFixed(2)} ms of CPU each`,
      limit: `${servedMax} served, ${cpuMsMax} ms`,
      isOk: answered === requests && served <= servedMax && cpuMs <= cpuMsMax,
    }
  },
}))
