/** Banks that became part of another. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import { earliest, latest } from '../../dates.ts'
import type { Draft } from './draft.ts'

/** A bank that has no code of its own left, and of which no list as new as this one knows, became part of that other. */
export function mergeIfEmpty(draft: Draft, id: string, successor: string): void {
  const bank = draft.banks.get(id) as BankRecord
  const heir = draft.banks.get(successor) as BankRecord
  const isEmpty = bank.codes?.every(({ status }) => status === 'former')
  // A bank whose codes stayed in force merged before, and this list is the first to say with whom.
  const lacksHeir = bank.status === 'active' || (bank.status === 'merged' && bank.successor === undefined)
  if (!isEmpty || isKnownLater(draft, bank) || !lacksHeir || heir.status !== 'active') return
  const text = `It became part of ${successor}, which has its codes now.`
  draft.edit(bank, ['status', 'successor'], { kind: 'merged', bank: id, text }, (copy) => {
    copy.status = 'merged'
    copy.successor = successor
  })
  renameSuccessor(draft, id, successor)
}

/** Whether another list, as new as this one, has the bank. */
export function isKnownLater({ source: own, sources }: Draft, bank: BankRecord): boolean {
  const since = earliest(own.date)
  return bank.sources.some((source) => source !== own.id && latest(sources.get(source)?.date ?? '') >= since)
}

/** Successors are open banks: a bank that named this one now names the next. */
export function renameSuccessor(draft: Draft, id: string, successor: string): void {
  for (const other of [...draft.banks.values()].filter((each) => each.successor === id)) {
    draft.edit(other, ['successor'], undefined, (copy) => {
      copy.successor = successor
    })
  }
}
