/** Chooses the code scheme that a query names, which depends on the country of the bank that it finds. */
import { memoize } from '../memoize.ts'
import { schemeKinds } from '../records/intent-words-record.ts'
import type { Scheme } from '../records/scheme.ts'
import type { BankTable } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { schemeBoost } from './ranking-weights.ts'

export interface SchemeChoice {
  /** Returns the first choice that suits the bank, or else the country; null if none does. */
  choose(chooses: readonly string[], bank: number | undefined, country: string | undefined): string | null
  /** Adds to the scores of banks that have a code in one of the schemes. */
  createBoost(chooses: readonly string[]): ((bank: number) => number) | undefined
}

export function createSchemeChoice(
  { countries, schemes }: Pick<PackedDirectory, 'countries' | 'schemes'>,
  banks: BankTable,
): SchemeChoice {
  const hasCode = memoize((scheme: string) => banks.createCodeCheck(scheme))
  const expand = (choice: string, country: string | undefined): readonly string[] => {
    if (choice === 'bic') return [choice]
    if (choice === 'national') return countries.find(({ code }) => code === country)?.code_schemes ?? []
    const ids = choice === 'iban' ? [...schemes.keys()] : [choice]
    return ids.filter((id) => {
      const { country: owner, iban_bank_code: isInIban } = schemes.get(id) as Scheme
      return (owner === country || owner === '*') && (choice !== 'iban' || isInIban)
    })
  }
  return {
    choose: (chooses, bank, country) => {
      const area = bank === undefined ? country : banks.countryOf(bank)
      const suitable = chooses.flatMap((choice) => expand(choice, area))
      const ofBank = bank === undefined ? undefined : suitable.find((scheme) => hasCode(scheme)(bank))
      const [only] = chooses.length === 1 ? chooses.filter((choice) => schemes.has(choice)) : []
      return ofBank ?? suitable[0] ?? only ?? null
    },
    createBoost: (chooses) => {
      const checks = chooses
        .filter((choice) => choice === 'bic' || !schemeKinds.includes(choice))
        .map((choice) => hasCode(choice))
      return checks.length === 0 ? undefined : (bank) => (checks.some((has) => has(bank)) ? schemeBoost : 0)
    },
  }
}
