/**
 * The verdict on a reading. The rule for all of it: code that tests `verdict === 'valid'` and nothing else does the right
 * thing. `docs/decisions/0023` has the reasons.
 */
import { bankStatuses } from '../bank.ts'
import type { NumberedBanks } from '../numbered.ts'
import type { Scheme } from '../scheme.ts'
import { joinSentences, type Reading, type Relation } from './reading.ts'

export const verdicts = [
  /** Format and checks are right, and the directory knows the holder: a current code at a bank that is confirmed. */
  'valid',
  /** Format and checks are right, but the holder is only an indication, or several countries explain the digits. */
  'possible',
  /** The code is former; the successor is among the banks where it is known. */
  'former',
  /** Format and checks are right, and no bank in the directory holds it. */
  'unknown',
  /** A check fails. */
  'invalid',
] as const

export type Verdict = (typeof verdicts)[number]

export interface JudgedReading extends Reading {
  verdict: Verdict
}

const verdictByRelation: Record<Relation, Verdict> = {
  holder: 'valid',
  successor: 'former',
  unconfirmed_holder: 'possible',
  former_holder: 'former',
  usual_holder: 'possible',
  possible: 'possible',
}

const unverified = bankStatuses.indexOf('unverified')

const severalCountries = 'This is a code in several countries: pass `country` to choose one.'
const unconfirmedCode = 'The code is unconfirmed: ask the bank before you pay to it.'
const unverifiedBank = 'The bank is unverified: no current official list names it.'

function judge(reading: Reading, { statusOf }: NumberedBanks): JudgedReading {
  const { check, isIndication, note } = reading
  const [first] = reading.holders
  const as = (verdict: Verdict, reason: string | null = null): JudgedReading => ({
    ...reading,
    verdict,
    note: joinSentences([note, reason]),
  })
  if (!check.passed) return as('invalid')
  if (isIndication) return as('possible')
  if (!first) return as('unknown')
  if (first.relation === 'unconfirmed_holder') return as('possible', unconfirmedCode)
  const isUnverified = first.relation === 'holder' && statusOf(first.bank) === unverified
  return isUnverified ? as('possible', unverifiedBank) : as(verdictByRelation[first.relation])
}

/** IBAN, BIC, LEI and our own ids name their country themselves. */
const worldwide = new Set<Reading['kind']>(['iban', 'bic', 'lei', 'bank_id'])

const hasCheckDigit = ({ check }: Reading): boolean =>
  check.checks.some((name) => name !== 'length' && name !== 'structure')

/** `isCertain`: readings that their spelling proves, whatever else the digits could be. */
export function judgeReadings(
  readings: readonly Reading[],
  banks: NumberedBanks,
  schemes: ReadonlyMap<string, Scheme>,
  isCertain: (reading: Reading) => boolean,
): JudgedReading[] {
  const judged = readings.map((reading) => judge(reading, banks))
  const countryOf = ({ holders: [first] }: Reading): string | undefined => first && banks.countryOf(first.bank)
  const isIdentity = ({ scheme }: Reading): boolean => scheme !== null && schemes.get(scheme)?.use === 'identity'
  const explaining = judged.filter(
    ({ kind, verdict, holders }) => !worldwide.has(kind) && /^(valid|possible)$/.test(verdict) && holders.length > 0,
  )
  const castsDoubt = (other: Reading, reading: Reading): boolean => {
    if (countryOf(other) === countryOf(reading)) return false
    // A routing number with the right check digit is hardly the number of a Canadian branch, which has none.
    if (hasCheckDigit(reading) && !hasCheckDigit(other)) return false
    // Nearly any number stands in some register of companies.
    return isIdentity(reading) || !isIdentity(other)
  }
  const isAmbiguous = (reading: Reading): boolean => explaining.some((other) => castsDoubt(other, reading))
  return judged.map((reading) => {
    const { kind, verdict, note } = reading
    if (verdict !== 'valid' || worldwide.has(kind) || isCertain(reading) || !isAmbiguous(reading)) return reading
    return { ...reading, verdict: 'possible', note: joinSentences([note, severalCountries]) }
  })
}
