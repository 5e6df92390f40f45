/** Rows that have one of our codes under a name that is not the bank's: it was renamed, or another bank has the code now. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Claim } from '../../sources/source-file.ts'
import { customary, inUsualCase, nameKey, telling } from '../matching/name-matching.ts'
import { isCode, putCode } from './apply-codes.ts'
import type { Draft } from './draft.ts'
import { mergeIfEmpty } from './mergers.ts'

/** By bank: how many rows have its own name, and the rows of each other name. */
export type OtherNames = Map<string, { own: number; others: Map<string, Claim[]> }>

export function noteName(names: OtherNames, bank: BankRecord, claim: Claim, isOwn: boolean): void {
  const noted = names.get(bank.id) ?? { own: 0, others: new Map<string, Claim[]>() }
  names.set(bank.id, noted)
  if (isOwn) noted.own++
  else {
    const key = nameKey(claim.name as string)
    noted.others.set(key, [...(noted.others.get(key) ?? []), claim])
  }
}

export function settleNames(draft: Draft, names: OtherNames): void {
  for (const [id, { own, others }] of names) {
    for (const claims of others.values()) {
      const bank = draft.banks.get(id) as BankRecord
      const [{ name = '', line }] = claims as [Claim, ...Claim[]]
      const holder = bearerOf(draft, bank, claims)
      if (holder) moveCodes(draft, bank, holder, claims)
      else if (own === 0 && others.size === 1 && !draft.abbreviates) rename(draft, bank, inUsualCase(name), line)
      else draft.doubt(id, line, `${labels(claims)} is under the name "${name}" there; ours is "${bank.name}".`)
    }
  }
}

const labels = (claims: readonly Claim[]): string => {
  const all = claims.flatMap(({ codes }) => codes.map(({ scheme, value }) => `${scheme} ${value}`))
  return all.length > 4 ? `${all.slice(0, 3).join(', ')} and ${all.length - 3} more` : all.join(', ')
}

/** The one other open bank of that name: in the same place, or the only one in the country. */
function bearerOf(draft: Draft, bank: BankRecord, claims: readonly Claim[]): BankRecord | undefined {
  const [claim] = claims as [Claim, ...Claim[]]
  const open = (banks: BankRecord[]): BankRecord[] =>
    banks.filter(({ id, status }) => id !== bank.id && status === 'active')
  const words = telling(claim.name as string)
  const near = open(draft.holders.ofName(claim, words))
  const all = near.length > 0 ? near : open(draft.holders.named(claim.country, words))
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
      const heir = draft.banks.get(to.id) as BankRecord
      const facts = ['codes', label]
      if (!draft.mayEdit(bank, facts) || !draft.mayEdit(heir, facts)) continue
      draft.edit(bank, facts, undefined, (copy) => putCode(copy, { scheme, value, status: 'former', source }))
      const change = { kind: 'moved', bank: from.id, line, text: `${label} is now a code of ${to.id}.` } as const
      draft.edit(heir, facts, change, (copy) => putCode(copy, { scheme, value, source }))
    }
  }
  mergeIfEmpty(draft, from.id, to.id)
}

function rename(draft: Draft, bank: BankRecord, legal: string, line: number): void {
  const name = customary(legal)
  const text = `Its name is "${name}", no longer "${bank.name}".`
  draft.edit(bank, ['name', 'legal_name', 'aliases'], { kind: 'renamed', bank: bank.id, line, text }, (copy) => {
    const before = [...(copy.aliases ?? []), bank.name, ...(bank.legal_name ? [bank.legal_name] : [])]
    copy.aliases = [...new Set(before)].filter((alias) => alias !== name && alias !== legal)
    copy.name = name
    if (legal === name) delete copy.legal_name
    else copy.legal_name = legal
  })
}
