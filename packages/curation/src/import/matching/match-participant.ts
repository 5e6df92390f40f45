/** Finds the bank of a participant of a payment rail: by its code, or by its BIC. */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { bicsOf } from '../../../../../src/directory/views/bic-source.ts'
import { isGone } from '../../bank-rails.ts'
import type { Participant } from '../../sources/rail-file.ts'
import { createBankLookup } from './bank-lookup-tables.ts'
import { hasName } from './match-bank.ts'
import { significantWords } from './name-matching.ts'

export interface Match {
  bank?: BankRecord
  /** The codes that match, of this bank or of several, by scheme and value joined by a space. */
  codes: string[]
  /** Ids of the banks among which none could be chosen. */
  candidates: string[]
  /** Id of a merged or closed bank that has or had the code. */
  former?: string | undefined
}

export function createParticipantFinder(banks: readonly BankRecord[]): (participant: Participant) => Match {
  const lookup = createBankLookup(banks)
  const byBic = new Map<string, Set<BankRecord>>()
  for (const bank of banks.filter((each) => !isGone(each))) {
    const ofCodes = bank.codes?.flatMap(({ status, bic }) => (status === 'former' ? [] : (bic ?? []))) ?? []
    for (const bic of [...bicsOf(bank), ...ofCodes]) byBic.set(bic, (byBic.get(bic) ?? new Set()).add(bank))
  }
  return ({ label, code, bic }) => {
    const holders = code?.schemes.flatMap((scheme) => lookup.byCode(scheme, code.value)) ?? []
    const current = holders.filter((holder) => !isGone(holder.bank) && holder.code.status !== 'former')
    const codes = [...new Set(current.map((holder) => `${holder.code.scheme} ${holder.code.value}`))]
    const found = [...new Set(current.map((holder) => holder.bank))]
    const candidates = found.length > 0 || bic === undefined ? found : preferHome([...(byBic.get(bic) ?? [])], bic)
    // Banks share the BIC of a central institution, so the name decides among them.
    const named =
      candidates.length > 1 ? candidates.filter((bank) => hasName(bank, significantWords(label))) : candidates
    const [bank, ...others] = named
    if (bank && others.length === 0) return { bank, codes, candidates: [] }
    const former = holders.find((holder) => isGone(holder.bank))?.bank.id
    return { codes, candidates: candidates.map(({ id }) => id), former }
  }
}

/** A branch abroad can have the BIC of its head office, which is in the country that the BIC names. */
function preferHome(banks: BankRecord[], bic: string): BankRecord[] {
  const home = banks.filter(({ country }) => country === bic.slice(4, 6))
  return home.length > 0 ? home : banks
}
