/** A scheme without codes is shown to callers who then ask for codes that nobody has. */
import { entryFinding, type Finding, type LintedData, type Rule } from '../rule.ts'

export const schemeUse: Rule = {
  name: 'scheme-use',
  summary: 'Every scheme has codes, and a country prefers schemes of its own.',
  find,
}

function* find({ banks, codeRanges, schemes, countries, entries }: LintedData): Iterable<Finding> {
  const used = new Set(codeRanges.map(({ range }) => range.scheme))
  for (const { bank } of banks) for (const { scheme } of bank.codes ?? []) used.add(scheme)
  for (const entry of entries) {
    if (entry.file !== 'schemes.json' || used.has(entry.id)) continue
    yield entryFinding(entry, 'no bank has a code of it', 'add the codes, or take it out')
  }
  for (const { code, code_schemes = [] } of countries) {
    for (const id of code_schemes) {
      const owner = schemes.get(id)?.country
      if (owner === code) continue
      const problem = `${code}: it prefers the scheme ${id}, which is ${owner ? `of ${owner}` : 'not in schemes.json'}`
      yield { file: 'countries.json', problem, fix: 'name a scheme of its own', subject: code }
    }
  }
}
