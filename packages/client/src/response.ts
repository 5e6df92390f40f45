/** Reads responses, which can come from another program or a hostile one: their size and their shape. */
import { BankLookupError, isObject } from './error.ts'

/** Counts the bytes after decompression, which can be a thousand times as many. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const { url, status, body } = response
  const tooLarge = (): BankLookupError => {
    const message = `The response of ${url} is larger than ${maxBytes / 1e6} MB. Use maxBytes to allow more.`
    return new BankLookupError(message, { code: 'response_too_large', status })
  }
  let text = ''
  // The option `fetch` may return no stream, as in React Native, or a stream of Node, as node-fetch does.
  if (!body?.getReader) {
    text = await response.text()
    if (text.length > maxBytes) throw tooLarge()
    return text
  }
  const decoder = new TextDecoder()
  // Not every browser can iterate over a stream.
  const reader = body.getReader()
  let bytes = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.length
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

/** The types of some fields of an object. A list has only objects. */
export type Shape = { readonly [field: string]: 'string' | 'object' | 'list' }

/** Whether the value has the fields of the shape. The other fields are left to the service. */
export const hasShape = <Value>(value: unknown, shape: Shape): value is Value =>
  isObject(value) &&
  Object.entries(shape).every(([field, type]) => {
    const part = value[field]
    if (type === 'string') return typeof part === 'string'
    return type === 'list' ? Array.isArray(part) && part.every(isObject) : isObject(part)
  })

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
