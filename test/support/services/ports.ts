/** Finds free ports on loopback. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Returns a free port; the next `count` - 1 ports are free, too. */
export async function freePort(count = 1): Promise<number> {
  const first = await listenOn(0)
  const { port } = first.address() as AddressInfo
  const probes = [first]
  try {
    while (probes.length < count) probes.push(await listenOn(port + probes.length))
    return port
  } catch {
    // One of the next ports is in use.
    return await freePort(count)
  } finally {
    await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
  }
}

async function listenOn(port: number): Promise<Server> {
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  return probe
}
