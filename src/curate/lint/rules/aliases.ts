/**
 * An alias that says what the name says already adds nothing to search, and hides that a real one is missing. An alias that
 * is the name of another open bank leads people to the wrong one. What a list says of a row is no name.
 */
import { bankFinding, type Finding, isOpen, type LintedData, quoted, type Rule } from '../rule.ts'

export const aliases: Rule = {
  name: 'aliases',
  summary: 'The names of a bank differ from each other, and an alias is not the name of another open bank.',
  find,
}

/** Remarks of the Bundesbank and the Banca d'Italia on a row. */
const remark = /\bEAC\d+|\bnur für\b|\bOvvero\b|\bGAA$|\bGf Sonder-BLZ$/

function* find({ banks }: LintedData): Iterable<Finding> {
  const taken = new Map(banks.filter(isOpen).map(({ bank }) => [`${bank.country} ${bank.name.toLowerCase()}`, bank.id]))
  for (const located of banks) {
    const { name, short_name, legal_name, aliases: others = [] } = located.bank
    if (legal_name === undefined && short_name === undefined && others.length === 0) continue
    const seen = new Set([name.toLowerCase()])
    const further = [['legal_name', legal_name], ['short_name', short_name], ...others.map((alias) => ['alias', alias])]
    for (const [field, text] of further) {
      if (text === undefined) continue
      // A legal name may differ from the name in its capitals only.
      const isSame = field === 'legal_name' ? text === name : seen.has(text.toLowerCase())
      if (isSame)
        yield bankFinding(located, `its ${field} ${quoted(text)} is a name that it has already`, 'take it out')
      seen.add(text.toLowerCase())
    }
    // In the United States names repeat from state to state.
    if (!isOpen(located) || located.bank.country === 'US') continue
    for (const alias of others) {
      const other = taken.get(`${located.bank.country} ${alias.toLowerCase()}`)
      const subject = `${located.bank.id} ${alias}`
      if (other !== undefined && other !== located.bank.id) {
        yield bankFinding(located, `its alias ${quoted(alias)} is the name of ${other}`, 'take it out', subject)
      } else if (remark.test(alias)) {
        yield bankFinding(located, `its alias ${quoted(alias)} has a remark of its list`, 'take it out', subject)
      }
    }
  }
}
