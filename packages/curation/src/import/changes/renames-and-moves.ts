/**
 * Handles rows that have one of our codes under a different name: the bank was renamed, or the code moved to another
 * bank.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { Claim } from '../../sources/source-file.ts'
import { nameKey, significantWords, titleCase, withoutLegalForm } from '../matching/name-matching.ts'
import { mergeIfEmpty } from './absorbed-banks.ts'
import { isCode, replaceCode } from './apply-codes.ts'
import type { Draft } from './draft.ts'

/**
 * Keyed by bank id. `own` is the number of rows under the bank's own name, and `others` has the rows under each other
 * name.
 */
export type OtherNames = Map<string, { own: number; others: Map<string, Claim[]> }>

export function collectName(names: OtherNames, bank: BankRecord, claim: Claim, isOwn: boolean): void {
  const entry = names.get(bank.id) ?? { own: 0, others: new Map<string, Claim[]>() }
  names.set(bank.id, entry)
  if (isOwn) entry.own++
  else {
    const key = nameKey(claim.name as string)
    entry.others.set(key, [...(entry.others.get(key) ?? []), claim])
  }
}

export function applyNames(draft: Draft, names: OtherNames): void {
  for (const [id, { own, others }] of names) {
    for (const claims of others.values()) {
      const bank = draft.banks.get(id) as BankRecord
      const [{ name = '', line }] = claims as [Claim, ...Claim[]]
      const holder = bankWithName(draft, bank, claims)
      if (holder) moveCodes(draft, bank, holder, claims)
      else if (own === 0 && others.size === 1 && !draft.abbreviates) rename(draft, bank, titleCase(name), line)
      else
        draft.addDoubt(
          id,
          line,
          `${labels(claims)} is listed as "${name}" in the file, but as "${bank.name}" in our data.`,
        )
    }
  }
}

const labels = (claims: readonly Claim[]): string => {
  const all = claims.flatMap(({ codes }) => codes.map(({ scheme, value }) => `${scheme} ${value}`))
  return all.length > 4 ? `${all.slice(0, 3).join(', ')} and ${all.length - 3} more` : all.join(', ')
}

/** Returns the only other open bank with this name in the same city or, if the city has none, in the country. */
function bankWithName(draft: Draft, bank: BankRecord, claims: readonly Claim[]): BankRecord | undefined {
  const [claim] = claims as [Claim, ...Claim[]]
  const open = (banks: BankRecord[]): BankRecord[] =>
    banks.filter(({ id, status }) => id !== bank.id && status === 'active')
  const words = significantWords(claim.name as string)
  const nearby = open(draft.lookup.byNameAndPlace(claim, words))
  const all = nearby.length > 0 ? nearby : open(draft.lookup.byName(claim.country, words))
  return all.length === 1 ? all[0] : undefined
}

function moveCodes(draft: Draft, from: BankRecord, to: BankRecord, claims: readonly Claim[]): void {
  const source = draft.source.id
  for (const { codes, line } of claims) {
    for (const { scheme, value } of codes) {
      const label = `${scheme} ${value}`
      const bank = draft.banks.get(from.id) as BankRecord
      const own = bank.codes?.find(isCode(scheme, value))
      if (own === undefined || own.status === 'former' || !draft.isNewerThanCode(own)) continue
      const target = draft.banks.get(to.id) as BankRecord
      const facts = ['codes', label]
      if (!draft.mayEdit(bank, facts) || !draft.mayEdit(target, facts)) continue
      draft.edit(bank, facts, undefined, (copy) => replaceCode(copy, { scheme, value, status: 'former', source }))
      const change = { kind: 'moved', bank: from.id, line, text: `${label} is now a code of ${to.id}.` } as const
      draft.edit(target, facts, change, (copy) => replaceCode(copy, { scheme, value, source }))
    }
  }
  mergeIfEmpty(draft, from.id, to.id)
}

function rename(draft: Draft, bank: BankRecord, legal: string, line: number): void {
  const name = withoutLegalForm(legal)
  const text = `Its name is now "${name}" instead of "${bank.name}".`
  draft.edit(bank, ['name', 'legal_name', 'aliases'], { kind: 'renamed', bank: bank.id, line, text }, (copy) => {
    const before = [...(copy.aliases ?? []), bank.name, ...(bank.legal_name ? [bank.legal_name] : [])]
    copy.aliases = [...new Set(before)].filter((alias) => alias !== name && alias !== legal)
    copy.name = name
    if (legal === name) delete copy.legal_name
    else copy.legal_name = legal
  })
}
