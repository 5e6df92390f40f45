/** Reads the rows of an official file against the banks we have, once: each is matched, and what it says is weighed. */
import type { BankRecord } from '../../directory/records/bank.ts'
import type { Claim, ClaimedCode } from '../sources/source-file.ts'
import { type AbsorbedBanks, noteAbsorbed, settleAbsorbed } from './changes/absorbed-banks.ts'
import { addBanks, type NewBanks, noteNew } from './changes/add-banks.ts'
import { putCode } from './changes/apply-codes.ts'
import type { Draft } from './changes/draft.ts'
import type { BankCode } from './changes/fact-dates.ts'
import { fillGaps } from './changes/fill-fields.ts'
import { mergeIfEmpty } from './changes/mergers.ts'
import { dropMissing } from './changes/missing-codes.ts'
import { noteName, type OtherNames, settleNames } from './changes/renames-and-moves.ts'
import { findBank, hasName, isCalledNow } from './matching/match-bank.ts'
import { telling } from './matching/name-matching.ts'
import { namesakeAt } from './matching/namesake.ts'

export interface Pass {
  take(claim: Claim): void
  /** When all rows are read: what only all of them together can tell. */
  finish(): void
  rows(): number
  /** Rows of banks that we do not have, of files that are older than what we hold or do not name banks. */
  passedOver(): number
}

export function startPass(draft: Draft): Pass {
  let rows = 0
  let passedOver = 0
  /** Codes that we hold and the file has. What it has beyond that is not kept, however long it is. */
  const seen = new Set<string>()
  const names: OtherNames = new Map()
  const unknown: NewBanks = new Map()
  const absorbed: AbsorbedBanks = new Map()
  /** Banks that gave up a code, and the code under which they go on. */
  const successors: { bank: string; scheme: string; value: string }[] = []

  const take = (claim: Claim): void => {
    rows++
    for (const { scheme, value, status } of claim.codes) {
      if (status === undefined && draft.holders.ofCode(scheme, value).length > 0) seen.add(`${scheme} ${value}`)
    }
    const words = claim.name === undefined ? undefined : telling(claim.name)
    const match = findBank(claim, words, draft.holders)
    const isNew = draft.isNewerThanList(claim.codes[0]?.scheme, claim.country)
    if (match.by === 'none') {
      if (match.candidates.length > 0) {
        const ids = match.candidates.map(({ id }) => id).join(', ')
        if (isNew && claim.name) draft.doubt('', claim.line, `"${claim.name}" may be any of ${ids}.`)
        else passedOver++
      } else if (claim.name && isNew) noteNew(unknown, claim)
      else passedOver++
      return
    }
    const { by, bank } = match
    const { name } = claim
    if (words !== undefined && by !== 'name' && !hasName(bank, words)) {
      if (!draft.isNewerThanField(bank, 'name')) draft.kept.newer++
      else if (by === 'bic') draft.doubt(bank.id, claim.line, `Its BIC ${claim.bic} is given to "${name}".`)
      else noteName(names, bank, claim, false)
      return
    }
    if (name !== undefined) noteName(names, bank, claim, true)
    const isGone = bank.status === 'merged' || bank.status === 'closed'
    if (isGone && isNew && !saysMerged(bank, claim)) {
      draft.doubt(bank.id, claim.line, `It is ${bank.status} with us, and the file lists it.`)
      return
    }
    if (isNew && by === 'code' && words !== undefined && isOfNamesake(draft, bank, claim, words)) return
    let current = isNew && bank.status === 'unverified' ? confirmBank(draft, bank, claim) : bank
    for (const code of claim.codes) current = weighCode(draft, current, code, claim)
    if (isNew && claim.absorbed && words !== undefined && isCalledNow(current, words)) {
      noteAbsorbed(absorbed, current, claim)
    }
    if (claim.successor) successors.push({ bank: bank.id, ...claim.successor })
    // What an older list says under a name that the bank no longer has may be about its predecessor.
    if (isNew || words === undefined || isCalledNow(current, words)) fillGaps(draft, current, claim)
  }

  return {
    take,
    finish: () => {
      settleNames(draft, names)
      for (const { bank, scheme, value } of successors) {
        const [holder] = draft.holders.ofCode(scheme, value)
        if (holder && holder.bank.id !== bank) mergeIfEmpty(draft, bank, holder.bank.id)
      }
      dropMissing(draft, seen)
      settleAbsorbed(draft, absorbed)
      addBanks(draft, unknown)
    },
    rows: () => rows,
    passedOver: () => passedOver,
  }
}

