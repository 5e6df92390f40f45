/** A wrong pattern or a missing field rejects the accounts of a whole country, or sends money without a bank code. */
import { methodError, toRequirementsTable } from '../../../dataset/tables/account-requirements.ts'
import { paymentMethodsOf } from '../../../directory/accounts/requirements.ts'
import type {
  AccountField,
  AccountRequirementsTable,
  PaymentMethod,
  PaymentMethodRecord,
} from '../../../directory/records/account-requirements.ts'
import type { BankRecord } from '../../../directory/records/bank.ts'
import { compare } from '../../serialize.ts'
import { failedExample } from '../example-checks.ts'
import { type Finding, isOpen, type LintedData, type LocatedRequirement, type Rule } from '../rule.ts'

export const accountRequirements: Rule = {
  name: 'account-requirements',
  summary: 'Payment methods are sorted by country, their references exist, and their examples pass the checks.',
  find,
}

function* find(data: LintedData): Iterable<Finding> {
  const table = toRequirementsTable(data.accountRequirements.map(({ row }) => row))
  const known = { ...data, accountForms: data.accountForms.map(({ form }) => form), accountRequirements: table }
  const openBanks = Map.groupBy(data.banks.filter(isOpen), ({ bank }) => bank.country)
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
    const banks = openBanks.get(row.country)?.map(({ bank }) => bank) ?? []
    const fault = methodError(row, table, known) ?? exampleFault(row, banks, known, data)
    if (fault !== null) yield requirementFinding(located, fault, 'correct it')
  }
}

function* sharedFieldFindings(
  located: LocatedRequirement,
  { methods }: AccountRequirementsTable,
  { sources }: LintedData,
): Iterable<Finding> {
  const { id, source } = located.row
  const isUsed = methods.some(({ fields }) => fields.some((field) => field.field === id))
  // The IBAN methods are not in the file.
  if (!isUsed && id !== 'iban') yield requirementFinding(located, 'no method uses the field', 'remove it')
  if (!sources.has(source))
    yield requirementFinding(located, `its source ${source} is not in sources.json`, 'correct it')
}

function exampleFault(
  { id, country: code }: PaymentMethodRecord,
  banks: readonly BankRecord[],
  known: Parameters<typeof paymentMethodsOf>[1],
  { countries, codeRanges }: LintedData,
): string | null {
  const country = countries.find((one) => one.code === code)
  const method = country && paymentMethodsOf(country, known).find((one) => one.id === id)
  if (!method) return null
  const ranges = codeRanges.map(({ range }) => range)
  const failed = failedExample(method, code, ranges)
  if (failed !== undefined) return `the example of its field ${failed} fails the check`
  const inRanges = new Set(ranges.map(({ scheme }) => scheme))
  return method.fields.map((field) => bankFault(field, method, banks, inRanges)).find((fault) => fault !== null) ?? null
}

/** Examples of the IBAN registry may have a bank that never existed, so only invented examples have to name a bank. */
function bankFault(
  { key, type, schemes, bank_types, example }: AccountField,
  { examples }: PaymentMethod,
  banks: readonly BankRecord[],
  inRanges: ReadonlySet<string>,
): string | null {
  const choices = banks.filter((bank) => bank_types === null || bank_types.includes(bank.type))
  const codes = choices.flatMap((bank) => (bank.codes ?? []).filter(({ status }) => status === undefined))
  const unused = schemes.find((id) => !inRanges.has(id) && !codes.some(({ scheme }) => scheme === id))
  if (unused !== undefined) return `no open bank of its field ${key} has a code of the scheme ${unused}`
  if (type !== 'bank') return null
  if (choices.length === 0) return `its field ${key} has no banks to choose from`
  const isHeld =
    choices.some(({ id, bic }) => id === example || bic === example) ||
    codes.some(({ scheme, value }) => schemes.includes(scheme) && value === example)
  return isHeld || examples === 'published' ? null : `no open bank has the example "${example}" of its field ${key}`
}

const requirementFinding = (
  { row: { id }, file, line }: LocatedRequirement,
  problem: string,
  fix: string,
): Finding => ({ file, line, problem: `${id}: ${problem}`, fix, subject: id })
