/**
 * Checks the lists of branch codes. The service searches them without parsing, so a row in the wrong place is not found,
 * and a code that exists is then unknown.
 */
import { branchFile } from '../../../../../src/dataset/data-files.ts'
import { type BranchRow, branchCodePattern } from '../../../../../src/dataset/tables/branch-rows.ts'
import type { AccountFormRecord } from '../../../../../src/directory/records/account-form-record.ts'
import type { BranchList, Finding, LintedData, LocatedForm, Rule } from '../rule.ts'

export const branchLists: Rule = {
  name: 'branch-lists',
  summary:
    'A branch list belongs to an account form and a source, its codes fit the form and are sorted, and its holders and successors exist.',
  find,
}

function* find(data: LintedData): Iterable<Finding> {
  const forms = new Map(data.accountForms.map(({ form }) => [form.id, form]))
  const countryOf = new Map(data.banks.map(({ bank }) => [bank.id, bank.country]))
  for (const list of data.branchLists) {
    const form = list.form === undefined ? undefined : forms.get(list.form)
    if (form?.branches) yield* findInList(list, form, countryOf)
    else
      yield {
        file: list.file,
        problem: 'no account form with "branches" has this list',
        fix: addForm,
        subject: list.file,
      }
  }
  const files = new Set(data.branchLists.map(({ file }) => file))
  for (const located of data.accountForms) yield* findInForm(located, files, data)
}

const addForm = 'name it after its form, and add "branches" there'

function* findInForm(
  { form, file, line }: LocatedForm,
  files: ReadonlySet<string>,
  { sources }: LintedData,
): Iterable<Finding> {
  if (!form.branches) return
  const at = (problem: string, fix: string): Finding => ({
    file,
    line,
    problem: `${form.id}: ${problem}`,
    fix,
    subject: form.id,
  })
  for (const source of Object.values(form.branches)) {
    if (!sources.has(source)) yield at(`the source ${source} of its branches is not in sources.json`, 'add it there')
  }
  if (!files.has(branchFile(form.id)))
    yield at(`there is no ${branchFile(form.id)}`, 'import the list, or remove "branches"')
}

/** Reports only the first row with each problem, and counts the others: a wrong import can break every row. */
function* findInList(
  { file, rows }: BranchList,
  form: AccountFormRecord,
  countryOf: ReadonlyMap<string, string>,
): Iterable<Finding> {
  const problemOf = createRowCheck(rows, form, countryOf)
  const found = new Map<string, { finding: Finding; more: number }>()
  for (const [at, row] of rows.entries()) {
    const problem = problemOf(row, rows[at - 1]?.code)
    if (problem === null) continue
    const same = found.get(problem.fix)
    if (same) same.more++
    else found.set(problem.fix, { finding: { file, line: at + 2, subject: row.code, ...problem }, more: 0 })
  }
  for (const { finding, more } of found.values()) {
    yield more === 0 ? finding : { ...finding, problem: `${finding.problem}, and ${more} more lines like it` }
  }
}

type Problem = Pick<Finding, 'problem' | 'fix'>

function createRowCheck(
  rows: readonly BranchRow[],
  form: AccountFormRecord,
  countryOf: ReadonlyMap<string, string>,
): (row: BranchRow, before: string | undefined) => Problem | null {
  const pattern = branchCodePattern(form)
  const successors = new Map(rows.map(({ code, successor }) => [code, successor]))
  return (row, before) => {
    const { code, holder, holder_name, successor } = row
    const problem = (text: string, fix: string): Problem => ({ problem: `${code}: ${text}`, fix })
    if (!pattern.test(code)) return problem(`the code is not of the form ${form.id}`, 'correct or remove it')
    if (before !== undefined && code <= before)
      return problem(`it follows ${before}`, 'sort the lines by code, each code once')
    if (Object.values(row).some(isUnclean))
      return problem('a cell has control characters, or spaces at its ends', 'remove them')
    if (holder !== '' && holder_name !== '') return problem('it has both holder and holder_name', 'remove holder_name')
    if (holder !== '' && countryOf.get(holder) !== form.country)
      return problem(
        `its holder ${holder} is not a bank in ${form.country}`,
        'correct the id, or write the name as holder_name',
      )
    if (successor === '') return null
    const next = successors.get(successor)
    if (next === undefined || successor === code)
      return problem(`its successor ${successor} is not another code of the list`, 'correct or remove it')
    return next === '' ? null : problem(`its successor ${successor} has itself a successor`, 'name the last one')
  }
}

const isUnclean = (cell: string): boolean => cell !== '' && /^\s|\s$|\p{Cc}/u.test(cell)
