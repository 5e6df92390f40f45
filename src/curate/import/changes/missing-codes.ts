/** Codes that a file would have, and does not have any more. */
import { putCode } from './apply-codes.ts'
import type { Draft } from './draft.ts'

/** `seen`: the codes that we hold and the file has, each with its scheme. */
export function dropMissing(draft: Draft, seen: ReadonlySet<string>): void {
  for (const bank of [...draft.banks.values()]) {
    const missing = (bank.codes ?? []).filter(
      (code) => code.status === undefined && draft.wouldHave(code) && !seen.has(`${code.scheme} ${code.value}`),
    )
    let current = bank
    for (const [at, { scheme, value }] of missing.entries()) {
      const label = `${scheme} ${value}`
      const isLast = at === missing.length - 1 && bank.codes?.every((code) => code.status || missing.includes(code))
      const look = isLast && bank.status === 'active' ? ' It has no current code left: look whether it has closed.' : ''
      const change = { kind: 'gone', bank: bank.id, text: `${label} is not in the list any more.${look}` } as const
      current = draft.edit(current, ['codes', label], change, (copy) =>
        putCode(copy, { scheme, value, status: 'former', source: draft.source.id }),
      )
    }
  }
}
