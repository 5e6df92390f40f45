/** Whoever holds the code of a bank that is gone gets its payments, so that is its successor, or the code is wrong. */
import { type Finding, isGone, isOpen, type LintedData, ofBank, quoted, type Rule } from '../rule.ts'

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
    .flatMap((placed) =>
      (placed.bank.codes ?? []).filter(({ status }) => status === 'former').map((code) => ({ placed, code })),
    )
  const wanted = new Set(former.map(({ code }) => code.value))
  const holders = new Map<string, string>()
  for (const { bank } of banks.filter(isOpen)) {
    for (const code of bank.codes ?? []) {
      if (code.status === undefined && wanted.has(code.value)) holders.set(keyOf(bank.country, code), bank.id)
    }
  }
  for (const { placed, code } of former) {
    const holder = holders.get(keyOf(placed.bank.country, code))
    if (holder === undefined || holder === placed.bank.successor) continue
    const problem = `its former ${code.scheme} code ${quoted(code.value)} is now that of ${holder}`
    yield ofBank(placed, problem, 'if that took the bank over, name it as successor; if not, make an exception')
  }
}
