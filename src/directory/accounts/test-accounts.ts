/**
 * Accounts to test the forms of a payment method with: the example of each field, and the same account with a wrong check
 * digit and with a wrong length. The check of accounts supplies the verdicts, so a row always has what the check returns.
 */
import type { Reason } from '../../identifiers/verdict.ts'
import type {
  AccountField,
  AccountRequirements,
  PaymentMethod,
  TestAccount,
} from '../records/account-requirements-record.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { Verdict } from '../resolve/reading.ts'

type Values = Readonly<Record<string, string>>

/** Returns the verdict on an account and, if it is invalid, the reason. */
export type JudgeAccount = (values: Values) => { verdict: Verdict; reason: Reason | null }

export function testAccountsOf(method: PaymentMethod, judge: JudgeAccount): TestAccount[] {
  const values = Object.fromEntries(method.fields.map(({ key, example }) => [key, example]))
  const source = method.examples === 'published' ? method.source : null
  const field = numberFieldOf(method)
  const invalid = field
    ? [firstInvalid(withOtherDigit(field), checksumReasons), firstInvalid(withOtherLength(field), ['length'])]
    : []
  return [{ fields: values, ...judge(values), source }, ...invalid.flatMap((row) => row ?? [])]

  function firstInvalid(numbers: Iterable<string>, reasons: readonly Reason[]): TestAccount | undefined {
    for (const number of numbers) {
      const fields = { ...values, [(field as AccountField).key]: number }
      const { verdict, reason } = judge(fields)
      if (reason !== null && reasons.includes(reason)) return { fields, verdict, reason, source: null }
    }
    return undefined
  }
}

const checksumReasons: readonly Reason[] = ['checksum', 'national_checksum']

/** The field with check digits, or else the account or phone number. */
const numberFieldOf = ({ fields }: PaymentMethod): AccountField | undefined =>
  fields.find(({ check }) => check !== null) ??
  fields.find(({ key }) => key === 'account_number' || key === 'phone_number')

/** Changes one digit, starting from the right. A check with weights does not catch a change where the weight is zero. */
function* withOtherDigit({ example }: AccountField): Generator<string> {
  const isCheckLetter = /^[A-Z]$/.test(example)
  if (isCheckLetter) yield example === 'A' ? 'B' : 'A'
  for (const { 0: digit, index } of [...example.matchAll(/\d/g)].reverse()) {
    yield example.slice(0, index) + ((Number(digit) + 1) % 10) + example.slice(index + 1)
  }
}

/** One character fewer than the shortest number or, if that leaves none, one more than the longest. */
function* withOtherLength({ example, min_length: min, max_length: max }: AccountField): Generator<string> {
  if (min !== null && min > 1) yield example.slice(0, min - 1)
  if (max !== null) yield example.padEnd(max + 1, '0')
}

interface RequirementLookups {
  accountRequirements(country: SupportedCountry): AccountRequirements
  testAccounts(account: { country: SupportedCountry; method: PaymentMethod }): TestAccount[]
}

/** Returns the payment methods as the API returns them, each with its test accounts. */
export function requirementsWithTestAccounts(
  country: SupportedCountry,
  { accountRequirements, testAccounts }: RequirementLookups,
): AccountRequirements {
  const { methods, ...head } = accountRequirements(country)
  const withAccounts = methods.map((method) => ({ ...method, test_accounts: testAccounts({ country, method }) }))
  return { ...head, methods: withAccounts }
}
