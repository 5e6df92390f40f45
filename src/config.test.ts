import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { InvalidSetting, readConfig } from './config.ts'

const paths = { dataDir: '/home/data', storeFile: '/home/bank-lookup.sqlite' }

test('by default the service listens on port 8080, serves the shipped data and uses the embedded store', () => {
  assert.deepEqual(readConfig({}, paths), {
    host: '0.0.0.0',
    port: 8080,
    baseUrl: undefined,
    reportUrl: undefined,
    dataDir: '/home/data',
    overlayDir: undefined,
    logLevel: 'info',
    database: { kind: 'sqlite', file: '/home/bank-lookup.sqlite' },
    quotas: { anonymous: 600, keyed: 6000 },
    trustedProxies: [],
    workers: 1,
    redisUrl: undefined,
    loadTimeoutMs: 120_000,
    workerTimeoutMs: 10_000,
    shutdownGraceMs: 5_000,
    admin: undefined,
    mcp: true,
    channel: undefined,
    preload: true,
  })
})

test('an empty setting counts as not set', () => {
  assert.equal(readConfig({ PORT: '', BASE_URL: ' ' }, paths).port, 8080)
})

test('settings are read from the environment', () => {
  const settings = {
    HOST: '::1',
    PORT: '0',
    BASE_URL: 'https://b.example/x/',
    DATA_DIR: '/d',
    OVERLAY_DIR: '/o',
    LOG_LEVEL: 'Debug',
    DATABASE_URL: 'postgres://u:p@db/banks',
    RATE_LIMIT: '10, 20',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    WORKERS: '3',
    REDIS_URL: 'redis://cache:6379/2',
    DATA_LOAD_TIMEOUT: '30',
    WORKER_TIMEOUT: '20',
    REPORT_URL: ' https://b.example/new?summary={title}&text={body} ',
    SHUTDOWN_GRACE: '0',
    ADMIN_PORT: '9090',
    MCP: 'Off',
    DATA_CHANNEL: 'https://data.example/banks',
    DATA_CHANNEL_KEY: 'a.pem, MCow=',
    DATA_CHANNEL_INTERVAL: '30m',
    DATA_CHANNEL_MAX_AGE: '8d',
    DATA_CHANNEL_DIR: '/c',
    DATA_MIRROR: 'On',
    PRELOAD: 'off',
  }
  assert.deepEqual(readConfig(settings, paths), {
    host: '::1',
    port: 0,
    baseUrl: 'https://b.example/x',
    reportUrl: 'https://b.example/new?summary={title}&text={body}',
    dataDir: '/d',
    overlayDir: '/o',
    logLevel: 'debug',
    database: { kind: 'postgres', url: 'postgres://u:p@db/banks' },
    quotas: { anonymous: 10, keyed: 20 },
    trustedProxies: ['10.0.0.0/8', '::1'],
    workers: 3,
    redisUrl: 'redis://cache:6379/2',
    loadTimeoutMs: 30_000,
    workerTimeoutMs: 20_000,
    shutdownGraceMs: 0,
    admin: { host: '127.0.0.1', port: 9090 },
    mcp: false,
    channel: {
      url: 'https://data.example/banks/channel.json',
      keys: ['a.pem', 'MCow='],
      intervalMs: 1_800_000,
      maxAgeMs: 8 * 86_400_000,
      folder: '/c',
      mirror: true,
    },
    preload: false,
  })
})

test('the file of the embedded store can be a path or a URL', () => {
  for (const [url, file] of [
    ['sqlite:var/x.sqlite', 'var/x.sqlite'],
    ['sqlite:/var/x.sqlite', '/var/x.sqlite'],
    ['sqlite:///var/x.sqlite', '/var/x.sqlite'],
  ]) {
    assert.deepEqual(readConfig({ DATABASE_URL: url }, paths).database, { kind: 'sqlite', file })
  }
})

test('an invalid DATABASE_URL is rejected, and the message does not repeat it', () => {
  for (const value of ['mysql://u:secret@db', 'sqlite:', 'postgres:secret']) {
    assert.throws(
      () => readConfig({ DATABASE_URL: value }, paths),
      (error: Error) => /^DATABASE_URL is neither/.test(error.message) && !error.message.includes('secret'),
    )
  }
})

test('WORKERS=auto means one process per core', () => {
  assert.equal(readConfig({ WORKERS: 'Auto' }, paths).workers, availableParallelism())
})

test('each process has an admin port, and none of them is PORT', () => {
  const admin = (ADMIN_PORT: string, WORKERS = '3') =>
    readConfig({ ADMIN_PORT, WORKERS, PORT: '8080' }, paths).admin?.port
  assert.deepEqual(
    ['8077', '8081', '65533', '0'].map((port) => admin(port)),
    [8077, 8081, 65533, 0],
  )
  for (const port of ['8078', '8080', '65534']) {
    assert.throws(
      () => admin(port),
      new RegExp(`^InvalidSetting: ADMIN_PORT is "${port}"; use another port: 3 processes`),
    )
  }
})

test('an invalid REDIS_URL is rejected, and the message does not repeat it', () => {
  for (const value of ['http://:secret@cache', 'redis', 'redis://:secret@cache/name']) {
    assert.throws(
      () => readConfig({ REDIS_URL: value }, paths),
      (error: Error) => /^REDIS_URL is not of the form redis:/.test(error.message) && !error.message.includes('secret'),
    )
  }
})

