import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '../support/services/service.ts'

const run = promisify(execFile)
const sdk = join(import.meta.dirname, '../tools/node_modules/flutterwave-node-v3')

/**
 * The package reports its use to Flutterwave over `https`, whatever its base address is. Here those requests fail, as they do
 * without a network.
 */
const program = `
  const https = require('node:https')
  const { EventEmitter } = require('node:events')
  https.request = () => {
    const request = Object.assign(new EventEmitter(), { setTimeout() {}, write() {} })
    return Object.assign(request, { end: () => process.nextTick(() => request.emit('error', new Error('no network'))) })
  }
  const Flutterwave = require(process.argv[1])
  const client = new Flutterwave('FLWPUBK_TEST-0', 'FLWSECK_TEST-0', process.argv[2])
  client.Bank.country({ country: process.argv[3] }).then((list) => console.log(JSON.stringify(list)))
`

test('flutterwave-node-v3 lists banks from this service if it gets its base address', async (t) => {
  const { url } = await startService(t)
  const list = async (country: string) => {
    const args = ['-e', program, sdk, `${url}/compat/flutterwave/`, country]
    return JSON.parse((await run(process.execPath, args)).stdout)
  }
  const { status, data } = await list('NG')
  assert.equal(status, 'success')
  assert.ok(data.length > 300)
  assert.ok(data.some(({ code, name }: { code: string; name: string }) => code === '057' && name === 'Zenith Bank'))
  // The package does not reject: its callers read the status.
  assert.deepEqual(await list('ZA'), {
    status: 'error',
    message: 'This data has no bank codes of Flutterwave for South Africa; it has them for NG, GH, TZ, UG, KE.',
    data: null,
  })
})
