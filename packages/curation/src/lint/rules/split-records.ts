/**
 * Finds banks that have two records. A regulator's list has a bank's charter number or LEI, and a payment list has its
 * code. If an import could not match the two, the bank has one record without a code, and one without an identity (an
 * LEI or a register number). The two records share no BIC, LEI or name, so the rules that compare those find nothing.
 * This rule looks for two records in the same location with similar names, each lacking what the other has.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { areSimilar, distinctiveWords } from '../name-likeness.ts'
import { type Finding, finding, isGone, type LintedData, type LocatedBank, type Rule } from '../rule.ts'

export const splitRecords: Rule = {
  name: 'split-records',
  summary: 'The LEI or register number of a bank and its payment codes are in one record, not in two.',
  find,
}

interface Half {
  located: LocatedBank
  words: string[]
}

function* find(data: LintedData): Iterable<Finding> {
  const countryNames = new Map(data.countries.map(({ code, name }) => [code, name]))
  const halfOf = (located: LocatedBank): Half => ({
    located,
    words: distinctiveWords(located.bank.name, countryNames.get(located.bank.country) ?? ''),
  })
  const existing = data.banks.filter((located) => !isGone(located))
  for (const neighbours of Map.groupBy(existing, ({ bank }) => `${bank.country} ${bank.region ?? ''}`).values()) {
    const withCode = neighbours.filter(({ bank }) => hasCode(bank, data) && !hasIdentity(bank, data)).map(halfOf)
    const withIdentity = neighbours.filter(({ bank }) => !hasCode(bank, data) && hasIdentity(bank, data)).map(halfOf)
    for (const { located, words } of withCode) {
      for (const other of withIdentity) {
        const { bank } = other.located
        if (!mayShareSeat(located.bank, bank) || !areSimilar(words, other.words)) continue
        const problem = `this may be the same bank as ${bank.id}: only this record has a payment code, and only the other has an LEI or a register number`
        yield finding(located, problem, 'merge the records, or add an exception', `${located.bank.id}, ${bank.id}`)
      }
    }
  }
}

const hasCode = ({ codes = [] }: BankRecord, { schemes }: LintedData): boolean =>
  codes.some(({ scheme, status }) => status !== 'former' && schemes.get(scheme)?.use !== 'identity')

const hasIdentity = ({ codes = [], lei }: BankRecord, { schemes }: LintedData): boolean =>
  lei !== undefined ||
  codes.some(({ scheme, status }) => status !== 'former' && schemes.get(scheme)?.use === 'identity')

/**
 * Payment lists truncate long city names, so a city name of at least this length also matches a longer name that starts
 * with it.
 */
const cityLettersMin = 13

/**
 * Returns whether both banks may be in the same city. If a city is unknown, the banks may match, except in the United
 * States, where bank names are too common to match without a city.
 */
function mayShareSeat(one: BankRecord, other: BankRecord): boolean {
  if (one.city === undefined || other.city === undefined) return one.country !== 'US'
  const [a, b] = [one.city.toLowerCase(), other.city.toLowerCase()]
  return a === b || (a.length >= cityLettersMin && b.startsWith(a)) || (b.length >= cityLettersMin && a.startsWith(b))
}
