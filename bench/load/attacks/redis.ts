/** A Redis that is silent, slow or lies. Requests must get their responses, with the limits of the process itself. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { getRequest } from '../requests.ts'
import { type Attack, exchange } from './attacked-service.ts'

const requests = 200
const waitMsMax = 5_000
const addedMbMax = 100

const endless = Buffer.alloc(1 << 20, 'A')
const replies: Record<string, (connection: Socket) => void> = {
  errors: (connection) => connection.write('-ERR no\r\n'),
  silence: () => {},
  'replies after a second': (connection) => void setTimeout(1_000).then(() => connection.write('+OK\r\n')),
  garbage: (connection) => connection.write('HTTP/1.1 200 OK\r\n\r\n<html>'),
  'negative numbers': (connection) => connection.write('*3\r\n:-5\r\n:-99999\r\n:-1\r\n'),
  'numbers that are none': (connection) => connection.write('*3\r\n$3\r\nNaN\r\n$8\r\nInfinity\r\n$4\r\n1e99\r\n'),
  'a reply of 512 MB': (connection) => {
    connection.write('$536870911\r\n')
    const more = (): void => {
      if (connection.writable && connection.bytesWritten < 600e6) connection.write(endless, more)
    }
    more()
  },
}

let fake: Promise<{ url: string; reply(how: (connection: Socket) => void): void; commands(): number }> | undefined

/** Runs until the end of this program. */
async function startFake() {
  const connections = new Set<Socket>()
  let how: (connection: Socket) => void = () => {}
  let commands = 0
  const server = createServer((connection) => {
    connections.add(connection.unref())
    connection.on('error', () => {}).on('close', () => connections.delete(connection))
    connection.on('data', (bytes) => {
      for (const _ of String(bytes).matchAll(/\*\d+\r\n/g)) {
        commands++
        how(connection)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1').unref(), 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reply: (next: typeof how) => {
      how = next
      commands = 0
      for (const connection of connections) connection.destroy()
    },
    commands: () => commands,
  }
}

export const redis: readonly Attack[] = Object.entries(replies).map(([name, how]) => ({
  name: `redis: ${name}`,
  run: async (start, address) => {
    fake ??= startFake()
    const { url, reply, commands } = await fake
    reply(how)
    const { port, residentMb } = await start({ REDIS_URL: url })
    const before = residentMb()
    const request = getRequest(port, '/v1/banks?country=va')
    let [sent, served, longestMs, memoryMb] = [0, 0, 0, before]
    // Without replies the service uses Redis only from time to time.
    for (; sent < requests || (commands() === 0 && sent < 3 * requests); sent++) {
      const begun = performance.now()
      const [status] = await exchange(port, address, [request])
      longestMs = Math.max(longestMs, performance.now() - begun)
      memoryMb = Math.max(memoryMb, residentMb())
      if (status === 200) served++
      await setTimeout(20)
    }
    return {
      figures: `${served} of ${sent} served, ${commands()} commands, longest wait ${longestMs.toFixed(0)} ms, ${(memoryMb - before).toFixed(0)} MB more`,
      limit: `${waitMsMax} ms, ${addedMbMax} MB, all served`,
      isOk: served === sent && commands() > 0 && longestMs <= waitMsMax && memoryMb - before <= addedMbMax,
    }
  },
}))
