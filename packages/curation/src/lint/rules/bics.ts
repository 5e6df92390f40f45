/**
 * Reports invalid BICs, test BICs, repeated BICs, and BICs that are stored with the suffix XXX. A lookup of the
 * 8-character BIC would not find one that is stored with XXX. A test BIC reaches no bank. A repeated BIC looks like a
 * second BIC.
 */
import { check } from '../../../../../src/identifiers/bic.ts'
import type { Fault, Rule } from '../rule.ts'

export const bics: Rule = {
  name: 'bics',
  summary: 'A BIC has a valid country, is in its shortest form, is live, and is not repeated.',
  *findInBank({ bic, other_bics = [], codes = [] }) {
    const codeBics = codes.map((code) => code.bic).filter((value) => value !== undefined)
    const own = bic === undefined ? other_bics : [bic, ...other_bics]
    for (const value of new Set([...own, ...codeBics])) {
      const fault = faultOf(value)
      if (fault) yield [`BIC ${value} ${fault[0]}`, fault[1]]
    }
    const twice = own.find((value, at) => own.indexOf(value) < at)
    if (twice !== undefined) yield [`BIC ${twice} is listed twice`, 'remove it from other_bics']
    if (bic === undefined || !codeBics.includes(bic)) return
    yield [`BIC ${bic} is repeated on a code`, "remove it from the code: a code without its own BIC uses the bank's"]
  },
}

function faultOf(value: string): Fault | undefined {
  const result = check(value)
  if (!result.passed) return [`is invalid: ${result.message}`, 'correct it, or remove it']
  if (result.canonical !== value) return ['ends with the head office suffix XXX', `write ${result.canonical}`]
  if (value.charAt(7) !== '0') return undefined
  return ['is a test BIC: its eighth character is 0', 'use the live BIC']
}
