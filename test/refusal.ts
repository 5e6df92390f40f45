/** A verdict that is expected to be a refusal. */
import assert from 'node:assert/strict'
import type { Refused, Verdict } from '../src/identifiers/verdict.ts'

/** The verdict as a refusal, for tests that look at its reason. */
export function refusal(verdict: Verdict): Refused {
  assert.equal(verdict.verdict, 'refused', verdict.canonical)
  return verdict as Refused
}
