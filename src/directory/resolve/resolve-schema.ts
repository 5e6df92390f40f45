/** The JSON Schema of a resolve result, and the types derived from it. */
import type { FromSchema } from 'json-schema-to-ts'
import { referenceRules } from '../../identifiers/references/references.ts'
import { checkNames, reasons } from '../../identifiers/verdict.ts'
import { missingCauses } from '../builds/build-schema.ts'
import { bankFieldsSchema, bankSummarySchema, railsSchema } from '../records/bank-record.ts'
import {
  closedEnum,
  count,
  extendedSchema,
  extendSchema,
  nullable,
  nullableOpenEnum,
  objectSchema,
  openEnum,
} from '../records/json-schema.ts'
import { bicMatches, readingKinds, relations, verdicts } from './reading.ts'

/** A batch returns fewer readings, banks and rails per identifier, so that a response with 1,000 results stays below 2 MB. */
export const resultSizes = {
  single: { readingsMax: 50, banksMax: 50 },
  batch: { readingsMax: 2, banksMax: 4, hasOnlyKnownRails: true },
}

const { single, batch } = resultSizes

/** The most numbers that are returned for a text. */
export const foundMax = 50

const part = (description: string) => ({ type: 'string', description }) as const

const partsSchema = {
  country: part('Country code of an IBAN, a BIC, a bank code, an account number or a bank id'),
  check_digits: part(
    'Check digits of an IBAN, an LEI or a CCI (Peru), or the IBAN check digits in an account number that includes them',
  ),
  national_check: part(
    'National check letter in an IBAN from Italy or San Marino, or the national check digits of an account number',
  ),
  bank_code: part('Bank code in an IBAN, or in an account number or a branch code that includes it'),
  branch_code: part(
    'Branch code in an IBAN or an account number, or the rest of a code that starts with the bank code',
  ),
  branch_check_digit: part(
    'Check digit after the branch code of a CBU or an account number in Hungary, or after the provider of a CVU',
  ),
  provider: part('Payment provider in a CVU (Argentina)'),
  sort_code: part('Sort code of a UK account, or in an IBAN from the United Kingdom or Ireland'),
  clearing: part('Clearing number of a Swedish account'),
  account_prefix: part('Prefix of an account number in Czechia or Slovakia'),
  ledger: part('Ledger of an account number in Iceland'),
  national_id: part('National id of the account holder in an account number in Iceland'),
  account: part('Account number in an IBAN, in a UK account with its sort code, or on its own'),
  suffix: part('Suffix of an account number in New Zealand'),
  institution: part('Institution part of a BIC, or of a US or Canadian routing number'),
  location: part('Location part of a BIC'),
  branch: part('Branch part of an 11-character BIC, or of a sort code'),
  issuer: part('Prefix of the organisation that issued an LEI'),
  entity: part('Entity part of an LEI'),
  federal_reserve_symbol: part('Federal Reserve symbol of a US routing number'),
  check_digit: part('Check digit of a US routing number, a NUBAN, a CLABE (Mexico), a CBU or a CVU (Argentina)'),
  bank: part('Bank part of a sort code'),
  transit: part('Branch part of a Canadian routing number'),
  cheque: part('For a Canadian electronic routing number: the cheque routing number of the same branch'),
  eft: part('For a Canadian cheque routing number: the electronic routing number of the same branch'),
  serial: part('Serial number of a NUBAN'),
  code: part('The bank code itself'),
  reference_type: part(`Type of a payment reference: ${referenceRules.map(({ type }) => `\`${type}\``).join(', ')}`),
  model: part('Model of a payment reference in Slovenia or Croatia'),
  reference: part('Payment reference without its check digits'),
} as const

const relationFields = {
  relation: {
    ...openEnum('Relation', relations),
    description: 'How the bank is related to the identifier or the account',
  },
  since: nullable({ type: 'string', description: 'When the former holder merged or closed, if known' }),
} as const

export const holderSchema = extendSchema('Holder', bankSummarySchema, relationFields)

export const verdictSchema = closedEnum('Verdict', verdicts)

export const causeSchema = {
  ...nullableOpenEnum(missingCauses),
  description:
    'Why the data may lack the bank of a right identifier, as a code: `not_in_build` if this build of the data leaves ' +
    'out such codes; null otherwise',
} as const

/** Also the fields of a checked account. */
export const bicMatchFields = {
  bic_match: {
    ...nullableOpenEnum(bicMatches),
    description:
      'How the `bic` in the request fits the bank. `same`: it is the BIC to use. `same_bank`: another BIC of the bank, of a bank ' +
      'that has merged with it, or of the same legal entity. `other_bank`: another bank has it. `unknown`: the bank of the ' +
      'account or of the BIC is not known. `invalid`: it is no BIC. Null if the request has no `bic`',
  },
  bic_note: nullable({ type: 'string', description: 'Which BIC to use, or why the `bic` in the request does not fit' }),
} as const

export const branchCheckedSchema = {
  type: ['boolean', 'null'],
  description: 'Whether the branch code was looked up in a list of branch codes; null if there is no branch code',
} as const

export const namedBranchSchema = objectSchema('Branch', {
  code: { type: 'string', description: 'Branch code with the bank code, without separators' },
  name: nullable({ type: 'string', description: 'Name of the branch, if known' }),
  city: nullable({ type: 'string', description: 'City or town, if known' }),
  region: nullable({ type: 'string', description: 'State, if known' }),
})

export const branchSchema = {
  anyOf: [namedBranchSchema, { type: 'null' }],
  description: 'The branch; null unless the branch code is in a list of branch codes',
} as const

export const readingRailsSchema = {
  ...railsSchema,
  description:
    'Payment rails over which money reaches the first bank, with the code or branch in the identifier where a rail ' +
    'has single codes or branches. Empty if the identifier is invalid, or if the bank is only an indication',
} as const

export const readingSchema = objectSchema('Reading', {
  kind: { ...openEnum('IdentifierKind', readingKinds), description: 'Kind of identifier' },
  scheme: nullable({ type: 'string', description: 'Code scheme; null unless `kind` is `bank_code`' }),
  verdict: {
    ...verdictSchema,
    description:
      '`valid`: all checks pass and the directory knows the holder. `possible`: the holder is only an indication. ' +
      '`former`: the code is no longer in use. `unknown`: no bank in the directory holds the identifier. `invalid`: a check fails. A payment reference belongs ' +
      'to no bank: it is `valid` if it has its letters or printed form, and `possible` if it has digits only',
  },
  canonical: { type: 'string', description: 'The identifier without separators' },
  checks: {
    type: 'array',
    items: openEnum('CheckName', checkNames),
    description: 'The checks that were applied, in order; if the verdict is `invalid`, the last one failed',
  },
  account_checked: {
    type: ['boolean', 'null'],
    description:
      'Whether the check digits of the account number itself were checked; null if there is no account number',
  },
  branch_checked: branchCheckedSchema,
  reason: {
    ...nullableOpenEnum(reasons),
    description: 'Why the identifier is invalid, as a code',
  },
  message: nullable({ type: 'string', description: 'Why the identifier is invalid, as a sentence' }),
  at: {
    type: ['array', 'null'],
    items: { type: 'integer', minimum: 0 },
    minItems: 2,
    maxItems: 2,
    description: 'Position of the error in `canonical`: the first character and one past the last',
  },
  suggestion: nullable({
    type: 'string',
    description:
      'The likely correction, if exactly one typo explains the error. Ask the user to confirm it; never apply it silently',
  }),
  parts: {
    title: 'IdentifierParts',
    type: 'object',
    additionalProperties: false,
    properties: partsSchema,
    description: 'Parts of the identifier; the keys depend on the kind',
  },
  branch: branchSchema,
  bic: nullable({ type: 'string', description: 'The BIC to use, if there is one' }),
  ...bicMatchFields,
  iban: nullable({
    type: 'string',
    description: 'The IBAN of a national account number, computed by a published rule; null for any other identifier',
  }),
  formatted: nullable({
    type: 'string',
    description:
      'The form in which people print it, such as `20-29-59` or an IBAN in groups of four; null if they print it without separators, or if it is invalid',
  }),
  masked: nullable({
    type: 'string',
    description:
      'A valid IBAN or account number with all but the last four characters hidden, and of an IBAN the country; null for any other identifier',
  }),
  note: nullable({ type: 'string', description: 'A remark about the banks, or the reason why there are none' }),
  cause: causeSchema,
  sepa: {
    type: ['boolean', 'null'],
    description: 'Whether the country of the IBAN is in SEPA; null unless this is an IBAN that passes all checks',
  },
  qr_iban: {
    type: ['boolean', 'null'],
    description:
      'Whether this is a QR-IBAN (Switzerland and Liechtenstein), to which payments need a QR reference; null unless this is an IBAN that passes all checks',
  },
  rails: {
    ...readingRailsSchema,
    description: `${readingRailsSchema.description}. A batch leaves out rails that are not known`,
  },
  bank_count: count('Number of banks that hold or may hold the identifier, before the limit on `banks`'),
  banks: {
    type: 'array',
    items: {
      anyOf: [
        holderSchema,
        {
          title: 'HolderFields',
          description: 'Only the fields of the bank that the request selects with `fields`',
          type: 'object',
          additionalProperties: false,
          required: ['relation', 'since'],
          properties: { ...bankFieldsSchema.properties, ...relationFields },
          [extendedSchema]: bankFieldsSchema,
        },
      ],
    },
    description:
      `At most ${single.banksMax} banks (${batch.banksMax} in a batch), most reliable first: summaries, or the ` +
      'requested `fields`',
  },
})

export const resolvedSchema = objectSchema('Resolved', {
  reading_count: count('Number of readings, before the limit on `readings`'),
  readings: {
    type: 'array',
    items: readingSchema,
    description: `Readings, most likely first; at most ${batch.readingsMax} in a batch`,
  },
  message: nullable({ type: 'string', description: 'What to do if there is no reading; otherwise null' }),
})

export const foundNumbersSchema = objectSchema('FoundNumbers', {
  found: {
    type: 'array',
    items: objectSchema('FoundNumber', {
      start: count('Where the number starts in the text, in UTF-16 code units'),
      end: count('Where it ends: the position after its last character'),
      readings: {
        type: 'array',
        items: readingSchema,
        description: `Readings, most likely first; at most ${batch.readingsMax}`,
      },
    }),
    description: `At most ${foundMax} numbers, in the order of the text`,
  },
  revision: { type: 'string', description: 'Revision of the data' },
})

export const resolveSchema = {
  title: 'ResolveResult',
  description:
    'The readings of `identifier`, one result for each of `identifiers`, in the same order, or the numbers found in `text`',
  oneOf: [
    resolvedSchema,
    objectSchema('ResolvedBatch', {
      results: { type: 'array', items: resolvedSchema, description: 'Results in the same order as `identifiers`' },
    }),
    foundNumbersSchema,
  ],
} as const

export type HolderSummary = FromSchema<typeof holderSchema>
export type ReadingResult = FromSchema<typeof readingSchema>
export type FoundNumbers = FromSchema<typeof foundNumbersSchema>
export type ResolvedIdentifier = FromSchema<typeof resolvedSchema>
