/** Marks banks as merged into another bank. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import { firstDay, lastDay } from '../../dates.ts'
import type { Draft } from './draft.ts'

/** Marks a bank without a current code as merged, unless another list that is at least as new still has the bank. */
export function mergeIfEmpty(draft: Draft, id: string, successor: string): void {
  const bank = draft.banks.get(id) as BankRecord
  const successorBank = draft.banks.get(successor) as BankRecord
  const isEmpty = bank.codes?.every(({ status }) => status === 'former')
  // A merged bank whose codes stayed in force may have no successor yet; this list is the first to name it.
  const lacksSuccessor = bank.status === 'active' || (bank.status === 'merged' && bank.successor === undefined)
  if (!isEmpty || isOnNewerList(draft, bank) || !lacksSuccessor || successorBank.status !== 'active') return
  const text = `It merged into ${successor}, which has its codes now.`
  draft.edit(bank, ['status', 'successor'], { kind: 'merged', bank: id, text }, (copy) => {
    copy.status = 'merged'
    copy.successor = successor
  })
  redirectSuccessors(draft, id, successor)
}

/** Whether another list that is at least as new has the bank. */
export function isOnNewerList({ source: own, sources }: Draft, bank: BankRecord): boolean {
  const since = firstDay(own.date)
  return bank.sources.some((source) => source !== own.id && lastDay(sources.get(source)?.date ?? '') >= since)
}

/** A successor must be open, so banks that named the merged bank now name its successor. */
export function redirectSuccessors(draft: Draft, id: string, successor: string): void {
  for (const other of [...draft.banks.values()].filter((each) => each.successor === id)) {
    draft.edit(other, ['successor'], undefined, (copy) => {
      copy.successor = successor
    })
  }
}
