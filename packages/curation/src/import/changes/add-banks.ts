/** Adds institutions that are in the file but not in our data. All rows about one institution become one bank. */
import type { Claim } from '../../sources/source-file.ts'
import { nameKey, significantWords } from '../matching/name-matching.ts'
import type { Draft } from './draft.ts'
import { newBank } from './new-bank.ts'

/** The rows of each new bank, keyed by country, name, city and region. */
export type NewBanks = Map<string, Claim[]>

export function collectNewBank(unknown: NewBanks, claim: Claim): void {
  const { country, name = '', city = '', region = '' } = claim
  const key = `${country} ${nameKey(name)} / ${nameKey(city)} / ${region}`
  unknown.set(key, [...(unknown.get(key) ?? []), claim])
}

/** In lists with narrow columns, a name of at least this length fills its column, so it may be truncated. */
const truncatedLengthMin = 35

export function addBanks(draft: Draft, unknown: NewBanks): void {
  for (const claims of unknown.values()) {
    // Do not add a bank that has only former codes.
    if (claims.every(({ codes }) => codes.length > 0 && codes.every(({ status }) => status === 'former'))) continue
    const [{ country, name = '', line }] = claims as [Claim, ...Claim[]]
    if (draft.abbreviates && name.length >= truncatedLengthMin) {
      draft.addDoubt('', line, `"${name}" is a new bank, but its name may be truncated.`)
      continue
    }
    const namesakes = draft.lookup.byName(country, significantWords(name))
    if (namesakes.length > 0) {
      const ids = namesakes.slice(0, 3).map(({ id }) => id)
      draft.addDoubt(
        '',
        line,
        `"${name}" has the same name as ${ids.join(', ')}, but another city; it may be another bank.`,
      )
      continue
    }
    const bank = newBank(claims, draft)
    const codes = bank.codes?.length ?? 0
    const text = `"${bank.name}"${bank.city ? ` in ${bank.city}` : ''}, ${codes} code${codes === 1 ? '' : 's'}.`
    draft.add(bank, { kind: 'added', bank: bank.id, line, text })
  }
}
