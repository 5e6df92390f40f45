/**
 * Reports useless and misleading aliases. An alias that repeats the name adds nothing to search, and hides that a real
 * alias is missing. An alias that is the name of another open bank leads people to the wrong bank. A remark copied from
 * a list is not an alias.
 */
import { finding, isOpen, quoted, type Rule } from '../rule.ts'

export const aliases: Rule = {
  name: 'aliases',
  summary: "A bank's names are all different, and no alias is the name of another open bank.",
  *find({ banks }) {
    const taken = new Map(
      banks.filter(isOpen).map(({ bank }) => [`${bank.country} ${bank.name.toLowerCase()}`, bank.id]),
    )
    for (const located of banks) {
      const { name, short_name, legal_name, aliases: others = [] } = located.bank
      if (legal_name === undefined && short_name === undefined && others.length === 0) continue
      const seen = new Set([name.toLowerCase()])
      const otherNames = [
        ['legal_name', legal_name],
        ['short_name', short_name],
        ...others.map((alias) => ['alias', alias]),
      ]
      for (const [field, text] of otherNames) {
        if (text === undefined) continue
        // Compare a legal name exactly: it is allowed to differ from the name in capitalisation alone.
        const isSame = field === 'legal_name' ? text === name : seen.has(text.toLowerCase())
        if (isSame) yield finding(located, `${field} ${quoted(text)} repeats another name of the bank`, 'remove it')
        seen.add(text.toLowerCase())
      }
      // Skip the United States, where banks in different states often have the same name.
      if (!isOpen(located) || located.bank.country === 'US') continue
      for (const alias of others) {
        const other = taken.get(`${located.bank.country} ${alias.toLowerCase()}`)
        const subject = `${located.bank.id} ${alias}`
        if (other !== undefined && other !== located.bank.id) {
          yield finding(located, `alias ${quoted(alias)} is the name of ${other}`, 'remove the alias', subject)
        } else if (remark.test(alias)) {
          yield finding(located, `alias ${quoted(alias)} contains a remark from a list`, 'remove the alias', subject)
        }
      }
    }
  },
}

/** Remarks that the Bundesbank and Banca d'Italia lists add to names. */
const remark = /\bEAC\d+|\bnur für\b|\bOvvero\b|\bGAA$|\bGf Sonder-BLZ$/
