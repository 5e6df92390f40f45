/** Banks that became part of another. */
import type { BankRecord } from '../../directory/bank.ts'
import { earliest, latest } from '../dates.ts'
import type { Draft } from './draft.ts'

/** A bank that has no code of its own left, and of which no list as new as this one knows, became part of that other. */
export function mergeIfEmpty(draft: Draft, id: string, successor: string): void {
  const bank = draft.banks.get(id) as BankRecord
  const heir = draft.banks.get(successor) as BankRecord
  const since = earliest(draft.source.date)
  const isKnownLater = bank.sources.some(
    (source) => source !== draft.source.id && latest(draft.sources.get(source)?.date ?? '') >= since,
  )
  const isEmpty = bank.codes?.every(({ status }) => status === 'former')
  if (!isEmpty || isKnownLater || bank.status !== 'active' || heir.status !== 'active') return
  const text = `It became part of ${successor}, which has its codes now.`
  draft.edit(bank, ['status', 'successor'], { kind: 'merged', bank: id, text }, (copy) => {
    copy.status = 'merged'
    copy.successor = successor
  })
  // Successors are open banks: who named this one now names the next.
  for (const other of [...draft.banks.values()].filter((each) => each.successor === id)) {
    draft.edit(other, ['successor'], undefined, (copy) => {
      copy.successor = successor
    })
  }
}
