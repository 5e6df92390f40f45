/**
 * Reports BICs that only the lists of the European Central Bank support, where the bank has a better one. Those lists
 * give the BIC that a bank reports under: it may be an account at a central bank, the BIC of another bank in the group,
 * or a misprint. Such a BIC fills a gap, but it never replaces the BIC of the bank.
 */
import type { Source } from '../../../../../src/directory/records/source.ts'
import { givesField } from '../../fields-by-source.ts'
import type { Rule } from '../rule.ts'

export const ecbBics: Rule = {
  name: 'ecb-bics',
  summary: 'A BIC from a list of the European Central Bank is not on a code, and is that of a head office.',
  isForShippedData: true,
  *findInBank({ bic, other_bics, codes = [], sources: ids }, { sources }) {
    for (const { scheme, value, bic: own, source } of codes) {
      if (own === undefined || (bic ?? other_bics) === undefined || !isEcbList(sources.get(source))) continue
      const problem = `the BIC ${own} of ${scheme} code "${value}" comes from ${source} and replaces that of the bank`
      yield [problem, 'remove it from the code']
    }
    if (bic === undefined || bic.length === 8) return
    const giving = ids.filter((id) => givesField(sources.get(id) ?? { fields: [] }, 'bic'))
    if (giving.length === 0 || !giving.every((id) => isEcbList(sources.get(id)))) return
    const problem = `BIC ${bic} names a branch, and only ${giving.join(', ')} has it`
    yield [problem, 'use the BIC of the head office, or add a list that confirms it']
  },
}

const isEcbList = (source: Source | undefined): boolean => source?.publisher === 'European Central Bank'
