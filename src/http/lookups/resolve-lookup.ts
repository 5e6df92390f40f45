/** The lookup of the banks that an identifier belongs to. */
import type { FromSchema } from 'json-schema-to-ts'
import { countryInputPattern } from '../../directory/records/country-record.ts'
import { closedEnum, openEnum } from '../../directory/records/json-schema.ts'
import {
  identifierCharactersMax,
  readBic,
  readIdentifier,
  readKinds,
  readText,
  textCharactersMax,
} from '../../directory/requests/parameters.ts'
import { isGiven, readChoices } from '../../directory/requests/values.ts'
import { readingKinds } from '../../directory/resolve/reading.ts'
import { resultSizes } from '../../directory/resolve/resolve-schema.ts'
import { type BankField, selectableFields } from '../../directory/views/selected-fields.ts'
import { problem } from '../errors/problems.ts'
import { itemsMax } from '../responses/batch-response.ts'
import { privateResponse } from '../responses/one-off-response.ts'
import { type Lookup, type LookupResponse, runStarted, whenReady } from './lookup.ts'

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
    text: {
      description: `A text of up to ${textCharactersMax} characters, such as a mail, instead of \`identifier\`: the response has the numbers of banks and accounts in it`,
      examples: ['Please pay to DE89 3704 0044 0532 0130 00 by Friday.'],
      type: 'string',
      minLength: 1,
      maxLength: textCharactersMax,
    },
    country,
    kinds: {
      description:
        'Only readings of these kinds. With `reference`, digits are also read as a payment reference without `country`',
      examples: [['reference']],
      type: 'array',
      items: openEnum('IdentifierKind', readingKinds),
      minItems: 1,
    },
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

export type IdentifierSelector = Partial<
  Record<'identifier' | 'identifiers' | 'text' | 'country' | 'kinds' | 'bic', unknown>
>
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

/** Finds the numbers in a text. `charge` takes what is looked up, like the items of a batch. */
export async function findNumbers(
  { text, country: input, kinds: wantedKinds, bic: bicText }: IdentifierSelector,
  parameters: ResolveParameters,
  { snapshot, scheduler, address }: Lookup,
  charge: (items: readonly string[]) => Promise<void>,
): Promise<string> {
  const country = isGiven(input) ? snapshot.directory.requireCountry(input) : undefined
  const view = { fields: readFields(parameters), kinds: readKinds(wantedKinds), bic: readBic(bicText) }
  const { startFind } = await snapshot.loadLookups()
  const { lookedUp, steps } = startFind(readText(text), country, { ...view, ...resultSizes.batch })
  await charge(lookedUp)
  const found = await scheduler.runSteps(address, steps)
  return `{"found":${found},"revision":${JSON.stringify(snapshot.directory.revision)}}`
}

function readFields(parameters: ResolveParameters): BankField[] | undefined {
  const wanted = readChoices('fields', parameters.fields, selectableFields)
  return wanted && selectableFields.filter((field) => wanted.includes(field))
}

type ResolveOne = (identifier: string) => string | Promise<string>

/** Reads the country and the fields of the request, and waits until the indexes are loaded. */
export function prepareResolver(
  { country: input, kinds: wantedKinds, bic: bicText }: IdentifierSelector,
  parameters: ResolveParameters,
  { snapshot, scheduler, address }: Lookup,
  view: 'single' | 'batch',
): ResolveOne | Promise<ResolveOne> {
  const country = isGiven(input) ? snapshot.directory.requireCountry(input) : undefined
  const bic = readBic(bicText)
  const kinds = readKinds(wantedKinds)
  const fields = readFields(parameters)
  return whenReady(
    snapshot.loadLookups(),
    ({ startResolve }) =>
      (identifier) =>
        runStarted(scheduler, address, () =>
          startResolve(identifier, country, { fields, kinds, bic, ...resultSizes[view] }),
        ),
  )
}