const invalid: [name: string, values: string[]][] = [
  [
    'REPORT_URL',
    [
      'http://a.example',
      'a@a.example',
      'mailto:a',
      'mailto:a@a.example?cc=b@b.example',
      'https://u:p@a.example',
      'https://{title}.example',
      'https://a.example/{body}',
      'javascript:alert(1)',
    ],
  ],
  ['WORKERS', ['0', '65', 'many', '1.5', '-1']],
  ['ADMIN_PORT', ['x', '70000', '-1']],
  ['PORT', ['http', '-1', '65536', '80.5', '0x50', '8080 9090']],
  [
    'BASE_URL',
    [
      'banks.example.com',
      'ftp://x',
      'https://x/?a=1',
      'https://x/#a',
      'https://user@x/',
      'https://x/?',
      'https://x/#',
      'http://:p@x/',
    ],
  ],
  ['LOG_LEVEL', ['loud']],
  ['DATA_LOAD_TIMEOUT', ['0', '3601', '1.5', 'soon', '10s']],
  ['WORKER_TIMEOUT', ['1', '3601', '-5', 'off']],
  ['SHUTDOWN_GRACE', ['301', '-1', '5s']],
  ['RATE_LIMIT', ['600', '600,', '0,10', '-1,5', '1.5,2', '600;6000']],
  ['TRUST_PROXY', ['on', '10.0.0.0/33', '10.0.0/8', 'proxy.example', '::1/64/1']],
  ['MCP', ['yes', '1', 'true']],
  ['PRELOAD', ['yes', '0', 'lazy']],
]

for (const [name, values] of invalid) {
  test(`an invalid ${name} is rejected, and the message has its name and value`, () => {
    for (const value of values) {
      const refusal = (error: Error) =>
        error instanceof InvalidSetting && error.message.startsWith(`${name} is "${value}"; use `)
      assert.throws(() => readConfig({ [name]: value }, paths), refusal)
    }
  })
}

const followed = (settings: Record<string, string>) =>
  readConfig({ DATA_CHANNEL_KEY: 'a.pem', ...settings }, paths).channel

test('a channel is asked every six hours, must be signed every 30 days, and is installed next to the store', () => {
  const channel = followed({
    DATA_CHANNEL: 'https://data.example/channel.json',
    DATABASE_URL: 'sqlite:/var/b/s.sqlite',
  })
  assert.deepEqual(channel, {
    url: 'https://data.example/channel.json',
    keys: ['a.pem'],
    intervalMs: 6 * 3_600_000,
    maxAgeMs: 30 * 86_400_000,
    folder: '/var/b/channel',
    mirror: false,
  })
})

test('a channel is named by its file or its folder', () => {
  for (const [value, url] of [
    ['https://data.example', 'https://data.example/channel.json'],
    ['https://data.example/a/', 'https://data.example/a/channel.json'],
    ['https://data.example/a/channel.json', 'https://data.example/a/channel.json'],
    ['https://data.example/a.json', 'https://data.example/a.json/channel.json'],
    ['https://data.example//other.example/', 'https://data.example//other.example/channel.json'],
    ['http://localhost:81/', 'http://localhost:81/channel.json'],
    ['http://127.0.0.2/', 'http://127.0.0.2/channel.json'],
    ['http://[::1]:81/', 'http://[::1]:81/channel.json'],
  ] as const)
    assert.equal(followed({ DATA_CHANNEL: value })?.url, url)
})

test('a channel without https, with credentials or with a query is rejected, and the message does not repeat it', () => {
  for (const value of [
    'http://data.example/secret',
    'http://127.0.0.1.secret.example/',
    'http://localhost.secret/',
    'ftp://data.example/secret',
    'file:///secret',
    'secret',
    'https://user:secret@data.example/',
    'https://secret@data.example/',
    'https://data.example/?token=secret',
    'https://data.example/#secret',
  ]) {
    assert.throws(
      () => followed({ DATA_CHANNEL: value }),
      (error: Error) => /^DATA_CHANNEL is not an https/.test(error.message) && !error.message.includes('secret'),
      value,
    )
  }
})

test('settings of a channel that contradict each other are rejected', () => {
  const url = { DATA_CHANNEL: 'https://data.example/' }
  for (const [settings, message] of [
    [{ ...url, DATA_CHANNEL_KEY: '' }, /^DATA_CHANNEL_KEY is missing or has an empty entry/],
    [{ ...url, DATA_CHANNEL_KEY: 'a.pem,' }, /^DATA_CHANNEL_KEY is missing or has an empty entry/],
    [{ DATA_CHANNEL_KEY: 'a.pem' }, /^DATA_CHANNEL_KEY is set, but DATA_CHANNEL is not/],
    [{ DATA_CHANNEL_KEY: '', DATA_MIRROR: 'on' }, /^DATA_MIRROR is set, but DATA_CHANNEL is not/],
    [{ ...url, DATA_CHANNEL_INTERVAL: '15d' }, /^DATA_CHANNEL_INTERVAL is "15d"; .* of at most 14 days\.$/],
    [{ ...url, DATA_CHANNEL_INTERVAL: '6' }, /^DATA_CHANNEL_INTERVAL is "6"; use a number and a unit/],
    [{ ...url, DATA_CHANNEL_MAX_AGE: '0d' }, /^DATA_CHANNEL_MAX_AGE is "0d"/],
    [{ ...url, DATA_MIRROR: 'yes' }, /^DATA_MIRROR is "yes"; use on or off\.$/],
  ] as const) {
    assert.throws(() => followed(settings), { name: 'InvalidSetting', message })
  }
  assert.equal(followed({ DATA_CHANNEL_KEY: '', DATA_MIRROR: 'off' }), undefined)
})
