/** Rejects new data that has lost so many banks that it is probably incomplete. */
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { DatasetError, excerpt } from '../dataset-error.ts'

/** The maximum share of open banks that may disappear. Corrections and even waves of mergers remove far fewer. */
const lostShareMax = { country: 0.5, all: 0.2 }
/**
 * The limit per country applies only to countries with at least this many banks: a smaller one may really lose half of
 * its banks.
 */
const banksMin = 10

type Counted = Pick<PackedDirectory, 'supported'>

export function assertNotShrunk(before: Counted, after: Counted): void {
  const counts = new Map(after.supported.map(({ code, bank_count }) => [code, bank_count]))
  for (const { code, name, bank_count } of before.supported) {
    const count = counts.get(code)
    if (count === undefined) throw new DatasetError(`${excerpt(name)} (${code}) is missing from the new data`)
    const isEmpty = bank_count > 0 && count === 0
    if (isEmpty || (bank_count >= banksMin && count < bank_count * (1 - lostShareMax.country))) {
      throw new DatasetError(
        `${excerpt(name)} (${code}) has ${count} open banks instead of ${bank_count}; the new data looks incomplete`,
      )
    }
  }
  const [countBefore, countAfter] = [openBanks(before), openBanks(after)]
  if (countAfter < countBefore * (1 - lostShareMax.all)) {
    throw new DatasetError(
      `there are ${countAfter} open banks instead of ${countBefore}; the new data looks incomplete`,
    )
  }
}

const openBanks = ({ supported }: Counted): number =>
  supported.filter(({ kind }) => kind === 'country').reduce((sum, { bank_count }) => sum + bank_count, 0)
