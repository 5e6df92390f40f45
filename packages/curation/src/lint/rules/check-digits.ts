/**
 * Verifies check digits, because one wrong digit sends money to a stranger. In Poland and Croatia, the bank code itself
 * has a check digit (`identifiers/iban-national-checks.ts`).
 */
import { check as checkAba } from '../../../../../src/identifiers/aba.ts'
import { nationalRules } from '../../../../../src/identifiers/iban-national-checks.ts'
import { check as checkLei } from '../../../../../src/identifiers/lei.ts'
import { quoted, type Rule } from '../rule.ts'

export const checkDigits: Rule = {
  name: 'check-digits',
  summary: 'Routing numbers, LEIs and the bank codes of Poland and Croatia have valid check digits.',
  *findInBank({ lei, codes = [] }, { patterns }) {
    if (lei !== undefined && !checkLei(lei).passed) {
      yield [`LEI ${quoted(lei)} has wrong check digits`, 'correct it, or remove it']
    }
    for (const { scheme, value } of codes) {
      const test = fits.get(scheme)
      // Skip codes that do not match their pattern: the rule `code-pattern` reports them.
      if (!test || !patterns.get(scheme)?.test(value) || test(value)) continue
      const problem = `${scheme} code ${quoted(value)} has a wrong check digit`
      yield [problem, 'correct it, or remove it: no bank can have it']
    }
  },
}

const fitsAba = (value: string): boolean => checkAba(value).passed

/**
 * Pads the bank code to a full IBAN with an account number of zeros, so that only the bank code is tested. In Croatia,
 * the account number ends with its own check digit, which is 6 if all other digits are zero.
 */
const fitsPolish = (value: string): boolean => nationalRules.PL?.fits(`PL00${value}${'0'.repeat(16)}`) === true
const fitsCroatian = (value: string): boolean => nationalRules.HR?.fits(`HR00${value}0000000006`) === true

const fits = new Map([
  ['us_aba', fitsAba],
  ['us_fedwire', fitsAba],
  ['pl_nrb', fitsPolish],
  ['hr_vbdi', fitsCroatian],
])
