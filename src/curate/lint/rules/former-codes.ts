/** Whoever holds the code of a bank that is gone gets its payments, so that is its successor, or the code is wrong. */
import { bankFinding, type Finding, isGone, isOpen, type LintedData, quoted, type Rule } from '../rule.ts'

export const formerCodes: Rule = {
  name: 'former-codes',
  summary: 'A code of a bank that merged or closed is current only in its successor.',
  find,
}

interface Given {
  scheme: string
  value: string
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const keyOf = (country: string, { scheme, value }: Given): string => `${country} ${scheme} ${value}`
  // An open bank that gave a code up is still there to say where its payments go.
  const former = banks
    .filter(isGone)
    .flatMap((located) =>
      (located.bank.codes ?? []).filter(({ status }) => status === 'former').map((code) => ({ located, code })),
    )
  const wanted = new Set(former.map(({ code }) => code.value))
  const holders = new Map<string, string>()
  for (const { bank } of banks.filter(isOpen)) {
    for (const code of bank.codes ?? []) {
      if (code.status === undefined && wanted.has(code.value)) holders.set(keyOf(bank.country, code), bank.id)
    }
  }
  for (const { located, code } of former) {
    const holder = holders.get(keyOf(located.bank.country, code))
    if (holder === undefined || holder === located.bank.successor) continue
    const problem = `its former ${code.scheme} code ${quoted(code.value)} is now that of ${holder}`
    yield bankFinding(located, problem, 'if that took the bank over, name it as successor; if not, make an exception')
  }
}
