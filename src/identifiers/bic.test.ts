import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from './bic.ts'

test('eight and eleven characters are accepted, and the head office has one form', () => {
  assert.deepEqual(check('cobadeff'), { verdict: 'accepted', canonical: 'COBADEFF' })
  assert.deepEqual(check('COBADEFF XXX'), { verdict: 'accepted', canonical: 'COBADEFF' })
  assert.deepEqual(check('GENODED1AAC'), { verdict: 'accepted', canonical: 'GENODED1AAC' })
})

test('other lengths and digits in the place of the country are refused', () => {
  for (const input of ['', 'COBADEF', 'COBADEFFX', 'COBADEFFXX', 'COBADEFFXXXX', 'COBA11FF', 'COBÄDEFF']) {
    assert.equal(check(input).verdict, 'refused', input)
  }
})
