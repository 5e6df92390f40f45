/** The branch in a reading or an account: what the user may recognise. The code is part of the number. */
import type { ReadingResult } from '../../directory/resolve/resolve-schema.ts'

export const branchFields = { branch: { type: 'string' }, branch_checked: { type: 'boolean' } } as const

/** Returns for example "Kalbadevi, Greater Mumbai, Maharashtra"; undefined if the list has no name for it. */
export function nameOfBranch(branch: ReadingResult['branch']): string | undefined {
  const known = branch === null ? [] : [branch.name, branch.city, branch.region].filter((part) => part !== null)
  return known.length === 0 ? undefined : known.join(', ')
}
