/**
 * Renders an example: a request in several languages as tabs, and its response. Without JavaScript, all languages are shown
 * one below the other.
 */
import { type Html, html } from '../../html.ts'
import { type CodeBlock, codeBox, copyCodeButton, outputBox, preHtml } from './code-block.ts'
import { fetchCode } from './fetch-code.ts'

export interface Example {
  /** The same request in different languages, or one command. */
  codes: CodeBlock[]
  output?: CodeBlock
}

export interface ExampleContext {
  /** Path of the published base URL, without a trailing slash. */
  base: string
  /** The address of the service in the code. */
  address: string
  revision: string
}

/** Languages of requests, in the order of the tabs. */
export const requestLanguages: Record<string, string> = {
  sh: 'curl',
  ts: 'TypeScript',
  fetch: 'fetch',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
}

/** `id` is unique on the page. */
export function exampleHtml(example: Example, id: string, context: ExampleContext): Html {
  const { output } = example
  const codes = withFetch(example.codes, context)
  const run = runButton(codes, context)
  const single = codes.length === 1 ? codes[0] : undefined
  if (single && !run && !output) return codeBox(single)
  const request = single ? singleBox(single, run) : tabsBox(codes, id, run)
  return html`<div class="example${single ? '' : ' example-side'}">${request}${output && outputBox(output)}</div>
`
}

/** Adds the request of the curl example as `fetch`, next to a call of our client. */
function withFetch(codes: CodeBlock[], { address, revision }: ExampleContext): CodeBlock[] {
  const at = codes.findIndex(({ language, code }) => language === 'ts' && code.includes('BankLookupClient'))
  const curl = codes.find(({ language }) => language === 'sh')?.code ?? ''
  const request = readCurlRequest(curl, address, revision)
  if (at < 0 || !request || hasOutputOption.test(curl) || codes.some(({ language }) => language === 'fetch'))
    return codes
  const { method, path, headers, body } = request
  if (body !== undefined && headers['content-type'] !== 'application/json') return codes
  const url = address + path
  const json = body === undefined ? {} : { body: JSON.parse(body) }
  const code = fetchCode({ method, url, headers, ...json, reads: path.includes('.csv') ? 'text' : 'json' })
  return codes.toSpliced(at + 1, 0, { language: 'fetch', code })
}

/** These examples are about files and headers, which curl writes and compares by itself. */
const hasOutputOption = / (?:-o|-w|-i|--etag-\w+) /

const singleBox = (block: CodeBlock, run: Html | undefined): Html =>
  run
    ? html`<div class="code-box"><div class="code-head"><p class="code-title">curl</p>${run}${copyCodeButton}</div>${preHtml(block)}</div>
`
    : codeBox(block)

function tabsBox(codes: CodeBlock[], id: string, run: Html | undefined): Html {
  const labelled = codes.map((block) => ({ block, label: requestLanguages[block.language] ?? block.language }))
  const tabs = labelled.map(
    ({ block: { language }, label }, at) =>
      html`<button type="button" role="tab" id="${id}-${language}-tab" aria-controls="${id}-${language}" aria-selected="${String(at === 0)}" data-language="${language}">${label}</button>`,
  )
  const panels = labelled.map(
    ({ block, label }) =>
      html`<div class="panel" role="tabpanel" id="${id}-${block.language}" aria-labelledby="${id}-${block.language}-tab" data-language="${block.language}"><p class="panel-label">${label}</p>${preHtml(block)}</div>
`,
  )
  const languages = codes.map(({ language }) => language).join(' ')
  return html`<div class="code-box tabs" data-languages="${languages}"><div class="code-head"><div class="tab-list" role="tablist" aria-label="Language">${tabs}</div>${run}${copyCodeButton}</div>
${panels}</div>
`
}

/** A button that sends the request of the curl example, if it needs no key. */
function runButton(codes: CodeBlock[], { base, address, revision }: ExampleContext): Html | undefined {
  const curl = codes.find(({ language }) => language === 'sh')
  const request = curl && readCurlRequest(curl.code, address, revision)
  if (!request) return undefined
  const { method, path, headers, body } = request
  return html`<button type="button" class="code-button run script-only" data-method="${method}" data-path="${base}${path}" data-headers="${JSON.stringify(headers)}"${body === undefined ? undefined : html` data-body="${body}"`}>Run</button>`
}

interface ExampleRequest {
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
 * Reads the request of a curl example, so that a page can send it. Nothing is executed. Returns undefined if the code is
 * not exactly one curl command for the service at `address` that works without a key, or has an option or a word of the
 * shell that is not known here. `revision` is the current data revision.
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
