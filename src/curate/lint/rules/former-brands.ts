/**
 * Lists keep the names of former brands for years. An open bank with a former brand in its name is outdated, or it has
 * closed. The old name stays as an alias, because people still search for it. Add a brand to the table when it is renamed.
 */
import brands from '../former-brands.json' with { type: 'json' }
import { finding, isOpen, quoted, type Rule } from '../rule.ts'

const patterns = brands.map((brand) => ({ ...brand, words: ` ${brand.was.toLowerCase()} ` }))

export const formerBrands: Rule = {
  name: 'former-brands',
  summary: 'The name of an open bank does not contain a former brand.',
  *findInBank(located) {
    if (!isOpen(located)) return
    const { name } = located.bank
    const brand = patterns.find(({ words, is }) => ` ${name.toLowerCase()} `.includes(words) && !name.includes(is))
    if (!brand) return
    const problem = `its name ${quoted(name)} contains ${quoted(brand.was)}, which has been ${quoted(brand.is)} since ${brand.since}`
    yield finding(
      located,
      problem,
      'rename it and keep the old name as an alias, or set the status and the successor of the bank',
    )
  },
}
