/**
 * Shared counts in Redis or Valkey, for the processes of several machines. A lost connection is opened anew by the next
 * question; nothing is kept for later and nothing goes on in the background.
 */
import { type CommandParser, createClient, defineScript } from '@redis/client'
import { windowSeconds } from './fixed-windows.ts'
import type { QuotaStore, Reservation } from './quota-store.ts'
import { quotaTimeoutMs, withTimeout } from './with-timeout.ts'

export interface RedisQuotaStore extends QuotaStore {
  close(): void
}

/** Opening takes several round trips and, with TLS, some arithmetic; meanwhile nobody waits longer than usual. */
const openMsMax = 2_000

/** More commands than this under way are a server that is gone. */
const commandsMax = 10_000

const prefix = 'bank-lookup:limit:'

/** One key, so that any node of a cluster can run it, and one that ends by itself, so that nothing stays behind. */
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
  transformReply: ([granted, remaining, leftMs]: [number, number, number]): Reservation => {
    // The server counts whole milliseconds: of the last one next to nothing may be left.
    return { granted, remaining, resetMs: leftMs - 1 }
  },
})

export function openRedisQuotaStore(
  url: string,
  { windowMs = windowSeconds * 1000, timeoutMs = quotaTimeoutMs } = {},
): RedisQuotaStore {
  const connect = () => {
    const client = createClient({
      url,
      scripts: { reserve },
      // What servers and proxies of any age understand.
      RESP: 2,
      maintNotifications: 'disabled',
      disableOfflineQueue: true,
      commandsQueueMaxLength: commandsMax,
      socket: { connectTimeout: openMsMax, reconnectStrategy: false },
    })
    // Whoever asks is told; an error that nobody listens to would end the process.
    client.on('error', () => {})
    const opened = withTimeout(client.connect(), openMsMax)
    opened.catch(() => drop(client))
    return { client, opened }
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
      const { client, opened } = connection
      try {
        return await withTimeout(
          opened.then(() => client.reserve(subject, quota, wanted, windowMs)),
          timeoutMs,
        )
      } catch (error) {
        // One that is being opened may still come about. One that is open and silent may never say a word again.
        const isOpening = client.isOpen && !client.isReady
        if (!isOpening) drop(client)
        throw error
      }
    },
    close: () => {
      if (connection) drop(connection.client)
    },
  }
}
