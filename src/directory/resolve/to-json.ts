/** Readings as they are sent, in JSON. Banks are copied from the lists as text, not serialised again. */
import type { NumberedBanks } from '../numbered.ts'
import type { Holder, Reading } from './reading.ts'

export const readingsToJson = (readings: readonly Reading[], banks: NumberedBanks): string =>
  `[${readings.map((reading) => readingToJson(reading, banks)).join(',')}]`

function readingToJson(reading: Reading, banks: NumberedBanks): string {
  const { kind, scheme, verdict, check, parts, bic, note, holders } = reading
  const { canonical, checks, accountChecked } = check
  const { reason, message, at, suggestion } = check.passed ? noFault : check
  const head = JSON.stringify({
    kind,
    scheme,
    verdict,
    canonical,
    checks,
    account_checked: accountChecked,
    reason,
    message,
    at,
    suggestion,
    parts,
    bic,
    note,
  })
  return `${head.slice(0, -1)},"banks":[${holders.map((holder) => holderToJson(holder, banks)).join(',')}]}`
}

/** Every key is present whatever the verdict. */
const noFault = { reason: null, message: null, at: null, suggestion: null }

const holderToJson = ({ bank, relation, since }: Holder, banks: NumberedBanks): string =>
  `${banks.rowOf(bank).slice(0, -1)},"relation":"${relation}","since":${JSON.stringify(since)}}`
