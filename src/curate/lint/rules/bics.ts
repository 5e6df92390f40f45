/**
 * A BIC in a longer form than it needs is not found by who asks for the short one; one of the test network reaches no
 * bank; and one that is repeated looks like a second.
 */
import { check } from '../../../identifiers/bic.ts'
import { bankFinding, type Finding, type LintedData, type Rule } from '../rule.ts'

export const bics: Rule = {
  name: 'bics',
  summary: 'BICs name a country that exists, are in their shortest form, live, and not repeated.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    const { bic, other_bics = [], codes = [] } = located.bank
    const ofCodes = codes.map((code) => code.bic).filter((value) => value !== undefined)
    const own = bic === undefined ? other_bics : [bic, ...other_bics]
    for (const value of new Set([...own, ...ofCodes])) {
      const fault = faultOf(value)
      if (fault) yield bankFinding(located, `its BIC ${value} ${fault[0]}`, fault[1])
    }
    const twice = own.find((value, at) => own.indexOf(value) < at)
    if (twice !== undefined) yield bankFinding(located, `has the BIC ${twice} twice`, 'take it out of other_bics')
    if (bic === undefined || !ofCodes.includes(bic)) continue
    yield bankFinding(
      located,
      `its BIC ${bic} stands at a code, too`,
      'take it out there: the BIC of the bank holds for it',
    )
  }
}

function faultOf(value: string): [problem: string, fix: string] | undefined {
  const result = check(value)
  if (!result.passed) return [`is invalid: ${result.message}`, 'correct it, or take it out']
  if (result.canonical !== value) return ['is that of the head office', `write ${result.canonical}`]
  if (value.charAt(7) !== '0') return undefined
  return ['is of the test network, as 0 in the eighth place says', 'take the live one']
}
