/** Shows the API request that returns the data of the current view, ready to copy. */
import { serviceUrl } from '../address.js'
import { copyButton } from '../dom/copy.js'
import { byId, h, replaceChildren } from '../dom/dom.js'

/** @import { ApiRequest } from '../types.ts' */

/** @param {ApiRequest<unknown>} request */
export function showRequest({ path, body }) {
  const url = new URL(path, serviceUrl).href
  replaceChildren(
    byId('request'),
    h('h2', { id: 'request-title', tabindex: -1 }, 'API request'),
    codeFigure('curl', curlText(url, body)),
    codeFigure('fetch', fetchText(url, body)),
    !body && h('p', h('a', { href: url }, 'Open the JSON')),
  )
}

/**
 * @param {string} name
 * @param {string} text
 */
const codeFigure = (name, text) =>
  h('figure', h('figcaption', name, copyButton(text, `the request as ${name}`)), h('pre', h('code', text)))

/**
 * @param {string} url
 * @param {Record<string, string> | undefined} body
 */
function curlText(url, body) {
  if (!body) return `curl ${shellQuoted(url)}`
  return `curl ${url} \\\n  -H 'content-type: application/json' \\\n  -d ${shellQuoted(JSON.stringify(body))}`
}

/**
 * @param {string} url
 * @param {Record<string, string> | undefined} body
 */
function fetchText(url, body) {
  const fields = Object.entries(body ?? {}).map(([name, value]) => `${name}: ${quoted(value)}`)
  const options = `, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ${fields.join(', ')} }),
}`
  return `const url = ${quoted(url)}
const response = await fetch(url${body ? options : ''})
if (!response.ok) throw Error(await response.text())
const result = await response.json()`
}

/** @param {string} text */
const shellQuoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
