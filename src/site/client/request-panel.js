/** The request behind what is shown, ready to be copied. */
import { home } from './address.js'
import { copyButton } from './copy.js'
import { fill, make, part } from './dom.js'

/** @import { Asked } from './types.ts' */

/** @param {Asked<unknown>} asked */
export function showRequest({ title, path, body }) {
  const address = new URL(path, home).href
  fill(
    part('request'),
    make('h2', { id: 'request-title', tabindex: -1 }, title),
    listing('curl', curlText(address, body)),
    listing('fetch', fetchText(address, body)),
    !body && make('p', make('a', { href: address }, 'See the answer as it is')),
  )
}

/**
 * @param {string} name
 * @param {string} text
 */
const listing = (name, text) =>
  make('figure', make('figcaption', name, copyButton(text, `the request as ${name}`)), make('pre', make('code', text)))

/**
 * @param {string} address
 * @param {Record<string, string> | undefined} body
 */
function curlText(address, body) {
  if (!body) return `curl ${shellQuoted(address)}`
  return `curl ${address} \\\n  -H 'content-type: application/json' \\\n  -d ${shellQuoted(JSON.stringify(body))}`
}

/**
 * @param {string} address
 * @param {Record<string, string> | undefined} body
 */
function fetchText(address, body) {
  const fields = Object.entries(body ?? {}).map(([name, value]) => `${name}: ${quoted(value)}`)
  const options = `, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ${fields.join(', ')} }),
}`
  return `const url = ${quoted(address)}
const answer = await fetch(url${body ? options : ''})
if (!answer.ok) throw Error(await answer.text())
const found = await answer.json()`
}

/** @param {string} text */
const shellQuoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
