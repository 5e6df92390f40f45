/** Finds free ports on loopback. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections: one of those could take the port before the test, or while
 * the process that listens on it restarts.
 */
const range = { from: 10_000, to: 32_000 }

/** Returns a free port; the next `count` - 1 ports are free, too. */
export async function freePort(count = 1): Promise<number> {
  const port = randomInt(range.from, range.to)
  const probes: Server[] = []
  try {
    while (probes.length < count) probes.push(await listenOn(port + probes.length))
    return port
  } catch {
    // One of the ports is in use.
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
