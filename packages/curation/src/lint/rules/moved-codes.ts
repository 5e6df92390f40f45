/**
 * Reports codes of absorbed banks that are still in use but not listed at the successor. Customers of an absorbed bank
 * keep their account details, so payments that use its code still reach the successor. If only the absorbed bank lists
 * the code, as `former`, a lookup returns a bank that no longer exists. Two signs show that a code is still in use: a
 * list newer than the merger has it, or the successor has the same number in another scheme.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { rowDateOf } from '../../../../../src/directory/records/source.ts'
import { authorityOf } from '../../conflicts/source-authority.ts'
import { isLater } from '../../dates.ts'
import { isEdition, seriesOf } from '../../sources/source-file.ts'
import { type LintedData, quoted, type Rule } from '../rule.ts'

export const movedCodes: Rule = {
  name: 'moved-codes',
  summary: "If a merged bank's code is still in use, its successor lists it.",
  *findInBank(bank, data) {
    const { status, successor, codes = [] } = bank
    const next = status === 'merged' && successor !== undefined ? data.bankById.get(successor) : undefined
    if (!next) return
    const successorCodes = (next.codes ?? []).filter((code) => code.status !== 'former')
    for (const code of codes) {
      if (code.status !== 'former' || data.schemes.get(code.scheme)?.use !== 'payment') continue
      if (successorCodes.some(({ scheme, value }) => scheme === code.scheme && value === code.value)) continue
      if (hasLaterEdition(data, code.source)) continue
      const sign = signOfUse(data, bank, code, successorCodes)
      if (sign === undefined) continue
      const problem = `${code.scheme} code ${quoted(code.value)} is former, but ${sign}`
      yield [problem, `add it to ${next.id} with the same source`, `${code.scheme} ${code.value}`]
    }
  },
}

type Code = NonNullable<BankRecord['codes']>[number]

function signOfUse(data: LintedData, bank: BankRecord, code: Code, successorCodes: Code[]): string | undefined {
  const numbering = data.schemes.get(code.scheme)?.identifier
  const twin = successorCodes.find(
    ({ scheme, value, status }) =>
      numbering !== undefined &&
      status === undefined &&
      value === code.value &&
      data.schemes.get(scheme)?.identifier === numbering,
  )
  if (twin) return `the current ${twin.scheme} code of ${bank.successor} is the same number`
  const list = data.sources.get(code.source)
  if (!list || authorityOf(list, data.schemes.get(code.scheme)) === 'community') return undefined
  const date = code.as_of ?? rowDateOf(list)
  const since = bank.status_since
  if (date === undefined || since === undefined || !isLater(date, since)) return undefined
  return `${code.source} (${date}) still lists it after the merger (${since})`
}

/**
 * Returns whether a later edition of the source exists. A code cites the newest list that has it, so a later edition has
 * dropped the code.
 */
function hasLaterEdition({ sources }: LintedData, source: string): boolean {
  const date = sources.get(source)?.date
  const series = seriesOf(source)
  return [...sources.values()].some(
    (other) => date !== undefined && isEdition(other.id, series) && isLater(other.date, date),
  )
}
