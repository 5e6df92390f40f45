/** The settings of the service, read once from the environment. The service does not start if a value is invalid. */
import { BlockList, isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'

export interface Config {
  host: string
  port: number
  baseUrl: string | undefined
  /** Where people send reports of wrong data: a mailto address, or the https address of a form. Undefined if there is none. */
  reportUrl: string | undefined
  dataDir: string
  overlayDir: string | undefined
  logLevel: (typeof logLevels)[number]
  database: Database
  quotas: { anonymous: number; keyed: number } | 'off'
  trustedProxies: string[]
  /** The number of server processes. */
  workers: number
  /** URL of the Redis server that holds the quotas shared by several machines. */
  redisUrl: string | undefined
  /** Timeout for one load of new data. */
  loadTimeoutMs: number
  /** How long a worker may leave pings unanswered. */
  workerTimeoutMs: number
  /** How long the service keeps accepting connections after SIGTERM. */
  shutdownGraceMs: number
  /** Address of the admin port of the first process; worker n has the port plus n. Undefined if there is none. */
  admin: { host: string; port: number } | undefined
  /** Whether the service serves MCP, the protocol for agents, at `/mcp`. */
  mcp: boolean
  /** The channel of data releases to follow. Undefined if there is none; then the service contacts no other machine for data. */
  channel: ChannelSettings | undefined
  /** Whether to load search and the pages right after the start instead of on first use. */
  preload: boolean
}

export interface ChannelSettings {
  /** The address of `channel.json`. */
  url: string
  /** Public keys: paths of PEM files, or their middle lines. One of them must have signed the channel. */
  keys: string[]
  intervalMs: number
  /** A channel whose last signature is older than this may be frozen by an attacker. */
  maxAgeMs: number
  /** The folder for what is installed from the channel. */
  folder: string
  /** Whether to serve the channel at `/data/`, for other followers. */
  mirror: boolean
}

export type Database = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export class InvalidSetting extends Error {
  override name = 'InvalidSetting'
}

/** The defaults of the settings that name a file or a folder. */
export interface DefaultPaths {
  dataDir: string
  storeFile: string
}

export function readConfig(environment: Record<string, string | undefined>, paths: DefaultPaths): Config {
  // Treat an empty variable as not set, as is usual in shells and compose files.
  const setting = (name: string): string | undefined => environment[name]?.trim() || undefined
  const milliseconds = (name: string, defaultSeconds: number, limits: { min: number; max: number }): number =>
    parseSeconds(name, setting(name) ?? String(defaultSeconds), limits) * 1000
  const port = parsePort('PORT', setting('PORT') ?? '8080')
  const workers = parseWorkers(setting('WORKERS') ?? '1')
  return {
    host: setting('HOST') ?? '0.0.0.0',
    port,
    baseUrl: parseBaseUrl(setting('BASE_URL')),
    reportUrl: parseReportUrl(setting('REPORT_URL')),
    dataDir: setting('DATA_DIR') ?? paths.dataDir,
    overlayDir: setting('OVERLAY_DIR'),
    logLevel: parseLogLevel(setting('LOG_LEVEL') ?? 'info'),
    database: parseDatabase(setting('DATABASE_URL') ?? `sqlite:${paths.storeFile}`),
    quotas: parseQuotas(setting('RATE_LIMIT') ?? '600,6000'),
    trustedProxies: parseProxies(setting('TRUST_PROXY') ?? 'off'),
    workers,
    redisUrl: parseRedisUrl(setting('REDIS_URL')),
    loadTimeoutMs: milliseconds('DATA_LOAD_TIMEOUT', 120, { min: 1, max: 3600 }),
    workerTimeoutMs: milliseconds('WORKER_TIMEOUT', 10, { min: 2, max: 3600 }),
    shutdownGraceMs: milliseconds('SHUTDOWN_GRACE', 5, { min: 0, max: 300 }),
    admin: parseAdmin(setting('ADMIN_PORT'), setting('ADMIN_HOST') ?? '127.0.0.1', { port, workers }),
    mcp: parseSwitch('MCP', setting('MCP') ?? 'on'),
    channel: readChannel(setting, paths),
    preload: parseSwitch('PRELOAD', setting('PRELOAD') ?? 'on'),
  }
}

function readChannel(setting: (name: string) => string | undefined, paths: DefaultPaths): ChannelSettings | undefined {
  const url = setting('DATA_CHANNEL')
  if (url === undefined) {
    const idle = ['DATA_CHANNEL_KEY', 'DATA_MIRROR'].find((name) => (setting(name) ?? 'off').toLowerCase() !== 'off')
    if (idle === undefined) return undefined
    throw new InvalidSetting(
      `${idle} is set, but DATA_CHANNEL is not; set it to the address of the channel, or remove ${idle}.`,
    )
  }
  const keys = (setting('DATA_CHANNEL_KEY') ?? '').split(',').map((key) => key.trim())
  if (keys.includes(''))
    throw new InvalidSetting(
      'DATA_CHANNEL_KEY is missing or has an empty entry; set it to the public key of the channel.',
    )
  const database = parseDatabase(setting('DATABASE_URL') ?? `sqlite:${paths.storeFile}`)
  const store = database.kind === 'sqlite' ? database.file : paths.storeFile
  return {
    url: parseChannelUrl(url),
    keys,
    intervalMs: parsePeriod('DATA_CHANNEL_INTERVAL', setting('DATA_CHANNEL_INTERVAL') ?? '6h', 14),
    maxAgeMs: parsePeriod('DATA_CHANNEL_MAX_AGE', setting('DATA_CHANNEL_MAX_AGE') ?? '30d', 3650),
    folder: setting('DATA_CHANNEL_DIR') ?? join(dirname(store), 'channel'),
    mirror: parseSwitch('DATA_MIRROR', setting('DATA_MIRROR') ?? 'off'),
  }
}

/** Throws unless the address is one over which the data cannot be read or held back on the way. */
export function parseChannelUrl(value: string, name = 'DATA_CHANNEL'): string {
  const url = URL.parse(value)
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '')
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)
  if (!url || !isAllowed || url.username || url.password || url.search || url.hash) {
    // The value may contain a password, so the message does not repeat it.
    throw new InvalidSetting(
      `${name} is not an https address, such as https://data.example.com/channel.json, without a user or query; correct it.`,
    )
  }
  if (!url.pathname.endsWith('/channel.json')) url.pathname = `${url.pathname.replace(/\/$/, '')}/channel.json`
  return url.href
}

const periodMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a number and a unit, such as 90d, 24h, 30m or 10s. Returns undefined if it is none. */
export function periodInMs(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(count) * periodMs[unit as keyof typeof periodMs]
}

function parsePeriod(name: string, value: string, daysMax: number): number {
  const ms = periodInMs(value)
  if (ms !== undefined && ms <= daysMax * periodMs.d) return ms
  throw new InvalidSetting(
    `${name} is "${value}"; use a number and a unit (s, m, h or d), such as 6h, of at most ${daysMax} days.`,
  )
}

const portMax = 65535

function parsePort(name: string, value: string): number {
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= portMax) return port
  throw new InvalidSetting(`${name} is "${value}"; use a number from 0 to ${portMax} (0 for any free port).`)
}

function parseSeconds(name: string, value: string, { min, max }: { min: number; max: number }): number {
  const seconds = Number(value)
  if (/^\d+$/.test(value) && seconds >= min && seconds <= max) return seconds
  throw new InvalidSetting(`${name} is "${value}"; use a number of seconds from ${min} to ${max}.`)
}

function parseSwitch(name: string, value: string): boolean {
  if (/^(on|off)$/i.test(value)) return value.toLowerCase() === 'on'
  throw new InvalidSetting(`${name} is "${value}"; use on or off.`)
}

