/**
 * A reading is one way to interpret the text in a request: as a kind of identifier, with the result of its check, its
 * parts, the banks that hold it, and a verdict. Decision 0023 explains the verdicts.
 */
import type { Check, Parts } from '../../identifiers/verdict.ts'
import type { MissingCause } from '../builds/build-schema.ts'

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
  'reference',
] as const

export type ReadingKind = (typeof readingKinds)[number]

/** How a bank is related to the identifier, most reliable first. */
export const relations = [
  /** The bank has the identifier. */
  'holder',
  /** The bank took over a bank that had the identifier. */
  'successor',
  /** The bank has the identifier according to a source that we do not fully trust. */
  'unconfirmed_holder',
  /** The bank no longer has the identifier, or the bank has merged or closed. */
  'former_holder',
  /** The bank usually has the codes with this prefix, but this one may belong to another bank. */
  'usual_holder',
  /** The number could be an account at the bank, because its check digit matches or the text names the bank. This is no proof. */
  'possible',
  /** The bank lends the identifier to the holder, a bank that does not take part in the payment system itself. */
  'sponsor',
] as const

export type Relation = (typeof relations)[number]

export interface Holder {
  bank: number
  relation: Relation
  /** When the former holder merged or closed, if known. */
  since: string | null
  /** Whether the bank's status is `unverified`, which makes the holder doubtful. */
  isUnverified?: boolean
}

/** How far a client can rely on the identifier. A cautious client accepts only `valid`. */
export const verdicts = [
  /** All checks pass, and the identifier is current and belongs to a confirmed bank in the directory. */
  'valid',
  /** All checks pass, but it is not certain that the bank has the identifier, or several countries use the code. */
  'possible',
  /** The code is no longer in use; the banks include the successor if it is known. */
  'former',
  /** All checks pass, but no bank in the directory holds the identifier. */
  'unknown',
  /** A check fails. */
  'invalid',
] as const

export type Verdict = (typeof verdicts)[number]

/** How a BIC in the request fits the bank of the account. */
export const bicMatches = [
  /** It is the BIC to use for the account. */
  'same',
  /** It is another BIC of the bank, of its successor or predecessor, or of the same legal entity. */
  'same_bank',
  /** Another bank in the directory has the BIC. */
  'other_bank',
  /** The directory does not know the bank of the account or that of the BIC. */
  'unknown',
  /** It is no BIC. */
  'invalid',
] as const

export interface BicMatch {
  match: (typeof bicMatches)[number]
  /** The BIC to use, or why the two do not fit; null if there is nothing to say. */
  note: string | null
}

export interface FoundHolders {
  holders: Holder[]
  /** The BIC to use for payments, if there is one. */
  bic: string | null
}

/** A branch of a bank, from the branch list. */
export interface Branch {
  code: string
  name: string | null
  city: string | null
  region: string | null
}

export const noHolders: FoundHolders = { holders: [], bic: null }

export interface Reading extends FoundHolders {
  kind: ReadingKind
  /** Null unless `kind` is `bank_code`. */
  scheme: string | null
  verdict: Verdict
  check: Check
  parts: Parts
  branch: Branch | null
  /** Whether the branch code was looked up in a branch list; null if there is no branch code. */
  branchChecked: boolean | null
  /** A remark about the banks, or the reason why there are none. */
  note: string | null
  /** Why the data could not have a bank for it, whatever the identifier is; null if that is not the reason. */
  cause: MissingCause | null
  /** The form in which it is printed, in groups; null if it is the canonical form. */
  formatted: string | null
  /** The IBAN of a national account number, computed by a published rule; otherwise null. */
  iban: string | null
  /** Whether the way in which the text is written proves the kind, as in 20-29-59, which is a sort code. */
  isCertain: boolean
}

