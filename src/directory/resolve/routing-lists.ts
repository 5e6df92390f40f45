/**
 * Says which list has a US routing number. ACH and Fedwire have separate lists of different dates, and many banks have
 * one number for wires and several for ACH: a number on one list may not take payments over the other rail.
 */
import { memoize } from '../memoize.ts'
import type { BankTable } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import type { Holders } from './holders/holders.ts'
import { joinSentences, type Reading } from './reading.ts'

/**
 * Adds a note to a routing number that only one of the lists has. `scheme`: the scheme of the numbers that the payment
 * takes. A number that is only on the other list is `possible`, because the lists have different dates.
 */
export type AddListNote = (reading: Reading, scheme?: string) => Reading

interface RoutingList {
  scheme: string
  name: string
}

export function createListNotes(
  { rails, schemes, sources }: Pick<PackedDirectory, 'rails' | 'schemes' | 'sources'>,
  banks: BankTable,
  holders: Holders,
): AddListNote {
  const lists = rails.flatMap(({ label, source = '', from }): RoutingList[] => {
    const date = sources.get(source)?.date
    const isRouting = from && schemes.get(from.scheme)?.identifier === 'us_aba'
    return isRouting && date !== undefined ? [{ scheme: from.scheme, name: `${label} list of ${date}` }] : []
  })
  const numbersOf = memoize((bank: number) => {
    const { codes = [] } = banks.recordOf(bank)
    const current = codes.filter(({ status }) => status === undefined)
    return Map.groupBy(current, ({ scheme }) => scheme)
  }, banksMax)

  return (reading, scheme) => {
    const { kind, check, verdict } = reading
    const [holder] = reading.holders
    if (kind !== 'us_aba' || !check.passed || !holder) return reading
    const current = holders.codes(check.canonical).filter(({ status }) => status === 'current')
    const hasNumber = (list: RoutingList): boolean => current.some((code) => code.scheme === list.scheme)
    const has = lists.find(hasNumber)
    const lacks = lists.find((list) => !hasNumber(list) && list.scheme === (scheme ?? list.scheme))
    if (!has || !lacks) return reading
    const [only, ...others] = numbersOf(holder.bank).get(lacks.scheme) ?? []
    const notes = [
      reading.note,
      `${check.canonical} is on the ${has.name}, not on the ${lacks.name}.`,
      only && others.length === 0 ? `The bank has one number on the ${lacks.name}: ${only.value}.` : null,
    ]
    const isDoubtful = scheme !== undefined && verdict === 'valid'
    return { ...reading, verdict: isDoubtful ? 'possible' : verdict, note: joinSentences(notes) }
  }
}

/** Maximum number of banks in the cache: parsing a record with many numbers is slow. */
const banksMax = 1_000
