/** The tool that checks the fields of an account. */
import type { FromSchema } from 'json-schema-to-ts'
import type { CheckedAccount } from '../../directory/accounts/check/account-check-schema.ts'
import type { Directory } from '../../directory/lookups.ts'
import type { PaymentMethod } from '../../directory/records/account-requirements-record.ts'
import { readAccount } from '../../directory/requests/parameters.ts'
import { verdicts } from '../../directory/resolve/reading.ts'
import { countryArgument, type Tool } from '../tool.ts'
import { branchFields, holderSchema, nameOfBranch, railsSchema, toHolder, toRails } from '../views/bank-item.ts'
import { type Fields, lean, objectOrNone, pickFields } from '../views/lean.ts'

const text = { type: 'string' } as const

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['country', 'fields'],
  properties: {
    country: countryArgument,
    method: {
      type: 'string',
      description: 'from account_requirements; optional if the fields fit only one',
    },
    fields: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
      description: 'an object of strings such as {"sort_code":"20-29-59","account_number":"63748472"}; quote numbers',
    },
    bic: text,
  },
} as const

const outputSchema = {
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
    ...branchFields,
    note: text,
    bank: holderSchema,
    bic: text,
    bic_match: text,
    bic_note: text,
    rails: railsSchema,
    iban: text,
    iban_note: text,
    iso20022: { type: 'object' },
  },
} as const

export const checkAccount: Tool = {
  name: 'check_account',
  title: 'Check an account',
  description:
    'Check one account in separate fields, such as routing and account number, and get its bank, BIC, IBAN if it can be ' +
    'computed, rails and ISO 20022 id. Use it if you know the country and two fields, or an IBAN and a BIC; ' +
    'account_requirements has the keys. For one IBAN or code use resolve_identifier.',
  inputSchema,
  outputSchema,
  run: async (input: FromSchema<typeof inputSchema>, context) => {
    const lookups = await context.loadLookups()
    const method = input.method ?? onlyMethod(input, lookups)
    const account = readAccount({ ...input, method }, lookups)
    const json = await context.run(() => lookups.checkAccount(account))
    return toResult(JSON.parse(json) as CheckedAccount)
  },
}

/** Returns the only method of the country, or the only one with exactly these fields. */
function onlyMethod({ country, fields }: FromSchema<typeof inputSchema>, directory: Directory): string | undefined {
  const methods = directory.listPaymentMethods(directory.requireCountry(country))
  const keys = Object.keys(fields).filter((key) => fields[key])
  const [only, ...others] = methods.length === 1 ? methods : methods.filter((method) => fits(keys, method))
  return others.length === 0 ? only?.id : undefined
}

const fits = (given: readonly string[], { fields }: PaymentMethod): boolean =>
  given.every((key) => fields.some((field) => field.key === key)) &&
  fields.every(({ key, required }) => !required || given.includes(key))

const leanInstitution = ({ PstlAdr, ...id }: NonNullable<CheckedAccount['iso20022']>): Fields =>
  lean({ ...id, PstlAdr: PstlAdr && lean(PstlAdr) })

function toResult(account: CheckedAccount): Fields {
  const fieldSchema = outputSchema.properties.fields.additionalProperties
  const fields = Object.entries(account.fields).map(([key, field]) => [key, pickFields(fieldSchema, field)])
  return pickFields(outputSchema, account, {
    fields: Object.fromEntries(fields),
    branch: nameOfBranch(account.branch),
    rails: toRails(account.rails),
    bank: account.bank && toHolder(account.bank),
    iso20022: account.iso20022 && objectOrNone(leanInstitution(account.iso20022)),
  })
}
