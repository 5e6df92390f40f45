/**
 * Reports BICs from another country. Characters 5 and 6 of a BIC are a country code. If it is not the code of the
 * bank's country, the BIC usually belongs to a parent bank abroad, and a payment sent with it goes to the wrong
 * country. A bank that has a local code but no local BIC needs an exception.
 */
import type { Rule } from '../rule.ts'

export const bicCountry: Rule = {
  name: 'bic-country',
  summary: "The country in a BIC is the bank's country.",
  *findInBank({ bic, other_bics = [], codes = [], country, id }) {
    for (const value of [bic, ...other_bics, ...codes.map((code) => code.bic)]) {
      if (value === undefined || value.slice(4, 6) === country) continue
      const problem = `BIC ${value} has the country code ${value.slice(4, 6)}, but the bank is in ${country}`
      yield [problem, 'use the BIC of the local branch, or add an exception if it has none', `${id} ${value}`]
    }
  },
}
