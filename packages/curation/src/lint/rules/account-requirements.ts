/** A wrong pattern or a missing field rejects the accounts of a whole country, or sends money without a bank code. */
import { methodError } from '../../../../../src/dataset/tables/account-requirements.ts'
import { paymentMethodsOf } from '../../../../../src/directory/accounts/requirements.ts'
import type { AccountRequirementsTable } from '../../../../../src/directory/records/account-requirements-record.ts'
import { toRequirementsTable } from '../../../../../src/directory/records/account-requirements-record.ts'
import { compare } from '../../serialize.ts'
import { failedExample } from '../example-checks.ts'
import type { Finding, LintedData, LocatedRequirement, Rule } from '../rule.ts'

export const accountRequirements: Rule = {
  name: 'account-requirements',
  summary: 'Payment methods are sorted by country, their references exist, and their examples pass the checks.',
  find,
}

function* find(data: LintedData): Iterable<Finding> {
  const table = toRequirementsTable(data.accountRequirements.map(({ row }) => row))
  const known = { ...data, accountForms: data.accountForms.map(({ form }) => form), accountRequirements: table }
  const ranges = data.codeRanges.map(({ range }) => range)
  let previous = ''
  for (const located of data.accountRequirements) {
    const { row } = located
    const position = 'fields' in row ? row.country : ''
    if (compare(previous, position) > 0) yield requirementFinding(located, 'it is out of order', 'move it')
    previous = position
    if (!('fields' in row)) {
      yield* sharedFieldFindings(located, table, data)
      continue
    }
    const fault = methodError(row, table, known)
    if (fault !== null) {
      yield requirementFinding(located, fault, 'correct it')
      continue
    }
    const country = data.countries.find(({ code }) => code === row.country)
    const method = country && paymentMethodsOf(country, known).find(({ id }) => id === row.id)
    const failed = method && failedExample(method, row.country, ranges)
    if (failed !== undefined)
      yield requirementFinding(located, `the example of its field ${failed} fails the check`, 'correct it')
  }
}

function* sharedFieldFindings(
  located: LocatedRequirement,
  { methods }: AccountRequirementsTable,
  { sources }: LintedData,
): Iterable<Finding> {
  const { id, source } = located.row
  const isUsed = methods.some(({ fields }) => fields.some(({ field }) => field === id))
  // The IBAN methods are not in the file.
  if (!isUsed && id !== 'iban') yield requirementFinding(located, 'no method uses the field', 'remove it')
  if (!sources.has(source))
    yield requirementFinding(located, `its source ${source} is not in sources.json`, 'correct it')
}

export const requirementFinding = (
  { row: { id }, file, line }: LocatedRequirement,
  problem: string,
  fix: string,
): Finding => ({ file, line, problem: `${id}: ${problem}`, fix, subject: id })
