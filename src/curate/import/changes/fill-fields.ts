/** Fills what a record lacks with what a row says of the same bank, and renews what the row knows better. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import { check as checkBic } from '../../../identifiers/bic.ts'
import { check as checkLei } from '../../../identifiers/lei.ts'
import type { Claim } from '../../sources/source-file.ts'
import { townOf } from '../matching/name-matching.ts'
import type { Draft } from './draft.ts'
import { givers } from './fact-dates.ts'

export function fillGaps(draft: Draft, bank: BankRecord, claim: Claim): void {
  let current = bank
  const set = (
    field: 'city' | 'region' | 'bic' | 'lei' | 'website',
    value: string,
    kind: 'filled' | 'changed',
  ): void => {
    const text = `Its ${labelOf[field]} is ${value}${kind === 'changed' ? `, no longer ${current[field]}` : ''}.`
    current = draft.edit(current, [field], { kind, bank: bank.id, line: claim.line, text }, (copy) => {
      copy[field] = value
    })
  }
  if (claim.lei) weighLei(draft, current, claim, (lei) => set('lei', lei, 'filled'))
  if (claim.bic) {
    const verdict = weighBic(draft, current, claim)
    if (verdict) set('bic', claim.bic, verdict)
  }
  // Where a list has the address of an office, it is the seat of no more than a bank of which we know none.
  if (claim.city && current.city === undefined && current.region === undefined) {
    set('city', townOf(claim.city), 'filled')
    if (claim.region) set('region', claim.region, 'filled')
  }
  const site = plainAddress(claim.website)
  if (site && current.website === undefined) set('website', site, 'filled')
}

/** Letters of the host as the network knows them, and nothing behind the path. */
export function plainAddress(address = ''): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return pathname === '/' ? origin : origin + pathname
}

const labelOf = { city: 'city', region: 'region', bic: 'BIC', lei: 'LEI', website: 'site' }

function weighLei(
  draft: Draft,
  bank: BankRecord,
  { lei = '', bic, name, line }: Claim,
  fill: (lei: string) => void,
): void {
  if (bank.lei === lei) return
  const [other] = draft.holders.ofLei(lei)
  if (bank.lei !== undefined) {
    if (draft.isNewerThanField(bank, 'lei'))
      draft.doubt(bank.id, line, `The file has the LEI ${lei}, we have ${bank.lei}.`)
    else draft.kept.newer++
    return
  }
  // A branch has an LEI of its own at times, and several banks share a BIC.
  const isCertain =
    name !== undefined || (bic !== undefined && isOwnBic(bank, bic) && draft.holders.ofBic(bic).length === 1)
  if (other || !isCertain || bank.status !== 'active' || !checkLei(lei).passed) return
  fill(lei)
}

const isOwnBic = (bank: BankRecord, bic: string): boolean => bank.bic === bic

function weighBic(
  draft: Draft,
  bank: BankRecord,
  { bic: wanted = '', name, line }: Claim,
): 'filled' | 'changed' | undefined {
  const own = [bank.bic, ...(bank.other_bics ?? [])]
  if (own.some((known) => known?.slice(0, 8) === wanted.slice(0, 8))) return undefined
  if (bank.status !== 'active' || wanted.slice(4, 6) !== bank.country || !checkBic(wanted).passed) return undefined
  const [other] = draft.holders.ofBic(wanted)
  if (other) return undefined
  // Without a name the row only says that two identifiers go together, and a company has many BICs.
  if (name === undefined) return undefined
  if (bank.bic === undefined) return bank.other_bics === undefined ? 'filled' : undefined
  if (!draft.isNewerThanField(bank, 'bic')) {
    draft.kept.newer++
    return undefined
  }
  if (givers(bank, 'bic', draft.sources).length === 0) return 'changed'
  draft.doubt(bank.id, line, `The file has the BIC ${wanted}, we have ${bank.bic}.`)
  return undefined
}
