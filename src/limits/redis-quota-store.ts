/**
 * A quota store in Redis or Valkey, for processes on several machines. If the connection is lost, the next call opens a
 * new one: no command is queued for later, and nothing reconnects in the background.
 */
import { type CommandParser, createClient, defineScript } from '@redis/client'
import type { QuotaStore, Reservation } from './circuit-breaker.ts'
import { windowSeconds } from './local-limiter.ts'

export interface RedisQuotaStore extends QuotaStore {
  close(): void
}

/**
 * Longer than the timeout for a call, because connecting takes several round trips and, with TLS, some CPU time. Calls
 * that wait for the connection keep their own, shorter timeout.
 */
const connectTimeoutMs = 2_000

/** With this many pending commands, the server is not keeping up, and further commands fail at once. */
const commandsMax = 10_000

/** Limits what a connection receives between two replies that are used: more than `commandsMax` replies together. */
const receivedBytesMax = 4 * 1024 * 1024

const prefix = 'bank-lookup:limit:'

/**
 * Uses only one key, so that the script also works in a cluster, where keys are spread over the nodes. The key expires
 * with its window, so no cleanup is needed.
 */
const reserve = defineScript({
  SCRIPT: `
local quota, wanted, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local left = redis.call('PTTL', KEYS[1])
local used = left > 0 and tonumber(redis.call('GET', KEYS[1])) or 0
local granted = math.max(0, math.min(wanted, quota - used))
if left > 0 then
  redis.call('INCRBY', KEYS[1], granted)
else
  left = window
  if granted > 0 then redis.call('SET', KEYS[1], granted, 'PX', left) end
end
return { granted, math.max(0, quota - used - granted), left }
`,
  NUMBER_OF_KEYS: 1,
  parseCommand: (parser: CommandParser, subject: string, quota: number, wanted: number, windowMs: number) => {
    parser.pushKey(`${prefix}${subject}`)
    parser.push(String(quota), String(wanted), String(windowMs))
  },
  transformReply: (reply: unknown) => reply,
})

/** Throws if the reply is not one of the script. A wrong number could reject every request, or admit every request. */
function parseReservation(reply: unknown, quota: number, wanted: number, windowMs: number): Reservation {
  // A replica with a slow clock that takes over reports more time than the window has: a key expires at a point in time.
  const maxima = [wanted, quota, 2 * windowMs]
  const isValid =
    Array.isArray(reply) &&
    reply.length === maxima.length &&
    maxima.every((max, at) => Number.isInteger(reply[at]) && reply[at] >= 0 && reply[at] <= max)
  if (!isValid) throw new Error('The reply of the Redis server is not a reservation.')
  const [granted, remaining, leftMs] = reply
  // Subtract 1, because the server rounds to milliseconds: nearly all of the last millisecond may have passed.
  return { granted, remaining, resetMs: Math.min(leftMs, windowMs) - 1 }
}

export function openRedisQuotaStore(
  url: string,
  { windowMs = windowSeconds * 1000, timeoutMs = quotaTimeoutMs } = {},
): RedisQuotaStore {
  const connect = () => {
    const client = createClient({
      url,
      scripts: { reserve },
      // Use RESP 2, because old servers and proxies do not support RESP 3.
      RESP: 2,
      maintNotifications: 'disabled',
      disableOfflineQueue: true,
      commandsQueueMaxLength: commandsMax,
      socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false },
    })
    // The failed call reports the error. After an error in a reply, no further reply can be matched with its command.
    client.on('error', () => drop(client))
    const received = { bytes: 0 }
    // The client does not limit the length of a reply, and gives access to its socket only in this way.
    const socket = client._ejectSocket()
    client._insertSocket(socket)
    socket.on('data', ({ length }: Buffer) => {
      received.bytes += length
      if (received.bytes > receivedBytesMax) drop(client)
    })
    const connected = withTimeout(client.connect(), connectTimeoutMs)
    connected.catch(() => drop(client))
    return { client, connected, received }
  }
  type Connection = ReturnType<typeof connect>
  let connection: Connection | undefined

  const drop = (client: Connection['client']): void => {
    if (connection?.client === client) connection = undefined
    if (client.isOpen) client.destroy()
  }

  connection = connect()
  return {
    reserve: async (subject, quota, wanted) => {
      connection ??= connect()
      const { client, connected, received } = connection
      try {
        const reply = await withTimeout(
          connected.then(() => client.reserve(subject, quota, wanted, windowMs)),
          timeoutMs,
        )
        received.bytes = 0
        return parseReservation(reply, quota, wanted, windowMs)
      } catch (error) {
        // Keep a connection that is still opening: it may succeed. An open one that timed out may never respond again.
        const isConnecting = client.isOpen && !client.isReady
        if (!isConnecting) drop(client)
        throw error
      }
    },
    close: () => {
      if (connection) drop(connection.client)
    },
  }
}

/**
 * Timeout for a call to the shared quota store, short enough that clients hardly notice the wait. After the timeout,
 * the process's own limiter decides.
 */
const quotaTimeoutMs = 200

function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new QuotaTimeout(timeoutMs)), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

class QuotaTimeout extends Error {
  override name = 'QuotaTimeout'
  constructor(timeoutMs: number) {
    super(`No response within ${timeoutMs} ms.`)
  }
}
