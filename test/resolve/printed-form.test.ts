import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readings } from '../support/resolve-helpers.ts'
import { printedFormCases, qrIbanCases } from './printed-form-cases.ts'

for (const [identifier, country, kind, formatted, masked] of printedFormCases) {
  test(`${identifier} (${country ?? 'no country'}) is printed as ${formatted} and hidden as ${masked}`, () => {
    const reading = readings(identifier, country).find((one) => one.kind === kind)
    assert.ok(reading, `it has no reading as ${kind}`)
    assert.deepEqual([reading.formatted, reading.masked], [formatted, masked])
  })
}

for (const [identifier, expected] of qrIbanCases) {
  test(`${identifier} has qr_iban ${expected}`, () => {
    const [reading] = readings(identifier)
    assert.equal(reading?.qr_iban, expected)
    assert.equal(reading?.note?.includes('QR reference') ?? false, expected === true)
  })
}
