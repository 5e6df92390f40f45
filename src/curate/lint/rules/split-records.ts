/**
 * A list of a regulator has the charter or the LEI of a bank, a payment list its code. Where an import could not tie the two,
 * the bank stands there twice: once without a code, once without an identity. No BIC, LEI or name is shared, so the rules on
 * those see nothing; the halves are known by what each lacks, by their place and by names that may be one.
 */
import type { BankRecord } from '../../../directory/records/bank.ts'
import { areAlike, tellingWords } from '../name-likeness.ts'
import { type Finding, isGone, type LintedData, ofBank, type PlacedBank, type Rule } from '../rule.ts'

export const splitRecords: Rule = {
  name: 'split-records',
  summary: 'A bank is not split in a record with its identity and one with its payment codes.',
  find,
}

interface Half {
  placed: PlacedBank
  words: string[]
}

function* find(data: LintedData): Iterable<Finding> {
  const placeOf = new Map(data.countries.map(({ code, name }) => [code, name]))
  const halfOf = (placed: PlacedBank): Half => ({
    placed,
    words: tellingWords(placed.bank.name, placeOf.get(placed.bank.country) ?? ''),
  })
  const rest = data.banks.filter((placed) => !isGone(placed))
  for (const near of Map.groupBy(rest, ({ bank }) => `${bank.country} ${bank.region ?? ''}`).values()) {
    const withCode = near.filter(({ bank }) => hasCode(bank, data) && !hasIdentity(bank, data)).map(halfOf)
    const withIdentity = near.filter(({ bank }) => !hasCode(bank, data) && hasIdentity(bank, data)).map(halfOf)
    for (const { placed, words } of withCode) {
      for (const other of withIdentity) {
        const { bank } = other.placed
        if (!maySit(placed.bank, bank) || !areAlike(words, other.words)) continue
        const problem = `has a payment code and no identity, and ${bank.id} the other way round`
        yield ofBank(placed, problem, 'make them one bank, or make an exception', `${placed.bank.id}, ${bank.id}`)
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
