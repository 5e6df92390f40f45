/**
 * Reports codes of absorbed banks that are still in use but not listed at the successor. Customers of an absorbed bank
 * keep their account details, so payments that use its code still reach the successor. If only the absorbed bank lists
 * the code, as `former`, a lookup returns a bank that no longer exists. Two signs show that a code is still in use: a
 * list newer than the merger has it, or the successor has the same number in another scheme.
 */
import { rowDateOf } from '../../../../../src/directory/records/source.ts'
import { authorityOf } from '../../conflicts/source-authority.ts'
import { isLater } from '../../dates.ts'
import { isEdition, seriesOf } from '../../sources/source-file.ts'
import { type Finding, finding, type LintedData, type LocatedBank, quoted, type Rule } from '../rule.ts'

export const movedCodes: Rule = {
  name: 'moved-codes',
  summary: "If a merged bank's code is still in use, its successor lists it.",
  find,
}

type Code = NonNullable<LocatedBank['bank']['codes']>[number]

function* find(data: LintedData): Iterable<Finding> {
  const byId = new Map(data.banks.map(({ bank }) => [bank.id, bank]))
  for (const located of data.banks) {
    const { status, successor, codes = [] } = located.bank
    const next = status === 'merged' && successor !== undefined ? byId.get(successor) : undefined
    if (!next) continue
    const successorCodes = (next.codes ?? []).filter((code) => code.status !== 'former')
    for (const code of codes) {
      if (code.status !== 'former' || data.schemes.get(code.scheme)?.use === 'identity') continue
      if (successorCodes.some(({ scheme, value }) => scheme === code.scheme && value === code.value)) continue
      if (hasLaterEdition(data, code.source)) continue
      const sign = signOfUse(data, located, code, successorCodes)
      if (sign === undefined) continue
      const problem = `${code.scheme} code ${quoted(code.value)} is former, but ${sign}`
      yield finding(located, problem, `add it to ${next.id} with the same source`, `${code.scheme} ${code.value}`)
    }
  }
}

function signOfUse(data: LintedData, { bank }: LocatedBank, code: Code, successorCodes: Code[]): string | undefined {
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
