import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateLimitKey } from './client-address.ts'

const rateLimitKeys: Record<string, string> = {
  '192.0.2.1': '192.0.2.1',
  '::ffff:192.0.2.1': '192.0.2.1',
  '::FFFF:192.0.2.1': '192.0.2.1',
  '::ffff:c000:201': '192.0.2.1',
  '::ffff:C000:0201%eth0': '192.0.2.1',
  '0:0:0:0:0:ffff:192.0.2.1': '192.0.2.1',
  '0000:0000::FFFF:c000:0201': '192.0.2.1',
  '[::ffff:c000:201]:4711': '192.0.2.1',
  '::ffff:0:c000:201': '0:0:0:0/64',
  '2001:db8::ffff:192.0.2.1': '2001:db8:0:0/64',
  '192.000.002.001': '192.0.2.1',
  '10.0.0.0': '10.0.0.0',
  '192.0.2.1:4711': '192.0.2.1',
  '[2001:db8::1]:4711': '2001:db8:0:0/64',
  '[2001:db8::1]': '2001:db8:0:0/64',
  '::1': '0:0:0:0/64',
  '2001:db8::1': '2001:db8:0:0/64',
  '2001:db8:0:0:5::9': '2001:db8:0:0/64',
  '2001:DB8:1:2:3:4:5:6': '2001:db8:1:2/64',
  '2001:db8:1:02::': '2001:db8:1:2/64',
  '1:2:3:4:5:6:7::': '1:2:3:4/64',
  '::': '0:0:0:0/64',
  'fe80::1%eth0': 'fe80:0:0:0/64',
  '': '',
}

for (const [address, key] of Object.entries(rateLimitKeys)) {
  test(`${address || 'no address'} counts as ${key || 'itself'}`, () => assert.equal(rateLimitKey(address), key))
}
