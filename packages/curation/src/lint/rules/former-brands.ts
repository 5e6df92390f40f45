/**
 * Reports former brands in the names of open banks. Lists keep using a former brand for years, so either the name is
 * outdated or the bank has closed. The old name stays as an alias, because people still search for it. When a brand is
 * renamed, add it to `former-brands.json`.
 */
import brands from '../former-brands.json' with { type: 'json' }
import { quoted, type Rule } from '../rule.ts'

const patterns = brands.map((brand) => ({ ...brand, words: ` ${brand.was.toLowerCase()} ` }))

export const formerBrands: Rule = {
  name: 'former-brands',
  summary: 'The name of an open bank does not contain a former brand.',
  *findInBank({ name, status }) {
    if (status !== 'active') return
    const brand = patterns.find(({ words, is }) => ` ${name.toLowerCase()} `.includes(words) && !name.includes(is))
    if (!brand) return
    const problem = `name ${quoted(name)} contains ${quoted(brand.was)}, which has been called ${quoted(brand.is)} since ${brand.since}`
    yield [problem, 'rename the bank and keep the old name as an alias, or set its status and successor']
  },
}
