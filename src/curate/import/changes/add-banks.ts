/** Institutions that a file names and we do not have: the rows of one are gathered, and become a bank. */
import type { Claim } from '../../sources/source-file.ts'
import { nameKey, telling } from '../matching/name-matching.ts'
import type { Draft } from './draft.ts'
import { newBank } from './new-bank.ts'

/** By country, name and place. */
export type NewBanks = Map<string, Claim[]>

export function noteNew(unknown: NewBanks, claim: Claim): void {
  const { country, name = '', city = '', region = '' } = claim
  const key = `${country} ${nameKey(name)} / ${nameKey(city)} / ${region}`
  unknown.set(key, [...(unknown.get(key) ?? []), claim])
}

/** Characters that lists with little room have for a name, or nearly. */
const cutFrom = 35

export function addBanks(draft: Draft, unknown: NewBanks): void {
  for (const claims of unknown.values()) {
    // What it only had once is no reason to list it.
    if (claims.every(({ codes }) => codes.length > 0 && codes.every(({ status }) => status === 'former'))) continue
    const [{ country, name = '', line }] = claims as [Claim, ...Claim[]]
    if (draft.abbreviates && name.length >= cutFrom) {
      draft.doubt('', line, `"${name}" is new to us, and its name is cut off.`)
      continue
    }
    const namesakes = draft.holders.named(country, telling(name))
    if (namesakes.length > 0) {
      const ids = namesakes.slice(0, 3).map(({ id }) => id)
      draft.doubt('', line, `"${name}" is not where we have it, or another one than ${ids.join(', ')}.`)
      continue
    }
    const bank = newBank(claims, draft.source.id, (id) => draft.banks.has(id))
    const codes = bank.codes?.length ?? 0
    const text = `"${bank.name}"${bank.city ? ` in ${bank.city}` : ''}, ${codes} code${codes === 1 ? '' : 's'}.`
    draft.add(bank, { kind: 'added', bank: bank.id, line, text })
  }
}
