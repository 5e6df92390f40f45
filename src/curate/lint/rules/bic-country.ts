/**
 * Characters 5 and 6 of a BIC are its country. Another than the bank's is mostly that of the parent abroad, put down for
 * the branch: a payment with it goes to another country. Who holds a code without a BIC there is an exception.
 */
import { bankFinding, type Finding, type LintedData, type Rule } from '../rule.ts'

export const bicCountry: Rule = {
  name: 'bic-country',
  summary: "A BIC is of the bank's country.",
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    const { bic, other_bics = [], codes = [], country } = located.bank
    for (const value of [bic, ...other_bics, ...codes.map((code) => code.bic)]) {
      if (value === undefined || value.slice(4, 6) === country) continue
      const problem = `its BIC ${value} is of ${value.slice(4, 6)}, the bank of ${country}`
      yield bankFinding(
        located,
        problem,
        'take the one of the branch; if it has none, make an exception',
        `${located.bank.id} ${value}`,
      )
    }
  }
}
