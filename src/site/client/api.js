/** Represents API requests as values, so that the page can both send them and show them. */
import { serviceUrl } from './address.js'

/** @import { ApiRequest, Bank, BankDetail, FoundBank, Resolved, SupportedCountry } from './types.ts' */

export const resultsMax = 20

/** @returns {ApiRequest<{ countries: SupportedCountry[] }>} */
export const countriesRequest = () => ({ path: 'v1/supported-countries/' })

/**
 * @param {string} country
 * @returns {ApiRequest<{ banks: Bank[] }>}
 */
export const listRequest = (country) => ({
  path: 'v1/banks',
  body: { country: country.toLowerCase() },
})

/**
 * @param {string} query
 * @param {string} country
 * @returns {ApiRequest<{ banks: FoundBank[] }>}
 */
export const searchRequest = (query, country) => ({
  path: `v1/search?${new URLSearchParams({ q: query, ...(country && { country: country.toLowerCase() }), limit: String(resultsMax) })}`,
})

/**
 * @param {string} id
 * @returns {ApiRequest<BankDetail>}
 */
export const bankRequest = (id) => ({ path: `v1/banks/${encodeURIComponent(id)}` })

/**
 * @param {string} identifier
 * @param {string} country
 * @returns {ApiRequest<Resolved>}
 */
export const resolveRequest = (identifier, country) => ({
  path: 'v1/resolve',
  body: { identifier, ...(country && { country: country.toLowerCase() }) },
})

/** A failed request. The message is the one from the service, if it sent one. */
export class RequestError extends Error {
  /**
   * @param {string} message
   * @param {boolean} isRetryable whether the same request may succeed later
   * @param {number} [retryAfterS] how long to wait before a retry
   */
  constructor(message, isRetryable, retryAfterS = 0) {
    super(message)
    this.isRetryable = isRetryable
    this.retryAfterS = retryAfterS
  }
}

/**
 * @template Result
 * @param {ApiRequest<Result>} request
 * @param {AbortSignal} signal
 * @returns {Promise<Result>}
 */
export async function send({ path, body }, signal) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  /** @type {Response} */
  let response
  let message = ''
  try {
    response = await fetch(new URL(path, serviceUrl), { signal, ...(body && post) })
    if (response.ok) return await response.json()
    message = await response.text()
  } catch (error) {
    if (signal.aborted) throw error
    throw new RequestError('Cannot reach the service. Check your connection and try again.', true)
  }
  const { status, headers } = response
  throw new RequestError(message, [408, 429].includes(status) || status >= 500, Number(headers.get('retry-after')) || 0)
}
