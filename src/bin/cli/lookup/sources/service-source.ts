/**
 * Looks up banks in a running service, with the TypeScript client. The service can be another program or a hostile one, so
 * the shape of every response is checked. Identifiers are sent in the body of a POST, never in a URL.
 */

import { BankLookupClient } from '../../../../../packages/client/src/client.ts'
import type { BankLookupError } from '../../../../../packages/client/src/error.ts'
import { excerpt } from '../../../../dataset/dataset-error.ts'
import { createValidator } from '../../../../dataset/schema-check.ts'
import { branchPageSchema } from '../../../../directory/branches/branch-page.ts'
import { memoize } from '../../../../directory/memoize.ts'
import { accountRequirementsSchema } from '../../../../directory/records/account-requirements-record.ts'
import { bankDetailSchema } from '../../../../directory/records/bank-record.ts'
import { isOpenEnum } from '../../../../directory/records/json-schema.ts'
import {
  type BankList,
  bankListSchema,
  type SupportedCountries,
  supportedCountriesSchema,
} from '../../../../directory/records/list-schemas.ts'
import { isLookupErrorCode, LookupError } from '../../../../directory/requests/lookup-error.ts'
import { foundNumbersSchema, resolvedSchema } from '../../../../directory/resolve/resolve-schema.ts'
import { searchResultSchema } from '../../../../directory/search/search-schema.ts'
import { Failure, UsageError } from '../../command.ts'
import { canExplain } from './lookup-failure.ts'
import type { LookupSource } from './lookup-source.ts'

/** Longer sentences of a service are shortened. */
const sentenceLengthMax = 1_000

/** `maxBytes`: the size of the largest response that is read. */
export function createServiceSource(address: string, maxBytes = 64_000_000): LookupSource {
  const baseUrl = readAddress(address)
  // A person sees an error at once and repeats the command, instead of waiting for retries.
  const client = new BankLookupClient({ baseUrl, maxBytes, retries: 0, etagCharactersMax: 0 })

  /** `sent`: the values of the user, for the error message. */
  async function check<Result>(schema: object, response: Promise<unknown>, sent: object = {}): Promise<Result> {
    const body = await response.catch((error: BankLookupError) => {
      if (error.code === 'response_too_large')
        throw new Failure(
          `A response of ${baseUrl} is larger than ${maxBytes / 1e6} MB. Use --max-bytes to allow more.`,
        )
      throw toLookupError(error, { ...sent })
    })
    const misfit = validatorOf(schema)(body)
    if (misfit === undefined) return body as Result
    const sentence = `${baseUrl} did not return what Bank Lookup returns: ${misfit}`
    throw new Failure(`${excerpt(sentence, sentenceLengthMax)}.`)
  }
  const countries = (): Promise<SupportedCountries> => check(supportedCountriesSchema, client.supportedCountries())
  return {
    countries,
    build: async () => (await countries()).build,
    listBanks: async (country, { types: type, ...options }) => {
      const [list, { countries: all, regions }] = await Promise.all([
        check<BankList>(bankListSchema, client.listBanks(country, { type, ...options }), { country, type, ...options }),
        countries(),
      ])
      const of = [...all, ...regions].find(({ code }) => code === list.country)
      if (!of) throw new Failure(`The service at ${baseUrl} does not describe the country ${excerpt(list.country)}.`)
      return { ...list, of }
    },
    findBank: async (id) => {
      try {
        return await check(bankDetailSchema, client.getBank(id))
      } catch (error) {
        if (error instanceof LookupError && error.code === 'bank_unknown') return undefined
        throw error
      }
    },
    search: async (text, { explain, types: type, ...options }) => {
      if (explain) throw new UsageError('--explain needs the data of this installation; leave out --url.')
      return check(searchResultSchema, client.search(text, { type, ...options }), { type, ...options })
    },
    listBranches: (bank, { query: q, ...options }) =>
      check(branchPageSchema, client.listBranches(bank, { q, ...options }), { bank, q, ...options }),
    resolve: (identifier, options) => check(resolvedSchema, client.resolve(identifier, options), options),
    resolveAll: (identifiers, options) => check(resolvedBatchSchema, client.resolve(identifiers, options), options),
    findNumbers: (text, country) => check(foundNumbersSchema, client.findNumbers(text, { country }), { country }),
    requirements: (country, options) =>
      check(accountRequirementsSchema, client.accountRequirements(country, options), { country }),
  }
}

const resolvedBatchSchema = { type: 'array', items: resolvedSchema }

/** Accepts an address without a scheme, such as `localhost:8080`. */
function readAddress(address: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`)
  if (url?.username || url?.password)
    throw new UsageError('--url has a user name or a password, which is not supported; leave it out.')
  if (url && /^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  throw new UsageError(`--url is "${address}"; use the address of a service, such as http://localhost:8080.`)
}

/**
 * A service does not repeat what the user typed in the details of an error, so that is added here. A service of another
 * version may have no details; its own sentence is shown then.
 */
function toLookupError({ code, message, details }: BankLookupError, sent: Record<string, unknown>): Error {
  if (code === 'network_error') return new Failure(`${message}; start the service, or leave out --url.`)
  if (!isLookupErrorCode(code)) return new Failure(message)
  const texts = Object.entries(details).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  const known = Object.fromEntries(texts.map(([name, text]) => [name, excerpt(text, sentenceLengthMax)]))
  const lookupError = new LookupError(code, { ...known, input: sent.country, value: sent[known.name ?? 'country'] })
  return canExplain(lookupError) ? lookupError : new Failure(message)
}

const validatorOf = memoize((schema: object) => createValidator(relaxed(schema) as object))

/** A service of another version can have more fields, and more values of an open enum. */
function relaxed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relaxed)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === 'additionalProperties' && value === false) && !(key === 'enum' && isOpenEnum in schema),
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, relaxed(value)]))
}
