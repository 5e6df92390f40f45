/** Requests to the service, described so that the page can send them and show them. */
import { home } from './address.js'

/** @import { Asked, Bank, BankDetail, FoundBank, Resolved, SupportedCountry } from './types.ts' */

export const foundMax = 20

/** @returns {Asked<{ countries: SupportedCountry[] }>} */
export const countriesRequest = () => ({ title: 'The countries', path: 'v1/supported-countries/' })

/**
 * @param {string} country
 * @returns {Asked<{ banks: Bank[] }>}
 */
export const listRequest = (country) => ({
  title: 'Ask for a country’s list',
  path: 'v1/banks',
  body: { country: country.toLowerCase() },
})

/**
 * @param {string} query
 * @param {string} country
 * @returns {Asked<{ banks: FoundBank[] }>}
 */
export const searchRequest = (query, country) => ({
  title: 'Ask for these banks',
  path: `v1/search?${new URLSearchParams({ q: query, ...(country && { country: country.toLowerCase() }), limit: String(foundMax) })}`,
})

/**
 * @param {string} id
 * @returns {Asked<BankDetail>}
 */
export const bankRequest = (id) => ({ title: 'Ask for this bank', path: `v1/banks/${encodeURIComponent(id)}` })

/**
 * @param {string} identifier
 * @param {string} country
 * @returns {Asked<Resolved>}
 */
export const resolveRequest = (identifier, country) => ({
  title: 'Ask whose it is',
  path: 'v1/resolve',
  body: { identifier, ...(country && { country: country.toLowerCase() }) },
})

/** Why there is no answer, in the service's own sentence where it gave one. */
export class Problem extends Error {
  /**
   * @param {string} sentence
   * @param {boolean} mayPass whether the same request can have an answer later
   * @param {number} [waitS] how long to wait before asking again
   */
  constructor(sentence, mayPass, waitS = 0) {
    super(sentence)
    this.mayPass = mayPass
    this.waitS = waitS
  }
}

/**
 * @template Answer
 * @param {Asked<Answer>} asked
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export async function ask({ path, body }, signal) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  /** @type {Response} */
  let response
  let sentence = ''
  try {
    response = await fetch(new URL(path, home), { signal, ...(body && post) })
    if (response.ok) return await response.json()
    sentence = await response.text()
  } catch (failure) {
    if (signal.aborted) throw failure
    throw new Problem('The service cannot be reached. Check the connection, then try again.', true)
  }
  const { status, headers } = response
  throw new Problem(sentence, [408, 429].includes(status) || status >= 500, Number(headers.get('retry-after')) || 0)
}
