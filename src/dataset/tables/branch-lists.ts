/** Checks the rows of the branch lists. */
import type { BranchListRecord } from '../../directory/branches/branch-list.ts'
import type { AccountFormRecord } from '../../directory/records/account-form-record.ts'
import type { DataFiles } from '../data-files.ts'
import { DatasetError, excerpt, throwFault } from '../dataset-error.ts'
import { requireFile } from '../read-folder.ts'
import { branchCodePattern, parseBranchRows } from './branch-rows.ts'

/** Checks the lists that were read, and that each belongs to an account form. */
export function checkBranchLists(
  lists: readonly BranchListRecord[],
  forms: readonly AccountFormRecord[],
  files: DataFiles,
): void {
  const named = new Set(lists.flatMap((list) => list.files.map(({ name }) => name)))
  for (const file of files.keys()) {
    if (file.endsWith('.tsv') && !named.has(file))
      throw DatasetError.at({ file }, 'is not the branch list of an account form: none with this id has "branches"')
  }
  const formsById = new Map(forms.map((form) => [form.id, form]))
  for (const { form, files: named } of lists) {
    for (const { name } of named) {
      if (files.has(name)) checkRows(name, requireFile(files, name), formsById.get(form) as AccountFormRecord)
    }
  }
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