interface ReadingDetails {
  scheme?: string
  /** Null if the positions of the parts are unclear, as in an identifier of the wrong length. */
  parts: Parts | null
  found: FoundHolders
  branch?: Branch | null
  isBranchChecked?: boolean
  /** Sentences about the holders; nulls are skipped. */
  notes?: readonly (string | null)[]
  /**
   * Whether the evidence is too weak for the verdict `valid`, whatever the relation of the holders. If the checks pass,
   * the verdict is then `possible`.
   */
  isIndicative?: boolean
  isCertain?: boolean
  iban?: string
  formatted?: string
}

export function createReading(kind: ReadingKind, check: Check, details: ReadingDetails): Reading {
  const {
    scheme,
    parts,
    found,
    branch = null,
    notes = [],
    isIndicative = false,
    isCertain = false,
    iban = null,
    formatted = null,
  } = details
  const { holders, bic } = found
  const ownNote = joinSentences(notes)
  const lastNote = check.passed
    ? joinSentences([check.note, isIndicative ? null : noteOnHolder(holders[0])])
    : holders.length === 0 && ownNote === null
      ? notLookedUp
      : null
  return {
    kind,
    scheme: scheme ?? null,
    verdict:
      kind === 'reference' ? verdictOfReference(check, isIndicative) : verdictOf(check, holders[0], isIndicative),
    check,
    parts: parts ?? {},
    branch,
    branchChecked: hasBranchCode(kind, parts ?? {}) ? (details.isBranchChecked ?? false) : null,
    // Return no BIC for an invalid identifier, so that no client uses it to pay.
    bic: check.passed ? bic : null,
    note: joinSentences([ownNote, lastNote]),
    cause: null,
    holders,
    isCertain,
    formatted: check.passed ? formatted : null,
    iban: check.passed ? iban : null,
  }
}

const verdictByRelation: Record<Relation, Verdict> = {
  holder: 'valid',
  successor: 'former',
  unconfirmed_holder: 'possible',
  former_holder: 'former',
  usual_holder: 'possible',
  possible: 'possible',
  sponsor: 'unknown',
}

const hasBranchCode = (kind: ReadingKind, { branch_code, sort_code, transit }: Parts): boolean =>
  (branch_code ?? sort_code ?? transit) !== undefined || kind === 'gb_sort_code'

function verdictOf(check: Check, holder: Holder | undefined, isIndicative: boolean): Verdict {
  if (!check.passed) return 'invalid'
  if (isIndicative) return 'possible'
  if (!holder) return 'unknown'
  return holder.relation === 'holder' && holder.isUnverified ? 'possible' : verdictByRelation[holder.relation]
}

/** A reference belongs to no bank, so its check digits and its form decide. */
const verdictOfReference = ({ passed }: Check, isIndicative: boolean): Verdict =>
  passed ? (isIndicative ? 'possible' : 'valid') : 'invalid'

function noteOnHolder(holder: Holder | undefined): string | null {
  if (holder?.relation === 'former_holder') return noSuccessor
  if (holder?.relation === 'unconfirmed_holder') return 'This code is unconfirmed; check with the bank before you pay.'
  const isDoubtful = holder?.relation === 'holder' && holder.isUnverified
  return isDoubtful ? 'This bank is unverified: it is not on any current official list.' : null
}

const noSuccessor =
  'The bank has merged or closed, or no longer uses this identifier. The directory has no successor for it.'

const notLookedUp = 'Banks are not looked up for an invalid identifier.'

/** Returns null if the length or a character is wrong, because the positions of the parts are then unclear. */
export const partsIfWellFormed = (check: Check, parts: (canonical: string) => Parts): Parts | null =>
  check.passed || (check.reason !== 'length' && check.reason !== 'format') ? parts(check.canonical) : null

/** Joins the sentences that are not null; returns null if there are none. */
export function joinSentences(sentences: readonly (string | null)[]): string | null {
  let joined: string | null = null
  for (const sentence of sentences) if (sentence !== null) joined = joined === null ? sentence : `${joined} ${sentence}`
  return joined
}

/** Whether the reading passed a check beyond its length and characters, such as a check digit. */
export const hasCheckDigit = ({ check }: Reading): boolean =>
  check.passed && check.checks.some((name) => name !== 'length' && name !== 'structure')
