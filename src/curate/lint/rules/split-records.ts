/**
 * A list of a regulator has the charter or the LEI of a bank, a payment list its code. Where an import could not tie the two,
 * the bank stands there twice: once without a code, once without an identity. No BIC, LEI or name is shared, so the rules on
 * those see nothing; the halves are known by what each lacks, by their place and by names that may be one.
 */
import type { BankRecord } from '../../../directory/records/bank.ts'
import { areAlike, tellingWords } from '../name-likeness.ts'
import { bankFinding, type Finding, isGone, type LintedData, type LocatedBank, type Rule } from '../rule.ts'

export const splitRecords: Rule = {
  name: 'split-records',
  summary: 'A bank is not split in a record with its identity and one with its payment codes.',
  find,
}

interface Half {
  located: LocatedBank
  words: string[]
}

function* find(data: LintedData): Iterable<Finding> {
  const placeOf = new Map(data.countries.map(({ code, name }) => [code, name]))
  const halfOf = (located: LocatedBank): Half => ({
    located,
    words: tellingWords(located.bank.name, placeOf.get(located.bank.country) ?? ''),
  })
  const rest = data.banks.filter((located) => !isGone(located))
  for (const near of Map.groupBy(rest, ({ bank }) => `${bank.country} ${bank.region ?? ''}`).values()) {
    const withCode = near.filter(({ bank }) => hasCode(bank, data) && !hasIdentity(bank, data)).map(halfOf)
    const withIdentity = near.filter(({ bank }) => !hasCode(bank, data) && hasIdentity(bank, data)).map(halfOf)
    for (const { located, words } of withCode) {
      for (const other of withIdentity) {
        const { bank } = other.located
        if (!maySit(located.bank, bank) || !areAlike(words, other.words)) continue
        const problem = `has a payment code and no identity, and ${bank.id} the other way round`
        yield bankFinding(
          located,
          problem,
          'make them one bank, or make an exception',
          `${located.bank.id}, ${bank.id}`,
        )
      }
    }
  }
}

const hasCode = ({ codes = [] }: BankRecord, { schemes }: LintedData): boolean =>
  codes.some(({ scheme, status }) => status !== 'former' && schemes.get(scheme)?.use !== 'identity')

const hasIdentity = ({ codes = [], lei }: BankRecord, { schemes }: LintedData): boolean =>
  lei !== undefined ||
  codes.some(({ scheme, status }) => status !== 'former' && schemes.get(scheme)?.use === 'identity')

/** Payment lists cut long names of cities. */
const cityLettersMin = 13

/** At one place, as far as the records say. In the United States, names are too common to do without the city. */
function maySit(one: BankRecord, other: BankRecord): boolean {
  if (one.city === undefined || other.city === undefined) return one.country !== 'US'
  const [a, b] = [one.city.toLowerCase(), other.city.toLowerCase()]
  return a === b || (a.length >= cityLettersMin && b.startsWith(a)) || (b.length >= cityLettersMin && a.startsWith(b))
}