/** The first process uses this admin port, and each worker uses one of the ports after it. */
function parseAdmin(
  value: string | undefined,
  host: string,
  { port, workers }: Pick<Config, 'port' | 'workers'>,
): Config['admin'] {
  if (value === undefined) return undefined
  const first = parsePort('ADMIN_PORT', value)
  const last = first + workers - 1
  if (first === 0 || workers === 1 || (last <= portMax && (port < first || port > last))) return { host, port: first }
  throw new InvalidSetting(
    `ADMIN_PORT is "${value}"; use another port: ${workers} processes need ${first} to ${last}, at most ${portMax} and without PORT.`,
  )
}

const workersMax = 64

function parseWorkers(value: string): number {
  if (value.toLowerCase() === 'auto') return Math.min(availableParallelism(), workersMax)
  const workers = Number(value)
  if (/^\d+$/.test(value) && workers >= 1 && workers <= workersMax) return workers
  throw new InvalidSetting(`WORKERS is "${value}"; use a number from 1 to ${workersMax}, or auto for one per core.`)
}

function parseRedisUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (url && /^rediss?:$/.test(url.protocol) && /^\/?\d*$/.test(url.pathname)) return value
  // The value may contain a password, so the message does not repeat it.
  throw new InvalidSetting('REDIS_URL is not of the form redis://<host>:<port>/<number>; correct it, or remove it.')
}

function parseBaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  const isPlain = url && /^https?:$/.test(url.protocol) && !/[?#@]/.test(value)
  if (isPlain) return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  throw new InvalidSetting(`BASE_URL is "${value}"; use the public address, such as https://banks.example.com.`)
}

function parseReportUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (/^mailto:[^\s?,&"<>@]+@[^\s?,&"<>@]+$/i.test(value)) return value
  // The placeholders belong into the query, where they cannot change the host.
  const [address = '', query = ''] = value.split(/\?(.*)/s)
  const url = URL.parse(value)
  const isPlain = url?.protocol === 'https:' && !url.username && !url.password && !/[\s{}]/.test(address)
  if (isPlain && !/\s/.test(query)) return value
  throw new InvalidSetting(
    `REPORT_URL is "${value}"; use an https address without a user, such as https://example.com/issues/new, or mailto:<address>.`,
  )
}

function parseLogLevel(value: string): Config['logLevel'] {
  const level = logLevels.find((name) => name === value.toLowerCase())
  if (level) return level
  throw new InvalidSetting(`LOG_LEVEL is "${value}"; use one of ${logLevels.join(', ')}.`)
}

function parseDatabase(value: string): Database {
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(value)?.[1]
  if (file !== undefined) return { kind: 'sqlite', file }
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return { kind: 'postgres', url: value }
  // The value may contain a password, so the message does not repeat it.
  throw new InvalidSetting(
    'DATABASE_URL is neither sqlite:<file> nor postgres://<user>@<host>/<database>; use one of these forms.',
  )
}

function parseQuotas(value: string): Config['quotas'] {
  if (value.toLowerCase() === 'off') return 'off'
  const [, anonymous, keyed] = /^(\d{1,9})\s*,\s*(\d{1,9})$/.exec(value) ?? []
  if (Number(anonymous) > 0 && Number(keyed) > 0) return { anonymous: Number(anonymous), keyed: Number(keyed) }
  throw new InvalidSetting(
    `RATE_LIMIT is "${value}"; use two numbers such as 600,6000 (requests per minute without and with a key), or off.`,
  )
}

function parseProxies(value: string): string[] {
  if (value.toLowerCase() === 'off') return []
  const proxies = value.split(',').map((part) => part.trim())
  if (proxies.every(isNetwork)) return proxies
  throw new InvalidSetting(`TRUST_PROXY is "${value}"; use addresses or networks such as 10.0.0.0/8,::1, or off.`)
}

function isNetwork(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  try {
    if (text.includes('/'))
      new BlockList().addSubnet(address, /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN, family)
    else new BlockList().addAddress(address, family)
    return rest.length === 0
  } catch {
    return false
  }
}
