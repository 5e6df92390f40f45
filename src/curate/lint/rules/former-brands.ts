/**
 * Lists keep the names of brands that are gone for years. An open bank under such a name is outdated, or it is a bank that is
 * gone. As an alias the old name stays: people still search for it. Add a brand to the table when it is renamed.
 */
import brands from '../former-brands.json' with { type: 'json' }
import { bankFinding, type Finding, isOpen, type LintedData, quoted, type Rule } from '../rule.ts'

export const formerBrands: Rule = {
  name: 'former-brands',
  summary: 'An open bank does not have the name of a brand that was given up.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const patterns = brands.map((brand) => ({ ...brand, words: ` ${brand.was.toLowerCase()} ` }))
  for (const located of banks.filter(isOpen)) {
    const { name } = located.bank
    const brand = patterns.find(({ words, is }) => ` ${name.toLowerCase()} `.includes(words) && !name.includes(is))
    if (!brand) continue
    const problem = `its name ${quoted(name)} has ${quoted(brand.was)}, which is ${quoted(brand.is)} since ${brand.since}`
    yield bankFinding(located, problem, 'rename it and keep the old name as an alias, or say where the bank went')
  }
}
