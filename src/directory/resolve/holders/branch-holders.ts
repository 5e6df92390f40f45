/**
 * Finds the bank that uses a branch code, from the row of the branch list. The list decides: a code that it does not have
 * belongs to no bank, even if a bank has the prefix.
 */
import type { BranchRow } from '../../branches/branch-table.ts'
import type { BranchCheck } from '../../branches/branches.ts'
import type { ResolveContext } from '../context.ts'
import { type FoundHolders, type Holder, noHolders } from '../reading.ts'
import { holdersOfForm } from './form-holders.ts'

export interface FoundBranch {
  found: FoundHolders
  note: string | null
}

/** `prefixFound`: the banks that hold the prefix. */
export function findBranchHolders(check: BranchCheck, prefixFound: FoundHolders, context: ResolveContext): FoundBranch {
  const { row, list } = check
  const prefixBank = nameOfFirst(prefixFound, context)
  if (!row) return { found: noHolders, note: noteOnUnlisted(check, prefixBank) }
  if (row.successor !== null) {
    return { found: holdersOfSuccessor(row.successor, check, prefixFound, context), note: noteOnSuccessor(row) }
  }
  if (row.holder === null && row.holderName === null) return { found: prefixFound, note: null }
  // The prefix of an indicative form only suggests a bank, so it does not prove that this bank lends the code.
  const sponsors = list.form.indicative ? noHolders : prefixFound
  return {
    found: withSponsors(holdersOf(row, context), sponsors),
    note: noteOnSponsor(row, list.form.indicative ? undefined : prefixBank, context),
  }
}

/** Returns the bank that uses the code of the row although another bank has the prefix. */
function holdersOf({ holder }: BranchRow, context: ResolveContext): FoundHolders {
  const bank = holder === null ? undefined : context.numberOf(holder)
  return bank === undefined ? noHolders : context.holders.ofBank(bank)
}

/** A sponsor is named only after the bank that uses the code: a client that shows the first bank must not show it. */
function withSponsors({ holders, bic }: FoundHolders, prefixFound: FoundHolders): FoundHolders {
  if (holders.length === 0) return noHolders
  const sponsors = prefixFound.holders
    .filter(({ bank, relation }) => relation === 'holder' && holders.every((holder) => holder.bank !== bank))
    .map((holder): Holder => ({ ...holder, relation: 'sponsor' }))
  return { holders: [...holders, ...sponsors], bic }
}

/** Returns the bank of the code that replaces this one, or else the bank of the prefix. */
function holdersOfSuccessor(
  code: string,
  { list }: BranchCheck,
  prefixFound: FoundHolders,
  context: ResolveContext,
): FoundHolders {
  const row = list.table.find(code)
  const form = context.accountForms.ofLength(code.length).find(({ id }) => id === list.form.id)
  const ofPrefix = form ? holdersOfForm(code, form, context.holders) : noHolders
  const found = row?.holder ? holdersOf(row, context) : ofPrefix
  const asSuccessor = (holder: Holder): Holder => ({ ...holder, relation: 'successor', since: null })
  const asFormer = (holder: Holder): Holder => ({ ...holder, relation: 'former_holder' })
  const isOpen = ({ relation }: Holder): boolean => relation === 'holder'
  const successors = found.holders.filter(isOpen).map(asSuccessor)
  return { holders: successors.length > 0 ? successors : prefixFound.holders.map(asFormer), bic: null }
}

function nameOfFirst({ holders: [first] }: FoundHolders, { nameOf }: ResolveContext): string | undefined {
  return first && nameOf(first.bank)
}

function noteOnUnlisted({ list: { source }, code }: BranchCheck, prefixBank: string | undefined): string {
  const list = `The list "${source.title}" of ${source.date} does not have the code ${code}.`
  return prefixBank === undefined ? list : `${list} Other codes with this prefix belong to ${prefixBank}.`
}

const noteOnSuccessor = ({ code, successor }: BranchRow): string => `The code ${successor} has replaced ${code}.`

function noteOnSponsor(
  { code, holder, holderName }: BranchRow,
  sponsor: string | undefined,
  { numberOf }: ResolveContext,
): string | null {
  const isKnown = holder !== null && numberOf(holder) !== undefined
  if (isKnown) return sponsor === undefined ? null : `${sponsor} lends this code to the bank.`
  const user = `The code ${code} belongs to ${holderName ?? holder}, which is not in the directory.`
  return sponsor === undefined ? user : `${user} ${sponsor} lends it the code.`
}
