/**
 * Reports schemes without codes: the API offers every scheme to callers, and a lookup in an empty scheme can only fail.
 * In a reduced build, a scheme may have lost its codes; lookups then say so.
 */
import { entryFinding, type Rule } from '../rule.ts'

export const schemeUse: Rule = {
  name: 'scheme-use',
  summary: 'Every scheme has codes, and the code_schemes of a country are its own schemes.',
  *find({ banks, tables, schemes, countries, build }) {
    const used = new Set(tables.codeRanges.map(({ row }) => row.scheme))
    for (const { codes } of build?.countries ?? []) for (const id of Object.keys(codes)) used.add(id)
    for (const { bank } of banks) for (const { scheme } of bank.codes ?? []) used.add(scheme)
    for (const entry of tables.schemes) {
      if (used.has(entry.id)) continue
      yield entryFinding(entry, 'no bank has a code in this scheme', 'add the codes, or remove the scheme')
    }
    for (const { code, code_schemes = [] } of countries) {
      for (const id of code_schemes) {
        const owner = schemes.get(id)?.country
        if (owner === code) continue
        const problem = `${code}: code_schemes contains ${id}, which ${owner ? `belongs to ${owner}` : 'is not in schemes.json'}`
        yield { file: 'countries.json', problem, fix: 'use a scheme of the country', subject: code }
      }
    }
  },
}
