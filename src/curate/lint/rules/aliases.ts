/** An alias that says what the name says already adds nothing to search, and hides that a real one is missing. */
import { type Finding, type LintedData, ofBank, quoted, type Rule } from '../rule.ts'

export const aliases: Rule = {
  name: 'aliases',
  summary: 'The names of a bank differ from each other.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const placed of banks) {
    const { name, short_name, legal_name, aliases: others = [] } = placed.bank
    if (legal_name === undefined && short_name === undefined && others.length === 0) continue
    const seen = new Set([name.toLowerCase()])
    const further = [['legal_name', legal_name], ['short_name', short_name], ...others.map((alias) => ['alias', alias])]
    for (const [field, text] of further) {
      if (text === undefined) continue
      // A legal name may differ from the name in its capitals only.
      const isSame = field === 'legal_name' ? text === name : seen.has(text.toLowerCase())
      if (isSame) yield ofBank(placed, `its ${field} ${quoted(text)} is a name that it has already`, 'take it out')
      seen.add(text.toLowerCase())
    }
  }
}
