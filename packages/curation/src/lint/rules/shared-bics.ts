/**
 * Reports open banks that share a BIC without a note. Small banks often use the BIC of their central institution, and a
 * note in their record then says so. Without such a note, two banks with the same BIC are usually one bank under two
 * names.
 */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { finding, isOpen, type LocatedBank, type Rule } from '../rule.ts'

export const sharedBics: Rule = {
  name: 'shared-bics',
  summary: 'If open banks in a country share a main BIC, the notes of every bank except its owner mention it.',
  *find({ banks }) {
    const shared = groupsOf(banks.filter(isOpen), ({ country, bic }) =>
      bic === undefined ? [] : [`${country} ${bic}`],
    )
    for (const [key, holders] of shared) {
      const [owner, ...others] = holders.filter((holder) => !isExplained(holder))
      const [first] = others
      if (!owner || !first) continue
      const bic = key.slice(3)
      const problem = `BIC ${bic} also belongs to ${idsOf([owner, ...others].filter((holder) => holder !== first))}`
      yield finding(first, problem, 'merge the records, correct the BIC, or name its owner in notes', bic)
    }
  },
}

const isExplained = ({ bank }: LocatedBank): boolean => bank.notes?.some((note) => /\bBICs?\b/.test(note)) === true
