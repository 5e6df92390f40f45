/**
 * Reports BICs that are addresses at a central bank or clearing house. A branch part such as BDF (Banque de France) or
 * TGT (TARGET) names an account there, and a bank uses it to settle with other banks. No customer has such a BIC, and a
 * payment form that shows it is wrong. Central banks print these BICs in their lists, so imports bring them in.
 */

import { isSettlementBic } from '../../settlement-bic.ts'
import type { Rule } from '../rule.ts'

export const settlementBics: Rule = {
  name: 'settlement-bics',
  summary: 'No bank and no code has a BIC with the branch part BDF, TGT, RTG or LCH.',
  *findInBank({ bic, other_bics = [], codes = [], id }) {
    for (const value of new Set([bic, ...other_bics, ...codes.map((code) => code.bic)])) {
      if (value === undefined || !isSettlementBic(value)) continue
      yield [
        `BIC ${value} is an address at a central bank or clearing house`,
        'use the BIC of the head office, or remove it',
        `${id} ${value}`,
      ]
    }
  },
}
