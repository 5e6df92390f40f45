/**
 * Marks banks as merged: if the file says that another bank absorbed them, in which case their codes stay in force, or if
 * they have no current code left.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { firstDay, lastDay } from '../../dates.ts'
import type { Claim } from '../../sources/source-file.ts'
import { inForceNote } from './apply-codes.ts'
import type { Draft } from './draft.ts'

/** The rows that mark a bank as absorbed, keyed by bank id. */
export type AbsorbedBanks = Map<string, Claim[]>

export const absorbedNotes = ['Absorbed by another bank.', inForceNote]

export function collectAbsorbed(absorbed: AbsorbedBanks, bank: BankRecord, claim: Claim): void {
  absorbed.set(bank.id, [...(absorbed.get(bank.id) ?? []), claim])
}

/**
 * Marks a bank as merged only if the file marks all its current codes as absorbed. If only some codes are marked, they
 * come from other banks that this bank absorbed.
 */
export function mergeAbsorbed(draft: Draft, absorbed: AbsorbedBanks): void {
  for (const [id, claims] of absorbed) {
    const bank = draft.banks.get(id) as BankRecord
    const markedCodes = new Set(claims.flatMap(({ codes }) => codes.map(({ scheme, value }) => `${scheme} ${value}`)))
    const current = (bank.codes ?? []).filter(({ status }) => status === undefined)
    const isFullyMarked =
      current.length > 0 && current.every(({ scheme, value }) => markedCodes.has(`${scheme} ${value}`))
    const isOpen = bank.status === 'active' || bank.status === 'unverified'
    if (isFullyMarked && isOpen && !isOnNewerList(draft, bank)) merge(draft, bank, claims)
  }
}

function merge(draft: Draft, bank: BankRecord, claims: readonly Claim[]): void {
  const [{ line, successor: successorCode }] = claims as [Claim, ...Claim[]]
  const successorBank = successorCode && draft.lookup.byCode(successorCode.scheme, successorCode.value)[0]?.bank
  const successor = successorBank?.status === 'active' && successorBank.id !== bank.id ? successorBank.id : undefined
  const [predecessor] = [...draft.banks.values()].filter((other) => other.successor === bank.id)
  if (predecessor && successor === undefined) {
    const text = `The file marks it as absorbed. Name its successor here and in ${predecessor.id}.`
    draft.addDoubt(bank.id, line, text)
    return
  }
  const text = `It was absorbed${successor ? ` by ${successor}` : ' by another bank'}; its codes stay in force.`
  draft.edit(bank, ['status', 'successor', 'codes', 'notes'], { kind: 'merged', bank: bank.id, line, text }, (copy) => {
    copy.status = 'merged'
    for (const code of copy.codes ?? []) if (code.status === undefined) code.in_force = true
    copy.notes = [...(copy.notes ?? []), ...absorbedNotes]
    if (successor) copy.successor = successor
  })
  if (successor) redirectSuccessors(draft, bank.id, successor)
}

/** Marks a bank as merged if it has no current code left, unless it is on another list that is at least as new. */
export function mergeIfEmpty(draft: Draft, id: string, successor: string): void {
  const bank = draft.banks.get(id) as BankRecord
  const successorBank = draft.banks.get(successor) as BankRecord
  const isEmpty = bank.codes?.every(({ status }) => status === 'former')
  // Include merged banks without a successor: if the codes of a merged bank stayed in force, its successor may have
  // been unknown until now.
  const lacksSuccessor = bank.status === 'active' || (bank.status === 'merged' && bank.successor === undefined)
  if (!isEmpty || isOnNewerList(draft, bank) || !lacksSuccessor || successorBank.status !== 'active') return
  const text = `It merged into ${successor}, which now holds its codes.`
  draft.edit(bank, ['status', 'successor'], { kind: 'merged', bank: id, text }, (copy) => {
    copy.status = 'merged'
    copy.successor = successor
  })
  redirectSuccessors(draft, id, successor)
}

/** Returns whether the bank is on another list that is at least as new as the file. */
function isOnNewerList({ source: own, sources }: Draft, bank: BankRecord): boolean {
  const since = firstDay(own.date)
  return bank.sources.some((source) => source !== own.id && lastDay(sources.get(source)?.date ?? '') >= since)
}

/** Redirects banks that merged into this bank earlier to its successor, because a successor must be an open bank. */
function redirectSuccessors(draft: Draft, id: string, successor: string): void {
  for (const other of [...draft.banks.values()].filter((each) => each.successor === id)) {
    draft.edit(other, ['successor'], undefined, (copy) => {
      copy.successor = successor
    })
  }
}
