/**
 * One way to read an identifier: its kind, the result of its check, its parts, the banks that hold it, and the verdict.
 * Decision 0023 has the reasons for the verdicts.
 */
import type { Check, Parts } from '../../identifiers/verdict.ts'

export const readingKinds = [
  'iban',
  'bic',
  'lei',
  'us_aba',
  'gb_sort_code',
  'gb_account',
  'ca_eft',
  'ca_cheque',
  'nuban',
  'account_number',
  'bank_code',
  'bank_id',
] as const

export type ReadingKind = (typeof readingKinds)[number]

/** How a bank is tied to the identifier, the surest first. */
export const relations = [
  /** The bank has it. */
  'holder',
  /** A bank that this one took over had it. */
  'successor',
  /** A source says so that we do not trust enough. */
  'unconfirmed_holder',
  /** The bank had it formerly, or the bank is gone. */
  'former_holder',
  /** The bank usually has codes with this beginning: an indication. */
  'usual_holder',
  /** The number could be one of its accounts: it proves nothing. */
  'possible',
] as const

export type Relation = (typeof relations)[number]

export interface Holder {
  bank: number
  relation: Relation
  /** When the relation came about, where known. */
  since: string | null
  /** The status of the bank, where that makes its holding doubtful. */
  isUnverified?: boolean
}

/** Code that tests for `valid` and nothing else does the right thing. */
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

export interface FoundHolders {
  holders: Holder[]
  /** The BIC to use, where there is one. */
  bic: string | null
}

export const noHolders: FoundHolders = { holders: [], bic: null }

export interface Reading extends FoundHolders {
  kind: ReadingKind
  /** Of a bank code. */
  scheme: string | null
  verdict: Verdict
  check: Check
  parts: Parts
  /** What to know about the banks; why there are none, if there are none. */
  note: string | null
}

const gone = 'The bank has merged or closed, or no longer has it, and its successor is not in the directory.'

interface ReadingDetails {
  scheme?: string
  /** Null where nothing can be told apart, as in an identifier of the wrong length. */
  parts: Parts | null
  found: FoundHolders
  /** Sentences about the holders; null ones are left out. */
  notes?: readonly (string | null)[]
  /** Whether the holders are only an indication, whatever their relation says. */
  isIndication?: boolean
}

export function createReading(
  kind: ReadingKind,
  check: Check,
  { scheme, parts, found: { holders, bic }, notes = [], isIndication = false }: ReadingDetails,
): Reading {
  const sentences = [
    ...notes,
    check.passed ? check.note : null,
    check.passed && !isIndication ? noteOnHolder(holders[0]) : null,
    holders.length === 0 && !check.passed && notes.every((note) => note === null) ? notLookedUp : null,
  ]
  return {
    kind,
    scheme: scheme ?? null,
    verdict: verdictOf(check, holders[0], isIndication),
    check,
    parts: parts ?? {},
    // An invalid identifier is not to be paid to.
    bic: check.passed ? bic : null,
    note: joinSentences(sentences),
    holders,
  }
}

const verdictByRelation: Record<Relation, Verdict> = {
  holder: 'valid',
  successor: 'former',
  unconfirmed_holder: 'possible',
  former_holder: 'former',
  usual_holder: 'possible',
  possible: 'possible',
}

function verdictOf(check: Check, holder: Holder | undefined, isIndication: boolean): Verdict {
  if (!check.passed) return 'invalid'
  if (isIndication) return 'possible'
  if (!holder) return 'unknown'
  return holder.relation === 'holder' && holder.isUnverified ? 'possible' : verdictByRelation[holder.relation]
}

function noteOnHolder(holder: Holder | undefined): string | null {
  if (holder?.relation === 'former_holder') return gone
  if (holder?.relation === 'unconfirmed_holder') return 'The code is unconfirmed: ask the bank before you pay to it.'
  const isDoubtful = holder?.relation === 'holder' && holder.isUnverified
  return isDoubtful ? 'The bank is unverified: no current official list names it.' : null
}

const notLookedUp = 'No bank is looked up for an invalid identifier.'

/** Parts are at their places only where length and characters are right. */
export const partsIfWellFormed = (check: Check, parts: (canonical: string) => Parts): Parts | null =>
  check.passed || (check.reason !== 'length' && check.reason !== 'format') ? parts(check.canonical) : null

/** Null if there is no sentence. */
export const joinSentences = (sentences: readonly (string | null)[]): string | null =>
  sentences.filter((sentence) => sentence !== null).join(' ') || null

/** Whether a check digit speaks for the reading, not only its form. */
export const hasCheckDigit = ({ check }: Reading): boolean =>
  check.passed && check.checks.some((name) => name !== 'length' && name !== 'structure')
