/** A wrong pattern or a missing field rejects the accounts of a whole country, or sends money without a bank code. */
import { methodError } from '../../../../../src/dataset/tables/account-requirements.ts'
import { paymentMethodsOf } from '../../../../../src/directory/accounts/requirements.ts'
import {
  type AccountField,
  type AccountRequirementsTable,
  type PaymentMethod,
  type RequirementRecord,
  toRequirementsTable,
} from '../../../../../src/directory/records/account-requirements-record.ts'
import { type CodeRange, createCodeRanges } from '../../../../../src/directory/records/code-range.ts'
import * as aba from '../../../../../src/identifiers/aba.ts'
import { checkRules, wrongCheckDigits } from '../../../../../src/identifiers/account-form.ts'
import * as gbAccount from '../../../../../src/identifiers/gb-account.ts'
import * as iban from '../../../../../src/identifiers/iban.ts'
import { formatOfIban } from '../../../../../src/identifiers/iban-country.ts'
import * as nuban from '../../../../../src/identifiers/nuban.ts'
import * as seAccount from '../../../../../src/identifiers/se-account.ts'
import { compare } from '../../serialize.ts'
import { type Entry, entryFinding, type Finding, type LintedData, type Rule } from '../rule.ts'

export const accountRequirements: Rule = {
  name: 'account-requirements',
  summary: 'Payment methods are sorted by country, their references exist, and their examples pass the checks.',
  *find(data) {
    const known = knownRequirements(data)
    const { accountRequirements: table } = known
    const ranges = data.tables.codeRanges.map(({ row }) => row)
    let previous = ''
    for (const entry of data.tables.accountRequirements) {
      const { row } = entry
      const position = 'fields' in row ? row.country : ''
      if (compare(previous, position) > 0) yield entryFinding(entry, 'it is out of order', 'move it')
      previous = position
      if (!('fields' in row)) {
        yield* sharedFieldFindings(entry, table, data)
        continue
      }
      const fault = methodError(row, table, known)
      if (fault !== null) {
        yield entryFinding(entry, fault, 'correct it')
        continue
      }
      const country = data.countries.find(({ code }) => code === row.country)
      const method = country && paymentMethodsOf(country, known).find(({ id }) => id === row.id)
      const failed = method && failedExample(method, row.country, ranges)
      if (failed !== undefined)
        yield entryFinding(entry, `the example of its field ${failed} fails the check`, 'correct it')
    }
  },
}

/** The data that payment methods refer to. */
export const knownRequirements = (data: LintedData) => ({
  ...data,
  accountForms: data.tables.accountForms.map(({ row }) => row),
  accountRequirements: toRequirementsTable(data.tables.accountRequirements.map(({ row }) => row)),
})

function* sharedFieldFindings(
  entry: Entry<RequirementRecord>,
  { methods }: AccountRequirementsTable,
  { sources }: LintedData,
): Iterable<Finding> {
  const { id, source } = entry.row
  const isUsed = methods.some(({ fields }) => fields.some(({ field }) => field === id))
  // The IBAN methods are not in the file.
  if (!isUsed && id !== 'iban') yield entryFinding(entry, 'no method uses the field', 'remove it')
  if (!sources.has(source)) yield entryFinding(entry, `its source ${source} is not in sources.json`, 'correct it')
}

interface Examples {
  /** The example of the field that has the check. */
  own: string
  /** The examples of all fields of the method, by key. */
  all: Readonly<Record<string, string>>
  /** Upper-case code of the country. */
  country: string
  codeRanges: readonly CodeRange[]
}

type RuleName = NonNullable<AccountField['check']>

/** The rules of `data/account-forms.json`, which check a number by itself. */
const formRules = Object.fromEntries(
  checkRules.map((rule) => [rule, ({ own }: Examples) => wrongCheckDigits[rule](own) === null]),
) as Record<(typeof checkRules)[number], (examples: Examples) => boolean>

const rules: Record<RuleName, (examples: Examples) => boolean> = {
  ...formRules,
  gb_modulus: ({ own, all }) => isChecked(gbAccount.checkPair(all.sort_code ?? '', own)),
  iban: ({ own }) => iban.isValid(own),
  // The check digits are those inside the IBAN, so the example has to be a part of the IBAN example of the country.
  national_check: ({ own, country }) => formatOfIban(country)?.example.includes(own) ?? false,
  nuban: ({ own, all }) => isChecked(nuban.check(own, all.bank)),
  se_account: ({ own, all, codeRanges }) => {
    const ranges = createCodeRanges(codeRanges)
    return isChecked(
      seAccount.checkPair(all.clearing_number ?? '', own, (clearing) => ranges.find('se_clearing', clearing)?.account),
    )
  },
  us_aba: ({ own }) => aba.check(own).passed,
}

const isChecked = ({ passed, accountChecked }: { passed: boolean; accountChecked: boolean | null }): boolean =>
  passed && accountChecked === true

/** Returns the key of the first field whose example fails its check: no form may show an example that it rejects. */
function failedExample(
  { fields }: PaymentMethod,
  country: string,
  codeRanges: readonly CodeRange[],
): string | undefined {
  const all = Object.fromEntries(fields.map(({ key, example }) => [key, example]))
  return fields.find(
    ({ check, example }) => check !== null && !rules[check]({ own: example, all, country, codeRanges }),
  )?.key
}
