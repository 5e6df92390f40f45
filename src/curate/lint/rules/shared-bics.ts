/**
 * Small banks often use the BIC of their central institution, and a note says so. Two open banks with one BIC and no such
 * note are mostly one bank under two names.
 */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { bankFinding, type Finding, isOpen, type LintedData, type LocatedBank, type Rule } from '../rule.ts'

export const sharedBics: Rule = {
  name: 'shared-bics',
  summary: 'Of open banks of a country with the same main BIC, all but its owner say so in their notes.',
  find,
}

const isExplained = ({ bank }: LocatedBank): boolean => bank.notes?.some((note) => /\bBICs?\b/.test(note)) === true

function* find({ banks }: LintedData): Iterable<Finding> {
  const shared = groupsOf(banks.filter(isOpen), ({ country, bic }) => (bic === undefined ? [] : [`${country} ${bic}`]))
  for (const [key, holders] of shared) {
    const [owner, ...others] = holders.filter((holder) => !isExplained(holder))
    const [first] = others
    if (!owner || !first) continue
    const bic = key.slice(3)
    const problem = `its BIC ${bic} is also that of ${idsOf([owner, ...others].filter((holder) => holder !== first))}`
    yield bankFinding(first, problem, 'make them one bank, correct the BIC, or say in notes whose BIC it is', bic)
  }
}
