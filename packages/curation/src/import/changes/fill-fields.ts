/**
 * Fills in missing fields of a bank from a row, and replaces the BIC if no source of the bank is known to provide it.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { check as checkBic } from '../../../../../src/identifiers/bic.ts'
import { check as checkLei } from '../../../../../src/identifiers/lei.ts'
import { firstDay, lastDay } from '../../dates.ts'
import { isSettlementBic } from '../../settlement-bic.ts'
import type { Claim } from '../../sources/source-file.ts'
import { cleanTown } from '../matching/name-matching.ts'
import type { Draft } from './draft.ts'
import { sourcesGiving } from './fact-dates.ts'

export function fillFields(draft: Draft, bank: BankRecord, claim: Claim): void {
  let current = bank
  const set = (
    field: 'city' | 'region' | 'bic' | 'lei' | 'website',
    value: string,
    kind: 'filled' | 'changed',
  ): void => {
    const text = `Its ${fieldLabels[field]} is ${kind === 'changed' ? `now ${value} instead of ${current[field]}` : value}.`
    current = draft.edit(current, [field], { kind, bank: bank.id, line: claim.line, text }, (copy) => {
      copy[field] = value
      if (field === 'bic') copy.bic_source = draft.source.id
    })
  }
  if (claim.lei) checkLeiClaim(draft, current, claim, (lei) => set('lei', lei, 'filled'))
  if (claim.bic && claim.bic === current.bic) current = recordBicSource(draft, current)
  else if (claim.bic) {
    const verdict = checkBicClaim(draft, current, claim)
    if (verdict) set('bic', claim.bic, verdict)
  }
  // Never replace a known city: ours is the head office, and the list may give the address of a branch.
  if (claim.city && current.city === undefined && current.region === undefined) {
    set('city', cleanTown(claim.city), 'filled')
    if (claim.region) set('region', claim.region, 'filled')
  }
  const site = normalizeUrl(claim.website)
  if (site && current.website === undefined) set('website', site, 'filled')
}

/** Normalises the host, and removes the query and the fragment. Returns undefined for an invalid URL. */
export function normalizeUrl(address = ''): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return pathname === '/' ? origin : origin + pathname
}

const fieldLabels = { city: 'city', region: 'region', bic: 'BIC', lei: 'LEI', website: 'website' }

function checkLeiClaim(
  draft: Draft,
  bank: BankRecord,
  { lei = '', bic, name, line }: Claim,
  fill: (lei: string) => void,
): void {
  if (bank.lei === lei) return
  const [other] = draft.lookup.byLei(lei)
  if (bank.lei !== undefined) {
    if (draft.isNewerThanField(bank, 'lei'))
      draft.addDoubt(bank.id, line, `The file has the LEI ${lei}, but our data has ${bank.lei}.`)
    else draft.unchanged.newer++
    return
  }
  // Without a name in the row, accept its LEI only if its BIC belongs to this bank alone: some branches have their own
  // LEI, and some banks share a BIC.
  const isCertain =
    name !== undefined || (bic !== undefined && bank.bic === bic && draft.lookup.byBic(bic).length === 1)
  if (other || !isCertain || bank.status !== 'active' || !checkLei(lei).passed) return
  fill(lei)
}

/** Records that the file has the BIC of the bank, unless the recorded source is newer. */
function recordBicSource(draft: Draft, bank: BankRecord): BankRecord {
  const { sources, source } = draft
  const [only, ...others] = sourcesGiving(bank, 'bic', sources)
  const known = bank.bic_source === undefined && others.length === 0 ? only : sources.get(bank.bic_source ?? '')
  if (known && firstDay(source.date) <= lastDay(known.date)) return bank
  return draft.edit(bank, [], undefined, (copy) => {
    copy.bic_source = source.id
  })
}

function checkBicClaim(
  draft: Draft,
  bank: BankRecord,
  { bic = '', name, line }: Claim,
): 'filled' | 'changed' | undefined {
  const own = [bank.bic, ...(bank.other_bics ?? [])]
  if (own.some((known) => known?.slice(0, 8) === bic.slice(0, 8))) return undefined
  if (bank.status !== 'active' || bic.slice(4, 6) !== bank.country || !checkBic(bic).passed) return undefined
  if (isSettlementBic(bic)) return undefined
  const [other] = draft.lookup.byBic(bic)
  if (other) return undefined
  // Ignore a row without a name: it only maps a BIC to an LEI, and a company can have many BICs besides its main one.
  if (name === undefined) return undefined
  if (bank.bic === undefined) return bank.other_bics === undefined ? 'filled' : undefined
  if (draft.fillsMissingBicsOnly) return undefined
  if (!draft.isNewerThanField(bank, 'bic')) {
    draft.unchanged.newer++
    return undefined
  }
  if (sourcesGiving(bank, 'bic', draft.sources).length === 0) return 'changed'
  draft.addDoubt(bank.id, line, `The file has the BIC ${bic}, but our data has ${bank.bic}.`)
  return undefined
}
