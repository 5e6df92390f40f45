/**
 * One pass over the rows of an official file. It matches each row to a bank, and decides which facts of the row to
 * apply.
 */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import type { Claim, ClaimedCode } from '../sources/source-file.ts'
import { type AbsorbedBanks, collectAbsorbed, mergeAbsorbed, mergeIfEmpty } from './changes/absorbed-banks.ts'
import { addBanks, collectNewBank, type NewBanks } from './changes/add-banks.ts'
import { replaceCode } from './changes/apply-codes.ts'
import type { Draft } from './changes/draft.ts'
import type { BankCode } from './changes/fact-dates.ts'
import { fillFields } from './changes/fill-fields.ts'
import { applyNames, collectName, type OtherNames } from './changes/renames-and-moves.ts'
import { findBank, findNamesake, hasCurrentName, hasName } from './matching/match-bank.ts'
import { significantWords } from './matching/name-matching.ts'

export type ImportPass = ReturnType<typeof createPass>

export function createPass(draft: Draft) {
  let rows = 0
  let skippedRows = 0
  /** Codes that are both in our data and in the file. Codes that only the file has are left out to save memory. */
  const seen = new Set<string>()
  const names: OtherNames = new Map()
  const unknown: NewBanks = new Map()
  const absorbed: AbsorbedBanks = new Map()
  /** Banks that gave up a code, each with the code that replaces it. */
  const successors: { bank: string; scheme: string; value: string }[] = []

  const applyRow = (claim: Claim): void => {
    rows++
    for (const { scheme, value, status } of claim.codes) {
      if (status === undefined && draft.lookup.byCode(scheme, value).length > 0) seen.add(`${scheme} ${value}`)
    }
    const words = claim.name === undefined ? undefined : significantWords(claim.name)
    const match = findBank(claim, words, draft.lookup)
    const isNewer = draft.isNewerThanList(claim.codes[0]?.scheme, claim.country)
    if (match.by === 'none') {
      if (match.candidates.length > 0) {
        const ids = match.candidates.map(({ id }) => id).join(', ')
        if (isNewer && claim.name) draft.addDoubt('', claim.line, `"${claim.name}" may be any of ${ids}.`)
        else skippedRows++
      } else if (claim.name && isNewer) collectNewBank(unknown, claim)
      else skippedRows++
      return
    }
    const { by, bank } = match
    const { name } = claim
    if (words !== undefined && by !== 'name' && !hasName(bank, words)) {
      if (!draft.isNewerThanField(bank, 'name')) draft.unchanged.newer++
      else if (by === 'bic')
        draft.addDoubt(bank.id, claim.line, `The file lists its BIC ${claim.bic} under the name "${name}".`)
      else collectName(names, bank, claim, false)
      return
    }
    if (name !== undefined) collectName(names, bank, claim, true)
    const isGone = bank.status === 'merged' || bank.status === 'closed'
    if (isGone && isNewer && !confirmsMerger(bank, claim)) {
      draft.addDoubt(bank.id, claim.line, `The file lists it, but it is ${bank.status} in our data.`)
      return
    }
    if (isNewer && by === 'code' && words !== undefined && belongsToNamesake(draft, bank, claim, words)) return
    let current = isNewer && bank.status === 'unverified' ? confirmBank(draft, bank, claim) : bank
    for (const code of claim.codes) current = applyCode(draft, current, code, claim)
    if (isNewer && claim.absorbed && words !== undefined && hasCurrentName(current, words)) {
      collectAbsorbed(absorbed, current, claim)
    }
    if (claim.successor) successors.push({ bank: bank.id, ...claim.successor })
    // Do not take fields from an older list under a former name: they may describe the bank's predecessor.
    if (isNewer || words === undefined || hasCurrentName(current, words)) fillFields(draft, current, claim)
  }

  return {
    applyRow,
    /** Applies the changes that can be decided only after all rows have been read. */
    finish: (): void => {
      applyNames(draft, names)
      for (const { bank, scheme, value } of successors) {
        const [holder] = draft.lookup.byCode(scheme, value)
        if (holder && holder.bank.id !== bank) mergeIfEmpty(draft, bank, holder.bank.id)
      }
      endMissingCodes(draft, seen)
      mergeAbsorbed(draft, absorbed)
      addBanks(draft, unknown)
    },
    rows: (): number => rows,
    /**
     * Number of skipped rows. A row that does not match exactly one bank is skipped if the file is older than our data or
     * the row has no name.
     */
    skippedRows: (): number => skippedRows,
  }
}

/**
 * Returns whether the row's codes probably belong to another bank, one that has the same name and its head office in
 * the row's city. If so, adds a change of kind `doubtful` for a person to review. A manual correction overrides this
 * check.
 */
function belongsToNamesake(draft: Draft, bank: BankRecord, claim: Claim, words: string[]): boolean {
  const other = findNamesake(bank, claim, words, draft.lookup)
  if (other === undefined) return false
  const labels = claim.codes.map(({ scheme, value }) => `${scheme} ${value}`)
  if (!draft.mayEdit(bank, labels)) return false
  const text = `The file places ${labels.join(', ')} in ${claim.city}, the city of ${other.id}, which has the same name.`
  draft.addDoubt(bank.id, claim.line, text)
  return true
}

/**
 * Returns whether the row agrees that the bank has merged: it marks the bank as absorbed, or all its codes as former.
 */
