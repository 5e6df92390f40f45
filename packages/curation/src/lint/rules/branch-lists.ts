/**
 * Checks the lists of branch codes. The service searches them without parsing, so a row in the wrong place is not found,
 * and a code that exists is then unknown.
 */
import { branchFile } from '../../../../../src/dataset/data-files.ts'
import { type BranchRow, branchCodePattern } from '../../../../../src/dataset/tables/branch-rows.ts'
import type { AccountFormRecord } from '../../../../../src/directory/records/account-form-record.ts'
import { type BranchList, entryFinding, type Fault, type Finding, type LintedData, type Rule } from '../rule.ts'

export const branchLists: Rule = {
  name: 'branch-lists',
  summary:
    'A branch list belongs to an account form and a source, its codes fit the form and are sorted, and its holders and successors exist.',
  *find(data) {
    const { accountForms } = data.tables
    const forms = new Map(accountForms.map(({ id, row }) => [id, row]))
    for (const list of data.branchLists) {
      const form = list.form === undefined ? undefined : forms.get(list.form)
      if (form?.branches) yield* findInList(list, form, data)
      else {
        const problem = 'no account form with "branches" has this list'
        yield { file: list.file, problem, fix: 'name it after its form, and add "branches" there', subject: list.file }
      }
    }
    const files = new Set(data.branchLists.map(({ file }) => file))
    for (const entry of accountForms.filter(({ row }) => row.branches)) {
      for (const source of Object.values(entry.row.branches ?? {})) {
        if (data.sources.has(source)) continue
        yield entryFinding(entry, `the source ${source} of its branches is not in sources.json`, 'add it there')
      }
      const file = branchFile(entry.id)
      if (!files.has(file)) yield entryFinding(entry, `there is no ${file}`, 'import the list, or remove "branches"')
    }
  },
}

/** Reports only the first row with each problem, and counts the others: a wrong import can break every row. */
function* findInList({ file, rows }: BranchList, form: AccountFormRecord, data: LintedData): Iterable<Finding> {
  const faultOf = createRowCheck(rows, form, data)
  const found = new Map<string, { finding: Finding; more: number }>()
  for (const [at, row] of rows.entries()) {
    const [problem, fix] = faultOf(row, rows[at - 1]?.code) ?? []
    if (problem === undefined || fix === undefined) continue
    const same = found.get(fix)
    const text = `${row.code}: ${problem}`
    if (same) same.more++
    else found.set(fix, { finding: { file, line: at + 2, subject: row.code, problem: text, fix }, more: 0 })
  }
  for (const { finding, more } of found.values()) {
    yield more === 0 ? finding : { ...finding, problem: `${finding.problem}, and ${more} more lines like it` }
  }
}

function createRowCheck(
  rows: readonly BranchRow[],
  form: AccountFormRecord,
  { bankById }: LintedData,
): (row: BranchRow, before: string | undefined) => Fault | null {
  const pattern = branchCodePattern(form)
  const successors = new Map(rows.map(({ code, successor }) => [code, successor]))
  return (row, before) => {
    const { code, holder, holder_name, successor } = row
    if (!pattern.test(code)) return [`the code is not of the form ${form.id}`, 'correct or remove it']
    if (before !== undefined && code <= before)
      return [`it follows ${before}`, 'sort the lines by code, each code once']
    if (Object.values(row).some(isUnclean))
      return ['a cell has control characters, or spaces at its ends', 'remove them']
    if (holder !== '' && holder_name !== '') return ['it has both holder and holder_name', 'remove holder_name']
    if (holder !== '' && bankById.get(holder)?.country !== form.country) {
      const fix = 'correct the id, or write the name as holder_name'
      return [`its holder ${holder} is not a bank in ${form.country}`, fix]
    }
    if (successor === '') return null
    const next = successors.get(successor)
    if (next === undefined || successor === code)
      return [`its successor ${successor} is not another code of the list`, 'correct or remove it']
    return next === '' ? null : [`its successor ${successor} has itself a successor`, 'name the last one']
  }
}

const isUnclean = (cell: string): boolean => cell !== '' && /^\s|\s$|\p{Cc}/u.test(cell)
