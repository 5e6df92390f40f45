/**
 * Finds the bank that uses a branch code, from the row of the branch list. The list decides: a code that it does not have
 * belongs to no bank, even if a bank has the prefix.
 */
import type { BranchRow } from '../../branches/branch-table.ts'
import type { BranchCheck, BranchList } from '../../branches/branches.ts'
import { type FoundHolders, type Holder, noHolders } from '../reading.ts'
import type { ResolveContext } from '../resolve-context.ts'
import { holdersOfForm } from './form-holders.ts'

export interface FoundBranch {
  found: FoundHolders
  note: string | null
}

/** `prefixFound`: the banks that hold the prefix. */
export function findBranchHolders(check: BranchCheck, prefixFound: FoundHolders, context: ResolveContext): FoundBranch {
  const { row, list, code } = check
  if (!list) return { found: noHolders, note: unreadable }
  const prefixBank = nameOfFirst(prefixFound, context)
  if (!row) return { found: noHolders, note: noteOnUnlisted(list, code, prefixBank) }
  if (row.successor !== null) {
    return { found: holdersOfSuccessor(row.successor, list, prefixFound, context), note: noteOnSuccessor(row) }
  }
  if (row.holder === null && row.holderName === null) return { found: prefixFound, note: null }
  // The prefix of an indicative form only suggests a bank, so it does not prove that this bank lends the code.
  const found = withSponsors(holdersOf(row, context), list.form.indicative ? noHolders : prefixFound)
  return { found, note: noteOnUser(row, found, prefixBank, context) }
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
  list: BranchList,
  prefixFound: FoundHolders,
  context: ResolveContext,
): FoundHolders {
  const row = list.table.find(code)
  const form = context.accountForms.ofLength(code.length).find(({ id }) => id === list.form.id)
  const ofPrefix = form ? holdersOfForm(code, form, context.holders) : noHolders
  const found = row?.holder || row?.holderName ? holdersOf(row, context) : ofPrefix
  const asSuccessor = (holder: Holder): Holder => ({ ...holder, relation: 'successor', since: null })
  const asFormer = (holder: Holder): Holder => ({ ...holder, relation: 'former_holder' })
  const isOpen = ({ relation }: Holder): boolean => relation === 'holder'
  const successors = found.holders.filter(isOpen).map(asSuccessor)
  return { holders: successors.length > 0 ? successors : prefixFound.holders.map(asFormer), bic: null }
}

function nameOfFirst({ holders: [first] }: FoundHolders, { nameOf }: ResolveContext): string | undefined {
  return first && nameOf(first.bank)
}

/** The file has changed since the data was loaded, and the new data is not in use yet, or is not valid. */
const unreadable = 'The list of branch codes cannot be read now, so the branch was not checked. Try again later.'

function noteOnUnlisted({ source }: BranchList, code: string, prefixBank: string | undefined): string {
  const note = `${code} is not in the list "${source.title}" of ${source.date}.`
  return prefixBank === undefined ? note : `${note} Other codes with this prefix belong to ${prefixBank}.`
}

const noteOnSuccessor = ({ code, successor }: BranchRow): string => `The code ${successor} has replaced ${code}.`

function noteOnUser(
  { code, holder, holderName }: BranchRow,
  { holders }: FoundHolders,
  prefixBank: string | undefined,
  { nameOf }: ResolveContext,
): string | null {
  const [user] = holders
  const sponsor = holders.find(({ relation }) => relation === 'sponsor')
  if (user) return sponsor ? `${nameOf(sponsor.bank)} lends this code to ${nameOf(user.bank)}.` : null
  const note = `The code ${code} belongs to ${holderName ?? holder}, which is not in the directory.`
  return prefixBank === undefined ? note : `${note} ${prefixBank} lends it the code.`
}
