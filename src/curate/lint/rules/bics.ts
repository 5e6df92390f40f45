/**
 * A lookup of the short form of a BIC does not find the long form, a BIC in the test network reaches no bank, and a
 * repeated BIC looks like a second one.
 */
import { check } from '../../../identifiers/bic.ts'
import { finding, type Rule } from '../rule.ts'

export const bics: Rule = {
  name: 'bics',
  summary: 'A BIC has an existing country, is in its shortest form, is live, and is not repeated.',
  *findInBank(located) {
    const { bic, other_bics = [], codes = [] } = located.bank
    const codeBics = codes.map((code) => code.bic).filter((value) => value !== undefined)
    const own = bic === undefined ? other_bics : [bic, ...other_bics]
    for (const value of new Set([...own, ...codeBics])) {
      const fault = faultOf(value)
      if (fault) yield finding(located, `its BIC ${value} ${fault[0]}`, fault[1])
    }
    const twice = own.find((value, at) => own.indexOf(value) < at)
    if (twice !== undefined) yield finding(located, `has the BIC ${twice} twice`, 'remove it from other_bics')
    if (bic === undefined || !codeBics.includes(bic)) return
    yield finding(
      located,
      `its BIC ${bic} is repeated at a code`,
      'remove it there: the BIC of the bank applies to the code',
    )
  },
}

function faultOf(value: string): [problem: string, fix: string] | undefined {
  const result = check(value)
  if (!result.passed) return [`is invalid: ${result.message}`, 'correct it, or remove it']
  if (result.canonical !== value) return ['has the suffix of the head office', `write ${result.canonical}`]
  if (value.charAt(7) !== '0') return undefined
  return ['is in the test network: its eighth character is 0', 'use the live BIC']
}
