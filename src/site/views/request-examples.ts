/** The API request that returns the data of a page, in three languages, folded. */
import { localUrl } from '../documentation/addresses.ts'
import { type Html, html } from '../html.ts'
import { copyButton } from './copy-button.ts'
import type { ViewContext } from './view-context.ts'

export interface ApiRequest {
  /** Relative to the base URL of the service, without a leading slash. */
  path: string
  /** JSON body. If it is set, the request is a POST. */
  body?: Record<string, string>
}

/** The content of `details.request`. In the browser, the public URL is never empty. */
export function requestExamples(
  { base, publicUrl }: Pick<ViewContext, 'base' | 'publicUrl'>,
  { path, body }: ApiRequest,
): Html {
  const url = `${publicUrl || localUrl}/${path}`
  const examples = [
    ['curl', curlText(url, body)],
    ['fetch', fetchText(url, body)],
    ['Python', pythonText(url, body)],
  ] as const
  return html`<summary>API request <code>${body ? 'POST' : 'GET'} /${path}</code></summary>
<div class="request-examples">${examples.map(
    ([name, text]) =>
      html`<figure data-language="${name}"><figcaption>${name}${copyButton(text, `the request for ${name}`)}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>`,
  )}</div>
${body ? undefined : html`<p><a href="${base}/${path}">Open the JSON</a></p>`}`
}

const curlText = (url: string, body: ApiRequest['body']): string =>
  body
    ? `curl ${shellQuoted(url)} \\\n  -H 'content-type: application/json' \\\n  -d ${shellQuoted(JSON.stringify(body))}`
    : `curl ${shellQuoted(url)}`

function fetchText(url: string, body: ApiRequest['body']): string {
  const fields = Object.entries(body ?? {}).map(([name, value]) => `${name}: ${quoted(value)}`)
  const options = `, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ${fields.join(', ')} }),
}`
  return `const response = await fetch(${quoted(url)}${body ? options : ''})
if (!response.ok) throw Error(await response.text())
const result = await response.json()`
}

function pythonText(url: string, body: ApiRequest['body']): string {
  const request = body
    ? `request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(${JSON.stringify(body)}).encode(),
    headers={"content-type": "application/json"},
)
with urllib.request.urlopen(request) as response:`
    : `with urllib.request.urlopen(${JSON.stringify(url)}) as response:`
  return `import json, urllib.request

${request}
    result = json.load(response)`
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
