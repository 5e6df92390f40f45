import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCheckedConfig } from './misspelt-settings.ts'

const read = (environment: Record<string, string>) =>
  readCheckedConfig(environment, { dataDir: 'data', storeFile: 'file' })

test('a variable with nearly the name of a setting has a warning that names the setting', () => {
  const { config, warnings } = read({ PROT: '1', DATADIR: 'x', DATA_CHANEL: 'y', LOG_LEVEL: 'warn' })
  assert.deepEqual(warnings, [
    'PROT is not a setting, so it has no effect. Did you mean PORT?',
    'DATADIR is not a setting, so it has no effect. Did you mean DATA_DIR?',
    'DATA_CHANEL is not a setting, so it has no effect. Did you mean DATA_CHANNEL?',
  ])
  assert.deepEqual([config.port, config.logLevel], [8080, 'warn'])
})

test('settings, and the usual variables of shells, containers and other programs, have none', () => {
  const usual =
    'HOME PATH USER LANG TERM SHELL PWD HOSTNAME NODE_ENV NODE_OPTIONS TZ MAIL LOGNAME LD_PRELOAD REDIS_PORT PGHOST TMPDIR'
  const { warnings } = read(
    Object.fromEntries([...usual.split(' '), 'BASE_URL', 'REDIS_URL'].map((name) => [name, ''])),
  )
  assert.deepEqual(warnings, [])
})
