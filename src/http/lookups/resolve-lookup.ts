/** The lookup of the banks that an identifier belongs to. */
import type { FromSchema } from 'json-schema-to-ts'
import { countryInputPattern } from '../../directory/records/country-record.ts'
import { closedEnum } from '../../directory/records/json-schema.ts'
import {
  identifierCharactersMax,
  isGiven,
  readBic,
  readChoices,
  readIdentifier,
} from '../../directory/requests/parameters.ts'
import { resultSizes } from '../../directory/resolve/resolve-schema.ts'
import { selectableFields } from '../../directory/views/selected-fields.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import { problem } from '../errors/problems.ts'
import { itemsMax } from '../responses/batch-response.ts'
import { privateResponse } from '../responses/one-off-response.ts'
import { type Lookup, type LookupResponse, whenReady } from './lookup.ts'

const country = {
  type: ['string', 'null'],
  pattern: countryInputPattern,
  description: 'Country or region of the identifiers, if known. With it, missing leading zeros of codes are added',
  examples: ['ng'],
} as const

/** The field of a request with an account: a BIC to compare with its bank. */
export const bicInput = {
  type: ['string', 'null'],
  description: 'A BIC to compare with the bank of the account',
  examples: ['COBADEFFXXX'],
} as const

export const publishedSelectorSchema = {
  title: 'IdentifierSelector',
  type: 'object',
  properties: {
    identifier: {
      description: `One identifier, a string of up to ${identifierCharactersMax} characters. It may have the name of the bank before or after an account number`,
      examples: ['DE89 3704 0044 0532 0130 00'],
      type: 'string',
      minLength: 1,
      maxLength: identifierCharactersMax,
    },
    identifiers: {
      description: `Up to ${itemsMax} identifiers, instead of \`identifier\``,
      examples: [['058', 'COBADEFF']],
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: itemsMax,
    },
    country,
    bic: bicInput,
  },
}

/** The handler checks the other properties, so that one invalid value does not fail the whole batch. */
export const identifierSelectorSchema = { type: 'object', properties: { country } }

export const resolveQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fields: {
      type: 'array',
      items: closedEnum('BankFieldName', selectableFields),
      description:
        'Only these fields of each bank, separated by commas; `relation` and `since` are always included. Default: a summary',
    },
  },
} as const

export type IdentifierSelector = Partial<Record<'identifier' | 'identifiers' | 'country' | 'bic', unknown>>
export type ResolveParameters = FromSchema<typeof resolveQuerySchema>

/** Returns the response to a request with a single identifier. */
export function resolveResponse(
  selector: IdentifierSelector,
  parameters: ResolveParameters,
  lookup: Lookup,
): LookupResponse {
  return whenReady(prepareResolver(selector, parameters, lookup, 'single'), (resolveOne) => {
    const { identifier } = selector
    if (identifier === undefined) throw problem('identifier_missing', {})
    return whenReady(resolveOne(readIdentifier(identifier)), (json) =>
      // Account numbers are personal data, so no cache may store the response.
      privateResponse(json, `${lookup.snapshot.commonHeaders}X-Request-Id: ${lookup.requestId()}\r\n`),
    )
  })
}

type ResolveOne = (identifier: string) => string | Promise<string>

/** Reads the country and the fields of the request, and waits until the indexes are loaded. */
export function prepareResolver(
  { country: input, bic: bicText }: IdentifierSelector,
  parameters: ResolveParameters,
  { snapshot, scheduler, address }: Lookup,
  view: 'single' | 'batch',
): ResolveOne | Promise<ResolveOne> {
  const country = isGiven(input) ? snapshot.directory.requireCountry(input) : undefined
  const bic = readBic(bicText)
  const wanted = readChoices('fields', parameters.fields, selectableFields)
  const fields = wanted && selectableFields.filter((field) => wanted.includes(field))
  return whenReady(
    snapshot.loadLookups(),
    ({ startResolve }) =>
      (identifier) =>
        runResolve(scheduler, address, () => startResolve(identifier, country, { fields, bic, ...resultSizes[view] })),
  )
}

/** Runs the search of a text with the name of a bank in steps, like any search. */
export const runResolve = (
  scheduler: Scheduler,
  address: string,
  start: () => string | Generator<void, string>,
): string | Promise<string> =>
  whenReady(scheduler.run(address, start), (started) =>
    typeof started === 'string' ? started : scheduler.runUninterrupted(address, started),
  )
