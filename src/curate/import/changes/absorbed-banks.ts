/** Banks that a file marks as absorbed by another, while their codes stay in force. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Claim } from '../../sources/source-file.ts'
import { inForceNote } from './apply-codes.ts'
import type { Draft } from './draft.ts'
import { isKnownLater, renameSuccessor } from './mergers.ts'

/** By bank: the rows that mark it. */
export type AbsorbedBanks = Map<string, Claim[]>

export const absorbedNotes = ['Absorbed by another bank.', inForceNote]

export function noteAbsorbed(absorbed: AbsorbedBanks, bank: BankRecord, claim: Claim): void {
  absorbed.set(bank.id, [...(absorbed.get(bank.id) ?? []), claim])
}

/** If only some codes of a bank have the mark, the bank stays open: they come from banks that it absorbed. */
export function settleAbsorbed(draft: Draft, absorbed: AbsorbedBanks): void {
  for (const [id, claims] of absorbed) {
    const bank = draft.banks.get(id) as BankRecord
    const marked = new Set(claims.flatMap(({ codes }) => codes.map(({ scheme, value }) => `${scheme} ${value}`)))
    const current = (bank.codes ?? []).filter(({ status }) => status === undefined)
    const isWhole = current.length > 0 && current.every(({ scheme, value }) => marked.has(`${scheme} ${value}`))
    const isOpen = bank.status === 'active' || bank.status === 'unverified'
    if (isWhole && isOpen && !isKnownLater(draft, bank)) merge(draft, bank, claims)
  }
}

function merge(draft: Draft, bank: BankRecord, claims: readonly Claim[]): void {
  const [{ line, successor: named }] = claims as [Claim, ...Claim[]]
  const heir = named && draft.holders.ofCode(named.scheme, named.value)[0]?.bank
  const successor = heir?.status === 'active' && heir.id !== bank.id ? heir.id : undefined
  const [predecessor] = [...draft.banks.values()].filter((other) => other.successor === bank.id)
  if (predecessor && successor === undefined) {
    const text = `The file marks it as absorbed. Name the bank that took it over, also as successor of ${predecessor.id}.`
    draft.doubt(bank.id, line, text)
    return
  }
  const text = `It was absorbed${successor ? ` by ${successor}` : ' by another bank'}; its codes stay in force.`
  draft.edit(bank, ['status', 'successor', 'codes', 'notes'], { kind: 'merged', bank: bank.id, line, text }, (copy) => {
    copy.status = 'merged'
    for (const code of copy.codes ?? []) if (code.status === undefined) code.in_force = true
    copy.notes = [...(copy.notes ?? []), ...absorbedNotes]
    if (successor) copy.successor = successor
  })
  if (successor) renameSuccessor(draft, bank.id, successor)
}
