/** Whether new data has lost so much of the old that it is more likely broken than true. */
import type { PackedDirectory } from '../directory/storage/packed-directory.ts'
import { DatasetError, excerpt } from './dataset-error.ts'

/** Of a country's banks, and of all of them; a correction or a wave of mergers takes away far fewer. */
const shareLost = { country: 0.5, all: 0.2 }
/** Of a small country's handful half may well go. */
const banksMin = 10

type Counted = Pick<PackedDirectory, 'supported'>

export function assertNotShrunk(before: Counted, after: Counted): void {
  const counts = new Map(after.supported.map(({ code, bank_count }) => [code, bank_count]))
  for (const { code, name, bank_count } of before.supported) {
    const count = counts.get(code)
    if (count === undefined) throw new DatasetError(`${excerpt(name)} (${code}) is no longer there`)
    const isEmptied = bank_count > 0 && count === 0
    if (isEmptied || (bank_count >= banksMin && count < bank_count * (1 - shareLost.country))) {
      throw new DatasetError(
        `${excerpt(name)} (${code}) has ${count} open banks after ${bank_count}; that is too few to be true`,
      )
    }
  }
  const [had, has] = [openBanks(before), openBanks(after)]
  if (has < had * (1 - shareLost.all)) {
    throw new DatasetError(`there are ${has} open banks after ${had}; that is too few to be true`)
  }
}

const openBanks = ({ supported }: Counted): number =>
  supported.filter(({ kind }) => kind === 'country').reduce((sum, { bank_count }) => sum + bank_count, 0)
