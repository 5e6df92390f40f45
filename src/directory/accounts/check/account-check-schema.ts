/** The JSON Schema of a checked account, and the types derived from it. */
import type { FromSchema } from 'json-schema-to-ts'
import { reasons } from '../../../identifiers/verdict.ts'
import { count, nullable, nullableOpenEnum, objectSchema } from '../../records/json-schema.ts'
import {
  bicMatchFields,
  branchCheckedSchema,
  branchSchema,
  causeSchema,
  holderSchema,
  readingRailsSchema,
  verdictSchema,
} from '../../resolve/resolve-schema.ts'

const faultFields = {
  reason: {
    ...nullableOpenEnum(reasons),
    description: 'Why the value is invalid, as a code',
  },
  message: nullable({ type: 'string', description: 'Why the value is invalid, as a sentence' }),
  suggestion: nullable({
    type: 'string',
    description: 'The likely correction, if exactly one typo explains the error. Ask the user to confirm it',
  }),
} as const

export const checkedFieldSchema = objectSchema('CheckedField', {
  value: { type: 'string', description: 'The value without spaces and separators' },
  verdict: {
    ...verdictSchema,
    description:
      'As in resolve. `valid`: a check digit, the directory or the list of options confirms the value. `possible`: its ' +
      'format is right, and nothing else can be checked',
  },
  ...faultFields,
})

const memberIdSchema = objectSchema('ClearingSystemMemberId', {
  ClrSysId: objectSchema('ClearingSystemId', { Cd: { type: 'string', description: 'Code of the clearing system' } }),
  MmbId: { type: 'string', description: 'The bank or branch in the clearing system' },
})

const postalAddressSchema = objectSchema('PostalAddress', {
  StrtNm: nullable({ type: 'string', description: 'Street, with the number of the building' }),
  PstCd: nullable({ type: 'string', description: 'Postal code' }),
  TwnNm: { type: 'string', description: 'Town' },
  Ctry: { type: 'string', description: 'Country code' },
})

export const institutionIdSchema = objectSchema('InstitutionId', {
  BICFI: nullable({ type: 'string', description: 'BIC' }),
  ClrSysMmbId: { anyOf: [memberIdSchema, { type: 'null' }], description: 'Clearing system and member id' },
  LEI: nullable({ type: 'string', description: 'Legal entity identifier' }),
  Nm: nullable({ type: 'string', description: 'Name of the bank' }),
  PstlAdr: {
    anyOf: [postalAddressSchema, { type: 'null' }],
    description:
      "Address of the bank's head office, structured; null if not even its town is known. `Nm`, `LEI` and `PstlAdr` " +
      'are null unless the verdict on the bank is `valid`',
  },
})

export const checkedAccountSchema = objectSchema('CheckedAccount', {
  country: { type: 'string', description: 'Country code, in upper case' },
  method: { type: 'string', description: 'Id of the payment method' },
  verdict: {
    ...verdictSchema,
    description:
      '`invalid` if a field is invalid, otherwise the verdict on the bank of the account: `valid`, `possible`, `former` or `unknown`',
  },
  fields: {
    type: 'object',
    additionalProperties: checkedFieldSchema,
    description: 'Result for each field of the request, by key',
  },
  account_checked: {
    type: ['boolean', 'null'],
    description: 'Whether the check digits of the account number were checked; null if there is no account number',
  },
  branch_checked: branchCheckedSchema,
  branch: branchSchema,
  note: nullable({
    type: 'string',
    description: 'A remark about the bank or a field, or the reason why there is no bank',
  }),
  cause: causeSchema,
  bank: { anyOf: [holderSchema, { type: 'null' }], description: 'The bank, or the most likely one' },
  bank_count: count('Number of banks that hold or may hold the account'),
  bic: nullable({ type: 'string', description: 'The BIC to use, if there is one' }),
  ...bicMatchFields,
  rails: readingRailsSchema,
  iban: nullable({ type: 'string', description: 'The IBAN in the request, or one that was computed from it' }),
  iban_note: nullable({ type: 'string', description: 'Says that the IBAN was computed, or why there is none' }),
  iso20022: {
    anyOf: [institutionIdSchema, { type: 'null' }],
    description: 'How an ISO 20022 message identifies the bank (`FinInstnId`); null if the verdict is `invalid`',
  },
})

const failedAccountSchema = objectSchema('UncheckedAccount', {
  error: { type: 'string', description: 'Code of the error' },
  message: { type: 'string', description: 'Why the account was not checked' },
  cause: { ...causeSchema, description: 'Why the data lacks the country or the payment method, as in resolve' },
})

export const checkResultSchema = {
  title: 'CheckResult',
  description: 'The checked account, or one result for each of `accounts`, in the same order',
  oneOf: [
    checkedAccountSchema,
    objectSchema('CheckedBatch', {
      results: {
        type: 'array',
        items: { anyOf: [checkedAccountSchema, failedAccountSchema] },
        description: 'Results in the same order as `accounts`; an account that cannot be checked has an error',
      },
    }),
  ],
} as const

export type InstitutionId = FromSchema<typeof institutionIdSchema>
export type CheckedAccount = FromSchema<typeof checkedAccountSchema>
export type CheckedField = FromSchema<typeof checkedFieldSchema>
