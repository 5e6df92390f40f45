/**
 * Lists keep the names of former brands for years. An open bank with a former brand in its name is outdated, or it has
 * closed. The old name stays as an alias, because people still search for it. Add a brand to the table when it is renamed.
 */
import brands from '../former-brands.json' with { type: 'json' }
import { type Finding, finding, isOpen, type LintedData, quoted, type Rule } from '../rule.ts'

export const formerBrands: Rule = {
  name: 'former-brands',
  summary: 'The name of an open bank does not contain a former brand.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const patterns = brands.map((brand) => ({ ...brand, words: ` ${brand.was.toLowerCase()} ` }))
  for (const located of banks.filter(isOpen)) {
    const { name } = located.bank
    const brand = patterns.find(({ words, is }) => ` ${name.toLowerCase()} `.includes(words) && !name.includes(is))
    if (!brand) continue
    const problem = `its name ${quoted(name)} contains ${quoted(brand.was)}, which has been ${quoted(brand.is)} since ${brand.since}`
    yield finding(
      located,
      problem,
      'rename it and keep the old name as an alias, or set the status and the successor of the bank',
    )
  }
}