/** Reports a code in the place of another bank of the same name as doubtful, unless a correction gives it to the bank. */
function isOfNamesake(draft: Draft, bank: BankRecord, claim: Claim, words: string[]): boolean {
  const other = namesakeAt(bank, claim, words, draft.holders)
  if (other === undefined) return false
  const labels = claim.codes.map(({ scheme, value }) => `${scheme} ${value}`)
  if (!draft.mayEdit(bank, labels)) return false
  const text = `${labels.join(', ')} is in ${claim.city} there, the place of ${other.id}, which has the same name.`
  draft.doubt(bank.id, claim.line, text)
  return true
}

/** Whether a list that has a merged bank agrees: it marks the bank as absorbed, or gives its codes up. */
const saysMerged = ({ status }: BankRecord, { absorbed, codes }: Claim): boolean =>
  status === 'merged' && (absorbed === true || codes.every((code) => code.status === 'former'))

function weighCode(draft: Draft, bank: BankRecord, claimed: ClaimedCode, { line, absorbed }: Claim): BankRecord {
  const { scheme, value, status } = claimed
  const isInForce = absorbed === true && bank.status === 'merged'
  const holders = draft.holders.ofCode(scheme, value)
  const own = holders.find((holder) => holder.bank === bank)
  const label = `${scheme} ${value}`
  if (own) return weighOwnCode(draft, bank, own.code, claimed, { line, isInForce })
  const [other] = holders
  if (other && other.code.status !== 'former') {
    if (status === 'former') return bank
    if (!draft.isNewerThanCode(other.code)) {
      draft.kept.newer++
      return bank
    }
    // Both claims are kept; only the one that was there is served.
    const text = `${label} is added as unconfirmed: we have it as a code of ${other.bank.id}.`
    return draft.edit(bank, ['codes', label], { kind: 'filled', bank: bank.id, line, text }, (copy) =>
      putCode(copy, { scheme, value, status: 'unconfirmed', source: draft.source.id }),
    )
  }
  if ((other && status === 'former') || draft.isReadBefore(scheme)) return bank
  const isCurrent = status === undefined && draft.isNewerThanList(scheme, bank.country)
  // Whose it was before and whose it became is told by the newer list, not by this one.
  if (other && !isCurrent) return bank
  // Of a list that need not have all of them, nothing follows from what it lacks.
  const isOver = status === 'former' || bank.status !== 'active' || draft.hasLaterEdition(scheme)
  const standing = isCurrent ? undefined : isOver ? 'former' : 'unconfirmed'
  const reason = status === 'former' ? '' : ': a newer list does not have it'
  const text = `${label} is added${standing ? ` as ${standing}${reason}` : ''}.`
  const code: BankCode = {
    scheme,
    value,
    ...(standing && { status: standing }),
    ...(isCurrent && isInForce && { in_force: true }),
    source: draft.source.id,
  }
  return draft.edit(bank, ['codes', label], { kind: 'filled', bank: bank.id, line, text }, (copy) =>
    putCode(copy, code),
  )
}

function weighOwnCode(
  draft: Draft,
  bank: BankRecord,
  code: BankCode,
  { scheme, value, status }: ClaimedCode,
  { line, isInForce }: { line: number; isInForce: boolean },
): BankRecord {
  if (!draft.isNewerThanCode(code)) return bank
  // It is not current because a newer list lacks it.
  if (status === undefined && code.status !== undefined && !draft.isNewerThanList(scheme, bank.country)) return bank
  const isContested = draft.holders
    .ofCode(scheme, value)
    .some((holder) => holder.bank !== bank && holder.code.status === undefined)
  if (status === undefined && isContested) return bank
  const label = `${scheme} ${value}`
  const text =
    status === 'former'
      ? `${label} is given up.`
      : code.status === 'former'
        ? `${label} is current again.`
        : code.status === 'unconfirmed'
          ? `${label} is confirmed.`
          : undefined
  if (status === code.status) draft.confirmed++
  const kind = status === 'former' ? 'gone' : 'changed'
  const change =
    text === undefined || status === code.status ? undefined : ({ kind, bank: bank.id, line, text } as const)
  const { bic, main, in_force = isInForce } = code
  const renewed: BankCode = {
    scheme,
    value,
    // A code that is given up is neither the main one nor in force.
    ...(status ? { status } : { ...(main && { main }), ...(in_force && { in_force }) }),
    ...(bic && { bic }),
    source: draft.source.id,
  }
  return draft.edit(bank, ['codes', label], change, (copy) => putCode(copy, renewed))
}

/** Open is what stands on a current list. */
function confirmBank(draft: Draft, bank: BankRecord, { line, codes, absorbed }: Claim): BankRecord {
  if (absorbed || !codes.some(({ status }) => status === undefined)) return bank
  const text = 'It is on a current list, so it is open.'
  return draft.edit(bank, ['status'], { kind: 'changed', bank: bank.id, line, text }, (copy) => {
    copy.status = 'active'
  })
}
