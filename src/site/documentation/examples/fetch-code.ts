/** Writes a request for `fetch`, which needs no package. */
import { jsonText } from '../../views/text/json-text.ts'

export interface FetchRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** As JSON. */
  body?: unknown
  /** How to read the response: `file` for binary content. */
  reads: 'json' | 'text' | 'file'
}

export function fetchCode({ url, method, headers, body, reads }: FetchRequest): string {
  const content = body === undefined ? '' : `\n  body: JSON.stringify(${jsonText(body)}),`
  const sent = Object.keys(headers).length > 0 ? `\n  headers: ${jsonText(headers)},` : ''
  const options = method === 'GET' && sent === '' ? '' : `, {\n  method: '${method}',${sent}${content}\n}`
  const file = new URL(url).pathname.split('/').at(-1)
  const read =
    reads === 'file'
      ? `await writeFile('${file}', new Uint8Array(await response.arrayBuffer()))`
      : `console.log(await response.${reads}())`
  return `${reads === 'file' ? "import { writeFile } from 'node:fs/promises'\n\n" : ''}const response = await fetch('${url}'${options})
if (!response.ok) throw new Error(await response.text())
${read}`
}
