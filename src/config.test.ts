import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadSetting, readConfig } from './config.ts'

test('without settings the service listens on port 8080 and serves the shipped data', () => {
  assert.deepEqual(readConfig({}, '/data'), {
    host: '0.0.0.0',
    port: 8080,
    baseUrl: undefined,
    dataDir: '/data',
    logLevel: 'info',
  })
})

test('a setting that is empty counts as not set', () => {
  assert.equal(readConfig({ PORT: '', BASE_URL: ' ' }, '/data').port, 8080)
})

test('settings are taken from the environment', () => {
  const settings = { HOST: '::1', PORT: '0', BASE_URL: 'https://b.example/x/', DATA_DIR: '/d', LOG_LEVEL: 'Debug' }
  assert.deepEqual(readConfig(settings, '/data'), {
    host: '::1',
    port: 0,
    baseUrl: 'https://b.example/x',
    dataDir: '/d',
    logLevel: 'debug',
  })
})

const wrong: [name: string, values: string[]][] = [
  ['PORT', ['http', '-1', '65536', '80.5', '0x50', '8080 9090']],
  ['BASE_URL', ['banks.example.com', 'ftp://x', 'https://x/?a=1', 'https://x/#a', 'https://user@x/']],
  ['LOG_LEVEL', ['loud']],
]

for (const [name, values] of wrong) {
  test(`a ${name} that makes no sense is refused by name and value`, () => {
    for (const value of values) {
      const refusal = (error: Error) =>
        error instanceof BadSetting && error.message.startsWith(`${name} is "${value}"; give `)
      assert.throws(() => readConfig({ [name]: value }, '/data'), refusal)
    }
  })
}
