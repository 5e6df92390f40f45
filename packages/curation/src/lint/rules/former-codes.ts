/**
 * Reports codes of closed banks that an open bank now holds. That bank receives payments meant for the closed bank, so
 * either it is the successor, or the code is wrong.
 */
import { finding, isGone, isOpen, quoted, type Rule } from '../rule.ts'

export const formerCodes: Rule = {
  name: 'former-codes',
  summary: 'A former code of a merged or closed bank may be current only for its successor.',
  *find({ banks }) {
    const keyOf = (country: string, { scheme, value }: { scheme: string; value: string }): string =>
      `${country} ${scheme} ${value}`
    // Skip codes that an open bank gave up: a lookup still finds that bank, which can redirect the payments.
    const former = banks
      .filter(isGone)
      .flatMap((located) =>
        (located.bank.codes ?? []).filter(({ status }) => status === 'former').map((code) => ({ located, code })),
      )
    const holders = new Map<string, string>()
    for (const { bank } of banks.filter(isOpen)) {
      for (const code of bank.codes ?? []) {
        if (code.status === undefined) holders.set(keyOf(bank.country, code), bank.id)
      }
    }
    for (const { located, code } of former) {
      const holder = holders.get(keyOf(located.bank.country, code))
      if (holder === undefined || holder === located.bank.successor) continue
      const problem = `former ${code.scheme} code ${quoted(code.value)} now belongs to ${holder}`
      yield finding(located, problem, `name ${holder} as the successor if it took this bank over, or add an exception`)
    }
  },
}
