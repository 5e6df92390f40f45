/** Marks banks as merged into another bank. */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { firstDay, lastDay } from '../../dates.ts'
import type { Draft } from './draft.ts'

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
export function isOnNewerList({ source: own, sources }: Draft, bank: BankRecord): boolean {
  const since = firstDay(own.date)
  return bank.sources.some((source) => source !== own.id && lastDay(sources.get(source)?.date ?? '') >= since)
}

/** Redirects banks that merged into this bank earlier to its successor, because a successor must be an open bank. */
export function redirectSuccessors(draft: Draft, id: string, successor: string): void {
  for (const other of [...draft.banks.values()].filter((each) => each.successor === id)) {
    draft.edit(other, ['successor'], undefined, (copy) => {
      copy.successor = successor
    })
  }
}
