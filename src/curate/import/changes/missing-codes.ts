/** Marks codes as former if the file should have them but no longer does. */
import { replaceCode } from './apply-codes.ts'
import type { Draft } from './draft.ts'

/** `seen` holds the codes that are both in our data and in the file, as "scheme value". */
export function endMissingCodes(draft: Draft, seen: ReadonlySet<string>): void {
  for (const bank of [...draft.banks.values()]) {
    const missing = (bank.codes ?? []).filter(
      (code) => code.status === undefined && draft.shouldHave(code) && !seen.has(`${code.scheme} ${code.value}`),
    )
    let current = bank
    for (const [at, { scheme, value }] of missing.entries()) {
      const label = `${scheme} ${value}`
      const isLast = at === missing.length - 1 && bank.codes?.every((code) => code.status || missing.includes(code))
      const look =
        isLast && bank.status === 'active' ? ' It has no current code left: check whether it has closed.' : ''
      const change = { kind: 'gone', bank: bank.id, text: `${label} is no longer on the list.${look}` } as const
      current = draft.edit(current, ['codes', label], change, (copy) =>
        replaceCode(copy, { scheme, value, status: 'former', source: draft.source.id }),
      )
    }
  }
}