const confirmsMerger = ({ status }: BankRecord, { absorbed, codes }: Claim): boolean =>
  status === 'merged' && (absorbed === true || codes.every((code) => code.status === 'former'))

function applyCode(draft: Draft, bank: BankRecord, claimed: ClaimedCode, { line, absorbed }: Claim): BankRecord {
  const { scheme, value, status } = claimed
  const isInForce = absorbed === true && bank.status === 'merged'
  const holders = draft.lookup.byCode(scheme, value)
  const own = holders.find((holder) => holder.bank === bank)
  const label = `${scheme} ${value}`
  if (own) return updateOwnCode(draft, bank, own.code, claimed, { line, isInForce })
  const [other] = holders
  if (other && other.code.status !== 'former') {
    if (status === 'former') return bank
    if (!draft.isNewerThanCode(other.code)) {
      draft.unchanged.newer++
      return bank
    }
    // Both banks now claim the code. The service uses only the existing claim, because the new one is unconfirmed.
    const text = `${label} is added as unconfirmed, because our data has it as a code of ${other.bank.id}.`
    return draft.edit(bank, ['codes', label], { kind: 'filled', bank: bank.id, line, text }, (copy) =>
      replaceCode(copy, { scheme, value, status: 'unconfirmed', source: draft.source.id }),
    )
  }
  if ((other && status === 'former') || draft.wasImportedBefore(scheme)) return bank
  const isCurrent = status === undefined && draft.isNewerThanList(scheme, bank.country)
  // Leave the code with its former holder, because only the newest list can assign it to another bank.
  if (other && !isCurrent) return bank
  // A code that is missing from a newer list has ended only if that list is complete. Otherwise it is just unconfirmed.
  const hasEnded = status === 'former' || bank.status !== 'active' || draft.hasLaterEdition(scheme)
  const newStatus = isCurrent ? undefined : hasEnded ? 'former' : 'unconfirmed'
  const reason = status === 'former' ? '' : ', because it is not on a newer list'
  const text = `${label} is added${newStatus ? ` as ${newStatus}${reason}` : ''}.`
  const code: BankCode = {
    scheme,
    value,
    ...(newStatus && { status: newStatus }),
    ...(isCurrent && isInForce && { in_force: true }),
    source: draft.source.id,
  }
  return draft.edit(bank, ['codes', label], { kind: 'filled', bank: bank.id, line, text }, (copy) =>
    replaceCode(copy, code),
  )
}

function updateOwnCode(
  draft: Draft,
  bank: BankRecord,
  code: BankCode,
  { scheme, value, status }: ClaimedCode,
  { line, isInForce }: { line: number; isInForce: boolean },
): BankRecord {
  if (!draft.isNewerThanCode(code)) return bank
  // Do not make the code current again, because a list newer than this file does not have it.
  if (status === undefined && code.status !== undefined && !draft.isNewerThanList(scheme, bank.country)) return bank
  const isContested = draft.lookup
    .byCode(scheme, value)
    .some((holder) => holder.bank !== bank && holder.code.status === undefined)
  if (status === undefined && isContested) return bank
  const label = `${scheme} ${value}`
  const text =
    status === 'former'
      ? `${label} is no longer in use.`
      : code.status === 'former'
        ? `${label} is current again.`
        : code.status === 'unconfirmed'
          ? `${label} is confirmed.`
          : undefined
  if (status === code.status) draft.confirmed++
  const kind = status === 'former' ? 'gone' : 'changed'
  const change =
    text === undefined || status === code.status ? undefined : ({ kind, bank: bank.id, line, text } as const)
  const { bic, main, in_force = isInForce } = code
  const renewed: BankCode = {
    scheme,
    value,
    // Drop `main` and `in_force` from a former code, which can have neither.
    ...(status ? { status } : { ...(main && { main }), ...(in_force && { in_force }) }),
    ...(bic && { bic }),
    source: draft.source.id,
  }
  return draft.edit(bank, ['codes', label], change, (copy) => replaceCode(copy, renewed))
}

/**
 * Marks an unverified bank as active if the list has a current code for it, because only open banks have current codes.
 */
function confirmBank(draft: Draft, bank: BankRecord, { line, codes, absorbed }: Claim): BankRecord {
  if (absorbed || !codes.some(({ status }) => status === undefined)) return bank
  const text = 'It is on a current list, so it is open.'
  return draft.edit(bank, ['status'], { kind: 'changed', bank: bank.id, line, text }, (copy) => {
    copy.status = 'active'
  })
}

/** Marks codes as former if the file should have them but no longer does. `seen` holds the codes that are both in our data and in the file, as "scheme value". */
function endMissingCodes(draft: Draft, seen: ReadonlySet<string>): void {
  for (const bank of [...draft.banks.values()]) {
    const missing = (bank.codes ?? []).filter(
      (code) => code.status === undefined && draft.shouldHave(code) && !seen.has(`${code.scheme} ${code.value}`),
    )
    let current = bank
    for (const [at, { scheme, value }] of missing.entries()) {
      const label = `${scheme} ${value}`
      const isLast = at === missing.length - 1 && bank.codes?.every((code) => code.status || missing.includes(code))
      const look =
        isLast && bank.status === 'active' ? ' It has no current code left: check whether it has closed.' : ''
      const change = { kind: 'gone', bank: bank.id, text: `${label} is no longer on the list.${look}` } as const
      current = draft.edit(current, ['codes', label], change, (copy) =>
        replaceCode(copy, { scheme, value, status: 'former', source: draft.source.id }),
      )
    }
  }
}
