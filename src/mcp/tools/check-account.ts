/** The tool that checks the fields of an account. */
import type { FromSchema } from 'json-schema-to-ts'
import type { CheckedAccount } from '../../directory/accounts/check/result-schema.ts'
import type { Directory } from '../../directory/directory.ts'
import type { PaymentMethod } from '../../directory/records/account-requirements.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { verdicts } from '../../directory/resolve/reading.ts'
import { countryArgument, requireCountry } from '../country-argument.ts'
import { quote } from '../quote.ts'
import { type Tool, ToolError } from '../tool.ts'
import { holderSchema, toHolder } from '../views/bank-item.ts'
import { lean, objectOrNone } from '../views/lean.ts'

const charactersMax = 100
const fieldsMax = 20
const text = { type: 'string' } as const

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['country', 'fields'],
  properties: {
    country: countryArgument,
    method: {
      type: 'string',
      maxLength: 60,
      description: 'the method from account_requirements; optional if the fields fit only one',
    },
    fields: {
      type: 'object',
      minProperties: 1,
      maxProperties: fieldsMax,
      additionalProperties: { type: ['string', 'null'], maxLength: charactersMax },
      description: 'an object of strings such as {"sort_code":"20-29-59","account_number":"63748472"}; quote numbers',
    },
  },
} as const

export const checkAccount: Tool = {
  name: 'check_account',
  title: 'Check an account',
  description:
    'Check the details of one account in separate fields, such as routing number and account number, and get its bank, ' +
    'BIC, IBAN where it can be computed, and ISO 20022 identification. Use it when you know the country and two or more ' +
    'fields, or to turn a domestic account into an IBAN; account_requirements has the keys. For one IBAN or code use ' +
    'resolve_identifier. It cannot say whether the account exists or who owns it.',
  inputSchema,
  outputSchema: {
    type: 'object',
    required: ['method', 'verdict', 'fields'],
    properties: {
      method: text,
      verdict: { enum: verdicts },
      fields: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: { value: text, verdict: text, message: text, suggestion: text },
        },
      },
      account_checked: { type: 'boolean' },
      note: text,
      bank: holderSchema,
      bic: text,
      iban: text,
      iban_note: text,
      iso20022: { type: 'object', description: 'FinInstnId' },
    },
  },
  run: async ({ country: input, method: id, fields }: FromSchema<typeof inputSchema>, context) => {
    const directory = await context.loadDirectory()
    const country = requireCountry(input, directory)
    const given = withoutBlanks(fields)
    const method = chooseMethod(id, given, country, directory)
    requireFields(given, method)
    const finder = await context.loadFinder()
    const json = await context.run(() => finder.checkAccount(country, method, given))
    return toResult(JSON.parse(json) as CheckedAccount)
  },
}

/** Treats null and blank values as missing. */
function withoutBlanks(fields: Readonly<Record<string, string | null>>): Record<string, string> {
  const given: Record<string, string> = Object.create(null)
  for (const [key, value] of Object.entries(fields)) if (value !== null && value.trim() !== '') given[key] = value
  return given
}

/** Without an id, chooses the only method whose fields fit. */
function chooseMethod(
  id: string | undefined,
  given: Readonly<Record<string, string>>,
  country: SupportedCountry,
  directory: Directory,
): PaymentMethod {
  const methods = directory.listPaymentMethods(country)
  const choice = methods.map((method) => `${method.id} (${keysOf(method)})`).join(', ')
  const named = methods.find((method) => method.id === id)
  if (named) return named
  if (id !== undefined) throw new ToolError(`Unknown method ${quote(id)}. Methods of ${country.code}: ${choice}.`)
  const fitting = methods.filter((method) => fits(given, method))
  const [only, ...others] = methods.length === 1 ? methods : fitting
  if (only && others.length === 0) return only
  throw new ToolError(`Send \`method\` and its fields. Methods of ${country.code}: ${choice}.`)
}

const keysOf = ({ fields }: PaymentMethod): string =>
  fields.map(({ key, required }) => (required ? key : `${key}, optional`)).join('; ')

const fits = (given: Readonly<Record<string, string>>, { fields }: PaymentMethod): boolean =>
  Object.keys(given).every((key) => fields.some((field) => field.key === key)) &&
  fields.every(({ key, required }) => !required || key in given)

function requireFields(given: Readonly<Record<string, string>>, method: PaymentMethod): void {
  if (fits(given, method)) return
  const unknown = Object.keys(given).find((key) => !method.fields.some((field) => field.key === key))
  const fault =
    unknown === undefined
      ? `Missing field "${method.fields.find(({ key, required }) => required && !(key in given))?.key}".`
      : `Unknown field ${quote(unknown)}.`
  throw new ToolError(
    `${fault} The method ${method.id} has these fields: ${keysOf(method)}. Ask the user for what is missing.`,
  )
}

function toResult(account: CheckedAccount) {
  const { method, verdict, account_checked, note, bank, bic, iban, iban_note, iso20022 } = account
  const fields = Object.entries(account.fields).map(([key, { value, verdict: own, message, suggestion }]) => [
    key,
    lean({ value, verdict: own, message, suggestion }),
  ])
  return lean({
    method,
    verdict,
    fields: Object.fromEntries(fields),
    account_checked,
    note,
    bank: bank && toHolder(bank),
    bic,
    iban,
    iban_note,
    iso20022: iso20022 && objectOrNone(lean(iso20022)),
  })
}
