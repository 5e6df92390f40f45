/** A reading as it is answered, in JSON. Banks are taken over as the text they are listed with, not made anew. */
import type { Verdict } from '../../identifiers/verdict.ts'
import type { NumberedBanks } from '../numbered.ts'
import type { Holder, Reading } from './reading.ts'

export function showReadings(readings: readonly Reading[], banks: NumberedBanks): string {
  return `[${readings.map((reading) => showReading(reading, banks)).join(',')}]`
}

function showReading({ kind, scheme, verdict, parts, bic, note, holders }: Reading, banks: NumberedBanks): string {
  const head = JSON.stringify({ kind, scheme, ...showVerdict(verdict), parts, bic, note })
  return `${head.slice(0, -1)},"banks":[${holders.map((holder) => showHolder(holder, banks)).join(',')}]}`
}

function showVerdict(verdict: Verdict) {
  const { canonical, reason = null, message = null, at = null, suggestion = null } = { ...noFault, ...verdict }
  return { verdict: verdict.verdict, canonical, reason, message, at, suggestion }
}

/** So that every key is there whatever the verdict. */
const noFault = { reason: null, message: null, at: null, suggestion: null }

function showHolder({ bank, relation, since }: Holder, banks: NumberedBanks): string {
  return `${banks.rowOf(bank).slice(0, -1)},"relation":"${relation}","since":${JSON.stringify(since)}}`
}
