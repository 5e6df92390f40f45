/** Finds the bank of a participant of a payment rail: by its code, or by its BIC. */
import type { BankRecord } from '../../../../../src/directory/records/bank.ts'
import type { Participant } from '../../sources/rail-file.ts'
import { hasName } from './match-bank.ts'
import { significantWords } from './name-matching.ts'

export interface Match {
  bank?: BankRecord
  /** The codes that match, of this bank or of several, by scheme and value joined by a space. */
  codes: string[]
  /** Ids of the banks among which none could be chosen. */
  candidates: string[]
  /** Id of a merged or closed bank that has or had the code. */
  former?: string
}

const isGone = ({ status }: BankRecord): boolean => status === 'merged' || status === 'closed'

export function createParticipantFinder(banks: Iterable<BankRecord>): (participant: Participant) => Match {
  const [byCode, byBic] = [new Map<string, BankRecord[]>(), new Map<string, BankRecord[]>()]
  const former = new Map<string, string>()
  const add = (table: Map<string, BankRecord[]>, key: string, bank: BankRecord): void => {
    const list = table.get(key)
    if (!list) table.set(key, [bank])
    else if (!list.includes(bank)) list.push(bank)
  }
  for (const bank of banks) {
    if (isGone(bank)) {
      for (const { scheme, value } of bank.codes ?? []) former.set(`${scheme} ${value}`, bank.id)
      continue
    }
    for (const { scheme, value, status, bic } of bank.codes ?? []) {
      if (status === 'former') continue
      add(byCode, `${scheme} ${value}`, bank)
      if (bic !== undefined) add(byBic, bic, bank)
    }
    for (const bic of [bank.bic, ...(bank.other_bics ?? [])]) if (bic !== undefined) add(byBic, bic, bank)
  }
  return ({ label, code, bic }) => {
    const keys = (code?.schemes ?? []).map((scheme) => `${scheme} ${code?.value}`).filter((key) => byCode.has(key))
    const found = [...new Set(keys.flatMap((key) => byCode.get(key) ?? []))]
    const candidates = found.length > 0 || bic === undefined ? found : preferHome(byBic.get(bic) ?? [], bic)
    // Banks share the BIC of a central institution, so the name decides among them.
    const named =
      candidates.length > 1 ? candidates.filter((bank) => hasName(bank, significantWords(label))) : candidates
    const [bank] = named
    const ids = candidates.map(({ id }) => id)
    if (bank && named.length === 1) return { bank, codes: keys, candidates: [] }
    const gone = code?.schemes.map((scheme) => former.get(`${scheme} ${code.value}`)).find((id) => id !== undefined)
    return { codes: keys, candidates: ids, ...(gone !== undefined && { former: gone }) }
  }
}

/** A branch abroad can have the BIC of its head office, which is in the country that the BIC names. */
function preferHome(banks: BankRecord[], bic: string): BankRecord[] {
  const home = banks.filter(({ country }) => country === bic.slice(4, 6))
  return home.length > 0 ? home : banks
}
