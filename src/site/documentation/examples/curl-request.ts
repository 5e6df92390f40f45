/**
 * Reads the request of a curl example, so that a page can send it. Nothing is executed: a command with an option or a word of
 * the shell that is not known here has no request.
 */

export interface ExampleRequest {
  method: string
  /** Path and query below the address of the service. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** Options whose value says where the output goes. */
const ignoredWithValue = new Set(['-o', '-w', '--etag-save', '--etag-compare', '--max-time'])
const ignored = new Set(['-i', '-s', '-S', '-sS', '-f', '--compressed'])

/** A command substitution that prints the data revision of the service. */
const revisionCommand = /\$\(\s*curl [^()]*%header\{data-revision\}[^()]*\)/

/**
 * Returns undefined if the code is not exactly one curl command for the service at `address` that works without a key.
 * `revision` is the current data revision.
 */
export function readCurlRequest(code: string, address: string, revision = ''): ExampleRequest | undefined {
  const words = shellWords(code.replace(revisionCommand, () => revision))
  if (words?.[0] !== 'curl') return undefined
  const request: ExampleRequest = { method: 'GET', path: '', headers: {} }
  let explicitMethod: string | undefined
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as string
    const value = words[at + 1] ?? ''
    if (word === '-H') {
      const [, name = '', content = ''] = /^([\w-]+):\s*(.*)$/.exec(value) ?? []
      if (name === '' || name.toLowerCase() === 'authorization') return undefined
      request.headers[name.toLowerCase()] = content
    } else if (word === '-d') request.body = value
    else if (word === '-X') explicitMethod = value
    else if (word.startsWith(`${address}/`) && request.path === '') request.path = word.slice(address.length)
    else if (ignored.has(word)) continue
    else if (!ignoredWithValue.has(word)) return undefined
    if (word.startsWith('-')) at++
  }
  if (request.path === '') return undefined
  request.method = explicitMethod ?? (request.body === undefined ? 'GET' : 'POST')
  // The type that curl sends for `-d`.
  if (request.body !== undefined) request.headers['content-type'] ??= 'application/x-www-form-urlencoded'
  return request
}

/** Splits a command into its words. Returns undefined if the shell would expand a word or run more than one command. */
function shellWords(code: string): string[] | undefined {
  const words: string[] = []
  let rest = code.trim()
  let word: string | undefined
  while (rest !== '') {
    const [token = ''] = /^(?:\\\n\s*|\s+|'[^']*'|"[^"$`\\]*"|[\w./:@=,%+?~-]+)/.exec(rest) ?? []
    if (token === '' || token.startsWith('\n')) return undefined
    rest = rest.slice(token.length)
    if (!/^[\s\\]/.test(token)) word = (word ?? '') + (/^['"]/.test(token) ? token.slice(1, -1) : token)
    else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}
