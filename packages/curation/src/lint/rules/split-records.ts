/**
 * Finds banks that have two records. A regulator's list has a bank's charter number or LEI, and a payment list has its
 * code. If an import could not match the two, the bank has one record without a code, and one without an identity (an
 * LEI or a register number). The two records share no BIC, LEI or name, so the rules that compare those find nothing.
 * This rule looks for two records in the same location with similar names, each lacking what the other has.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { joinInitials } from '../../import/matching/name-matching.ts'
import { finding, isGone, type LintedData, type LocatedBank, type Rule } from '../rule.ts'

export const splitRecords: Rule = {
  name: 'split-records',
  summary: 'The LEI or register number of a bank and its payment codes are in one record, not in two.',
  *find(data) {
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
  },
}

interface Half {
  located: LocatedBank
  words: string[]
}

const hasCode = ({ codes = [] }: BankRecord, { schemes }: LintedData): boolean =>
  codes.some(({ scheme, status }) => status !== 'former' && schemes.get(scheme)?.use === 'payment')

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

/** Words that lists omit, abbreviate or add freely, so they do not distinguish banks. */
const common = new Set(
  [
    'bank bk federal fed credit cr cdt cred union un cu fcu fc efcu ecu savings trust financial community cmnty comnty',
    'cooperative coop employees employee emp emps empl emply emplys branch of the and de la le der die und et e',
    'ag sa spa plc ltd limited gmbh kg kgaa ab as asa oyj abp nv bv sas se scpa sarl srl inc incorporated llc na ad dd eg',
    'corp corporation co company public national association uab spolka akcyjna w upadlosci tsb',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Returns the words that distinguish a bank from others: all words except the common ones and `country`, the name of
 * the bank's country, which some lists add. If no word is left, returns all words.
 */
export function distinctiveWords(name: string, country: string): string[] {
  const plain = name
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[.'’]/g, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
  const words = joinInitials(plain.match(/[\p{L}\p{N}]+/gu) ?? [])
  const significant = words.filter((word) => !common.has(word) && word !== country.toLowerCase())
  return significant.length > 0 ? significant : words
}

const lettersMin = 4

/** Payment lists abbreviate: "Tenn Dept of Safety CU" may be "Tennessee Department of Safety Credit Union". */
export function areSimilar(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.join('') === long.join('')) return true
  const isPrefix = short.every((word, at) => word === long[at])
  if (isPrefix && short.join('').length >= lettersMin) return true
  if (short.length < long.length || short.length < 2) return false
  const pairs = short.map((word, at): [string, string] => [word, long[at] as string])
  return pairs.every(([a, b]) => isAbbreviation(a, b)) && pairs.some(([a, b]) => a === b && a.length > 2)
}

/**
 * Returns whether one word abbreviates the other, as "dept" abbreviates "department": both start with the same letter,
 * and the longer word contains the letters of the shorter one in the same order.
 */
function isAbbreviation(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short === long) return true
  if (short[0] !== long[0] || short.length < 2 || /\d/.test(short + long)) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}
