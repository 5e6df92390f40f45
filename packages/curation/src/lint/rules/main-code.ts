/**
 * Checks the `main` mark. It decides which of a bank's codes the service lists as its `code`, and therefore which code
 * payments use. With a second `main`, or a `main` on a code that is not current, payments would use the wrong code. In
 * a scheme that `code` is never taken from, `main` has no effect, so it is a mistake.
 *
 * A branch code can stand for the whole bank only if the bank has no other: two branch codes show that the right one
 * depends on the account.
 *
 * A QR-IID is a second number that a bank in Switzerland or Liechtenstein has for the payment slips of its customers
 * (QR-bills). It is not the number that people mean by the bank's code, so it must not hide that number: if the bank has
 * just one other code, that code is the main one.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { type Fault, quoted, type Rule } from '../rule.ts'

export const mainCode: Rule = {
  name: 'main-code',
  summary:
    'A bank has at most one main code per scheme. It is current, and its scheme is one that `code` is taken from. A branch code is main only if it is the only one, and a QR-IID does not hide the only other code of a bank.',
  *findInBank({ codes = [], country }, { countries, schemes }) {
    const current = codes.filter(({ status }) => status === undefined)
    yield* findHidden(current)
    const main = codes.filter((code) => code.main)
    for (const [at, { scheme, value, status }] of main.entries()) {
      const code = `main ${scheme} code ${quoted(value)}`
      const preferred = countries.find((each) => each.code === country)?.code_schemes
      if (status !== undefined) yield [`${code} is ${status}`, 'mark the current code as main']
      else if (main.findIndex((each) => each.scheme === scheme) < at)
        yield [`${code} is not the only main code`, 'mark only one code as main']
      else if (!preferred?.includes(scheme))
        yield [`${code} belongs to a scheme that is not in the code_schemes of ${country}`, 'remove main']
      else if (
        schemes.get(scheme)?.level === 'branch' &&
        current.some((other) => other.scheme === scheme && other.value !== value)
      ) {
        const problem = `${code} is not the only current one, and the codes of the scheme identify branches`
        yield [problem, 'remove main']
      }
    }
  },
}

function* findHidden(current: NonNullable<BankRecord['codes']>): Iterable<Fault> {
  for (const [scheme, codes] of Map.groupBy(current, (code) => code.scheme)) {
    const qrIids = codes.filter(isQrIid)
    if (qrIids.length === 0) continue
    const [ordinary, ...more] = codes.filter((code) => !isQrIid(code))
    const main = qrIids.find((code) => code.main)
    if (main) yield [`main ${scheme} code ${quoted(main.value)} is a QR-IID`, 'remove main']
    else if (ordinary && more.length === 0 && !ordinary.main) {
      const problem = `the QR-IID ${quoted((qrIids[0] as { value: string }).value)} hides ${scheme} code ${quoted(ordinary.value)}`
      yield [problem, `mark ${ordinary.value} as main`]
    }
  }
}

/** SIX assigns QR-IIDs from 30000 to 31999, also in Liechtenstein. */
const isQrIid = ({ scheme, value }: { scheme: string; value: string }): boolean =>
  (scheme === 'ch_iid' || scheme === 'li_bc') && /^3[01]\d{3}$/.test(value)
