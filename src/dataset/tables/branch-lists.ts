/** Checks the rows of the branch lists. */
import { crc32 } from 'node:zlib'
import type { BranchListRecord } from '../../directory/branches/branch-list.ts'
import type { AccountFormRecord } from '../../directory/records/account-form-record.ts'
import { describeBranchLists } from '../branch-files.ts'
import type { DataFiles } from '../data-files.ts'
import { DatasetError, excerpt, throwFault } from '../dataset-error.ts'
import { requireFile } from '../read-folder.ts'
import { branchCodePattern, parseBranchRows } from './branch-rows.ts'

/** `isLoaded`: whether the banks of a country are loaded; the lists of other countries are not checked. */
export function readBranchLists(
  files: DataFiles,
  forms: readonly AccountFormRecord[],
  isLoaded: (country: string) => boolean,
): BranchListRecord[] {
  const lists = describeBranchLists(forms, (name) => files.has(name))
  const named = new Set(lists.flatMap((list) => list.files.map(({ name }) => name)))
  for (const file of files.keys()) {
    if (file.endsWith('.tsv') && !named.has(file))
      throw DatasetError.at({ file }, 'is not the branch list of an account form: none with this id has "branches"')
  }
  const formsById = new Map(forms.map((form) => [form.id, form]))
  return lists.map((list) => ({
    ...list,
    files: list.files.map(({ name }) => {
      const bytes = requireFile(files, name)
      const form = formsById.get(list.form) as AccountFormRecord
      if (isLoaded(form.country)) checkRows(name, bytes, form)
      return { name, crc32: crc32(bytes) }
    }),
  }))
}

function checkRows(file: string, bytes: Buffer, form: AccountFormRecord): void {
  const pattern = branchCodePattern(form)
  let previous = ''
  for (const [at, { code }] of parseBranchRows(bytes, file, throwFault).entries()) {
    const fail = (reason: string): never => {
      throw DatasetError.at({ file, line: at + 2 }, reason)
    }
    if (!pattern.test(code)) fail(`${excerpt(code)} is not a code of the form ${form.id}`)
    if (code <= previous) fail(`${code} follows ${previous}, but codes must be sorted and unique`)
    previous = code
  }
}
