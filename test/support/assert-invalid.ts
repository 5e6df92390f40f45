/** A check that is expected to fail. */
import assert from 'node:assert/strict'
import type { Check, Invalid } from '../../src/identifiers/verdict.ts'

/** Returns the failed check, for tests that look at its reason. */
export function assertInvalid(check: Check): Invalid {
  if (check.passed) assert.fail(`${check.canonical} passes`)
  return check
}
