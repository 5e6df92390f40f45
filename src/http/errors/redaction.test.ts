import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startService } from '../../../test/support/services/service.ts'
import { makeKey } from '../../keys/key-format.ts'
import { loggedPath } from './redaction.ts'

test('an account number or a key in a path is redacted, in one segment or across several', () => {
  const random = makeKey('live', randomBytes).slice('blk_live_'.length)
  const paths: [url: string, logged: string][] = [
    ['/DE89/3704/0044/0532/0130/00', '/…/…/…/…/…/…'],
    ['/v1/banks/de/8937/0400/x', '/v1/banks/de/…/…/x'],
    ['/account/66374958', '/account/…'],
    ['/docs/1.0/012345678', '/docs/1.0/…'],
    ['/012345678/v1', '/…/…'],
    ['/%30%31%32%33%34%35%36', '/…'],
    [`/v1/banks/${random}`, '/v1/banks/…'],
    [`/keys/${random.slice(0, 30)}`, '/keys/…'],
    [`/blk_live_${random}`, '/…'],
  ]
  for (const [url, logged] of paths) assert.equal(loggedPath({ url }), logged)
})

test('other paths are logged unchanged, without their query', () => {
  for (const path of ['/', '/v1/banks', '/v1/banks/us-bank-1234', '/docs/1.0/lookups', '/nothing/at/all']) {
    assert.equal(loggedPath({ url: `${path}?q=012345678` }), path)
  }
})

test('neither the path nor the request id puts an account number into the log', async (t) => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const { url } = await startService(t, { log: { level: 'debug', stream } })
  const sent = ['nuban_0123456789', 'pay-de89370400440532013000', makeKey('live', randomBytes).slice(9)]
  for (const id of sent) {
    const response = await fetch(`${url}/DE89/3704/0044/0532/0130/00`, { headers: { 'X-Request-Id': id } })
    assert.equal(response.status, 404)
    assert.notEqual(response.headers.get('x-request-id'), id)
  }
  const log = lines.join('')
  assert.match(log, /"path":"\/…\/…\/…\/…\/…\/…"/)
  for (const text of [...sent, 'DE89']) assert.ok(!log.includes(text), text)
})
