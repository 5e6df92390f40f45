/** A country without a payment method has no account form at all. */
import { toRequirementsTable } from '../../../dataset/tables/account-requirements.ts'
import type { Finding, LintedData, Rule } from '../rule.ts'

export const paymentMethods: Rule = {
  name: 'payment-methods',
  summary: 'Every country has at least one payment method: an IBAN, or an entry in account-requirements.json.',
  isForShippedData: true,
  find,
}

function* find({ accountRequirements, countries }: LintedData): Iterable<Finding> {
  // Data folders from earlier releases do not have the file.
  if (accountRequirements.length === 0) return
  const { methods } = toRequirementsTable(accountRequirements.map(({ row }) => row))
  const served = new Set(methods.map(({ country }) => country))
  for (const { code, iban } of countries) {
    if (iban || served.has(code)) continue
    const problem = `${code} has no payment method`
    yield { file: 'account-requirements.json', problem, fix: 'add one', subject: code }
  }
}
