/**
 * Compares bank codes with BICs. In some countries, the bank code in the IBAN is four letters, which according to the
 * central bank are also the first four letters of the BIC. If they differ, either the code or the BIC belongs to
 * another bank.
 */
import { quoted, type Rule } from '../rule.ts'

export const bicLetters: Rule = {
  name: 'bic-letters',
  summary: "A four-letter bank code is the start of one of the bank's BICs.",
  *findInBank({ codes = [], bic, other_bics = [] }, { schemes }) {
    for (const { scheme, value, status, bic: own } of codes) {
      const { pattern, iban_bank_code } = schemes.get(scheme) ?? {}
      if (status !== undefined || pattern !== letters || !iban_bank_code) continue
      const bics = [own, bic, ...other_bics].filter((candidate) => candidate !== undefined)
      if (bics.length === 0 || bics.some((candidate) => candidate.startsWith(value))) continue
      const problem = `${scheme} code ${quoted(value)} is not the start of BIC ${bics[0]}`
      yield [problem, 'correct the code or the BIC, or mark the code unconfirmed']
    }
  },
}

const letters = '^[A-Z]{4}$'
