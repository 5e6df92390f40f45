/** Reads responses, which can come from another program or a hostile one: their size and their shape. */
import { BankLookupError } from './error.ts'

/** Counts the bytes after decompression, which can be a thousand times as many. */
export async function readText({ url, status, body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  // Not every browser can iterate over a stream.
  const reader = body?.getReader()
  let text = ''
  let bytes = 0
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    bytes += chunk.value.length
    if (bytes > maxBytes) {
      reader?.cancel().catch(() => undefined)
      const message = `The response of ${url} is larger than ${maxBytes / 1e6} MB. Use maxBytes to allow more.`
      throw new BankLookupError(message, { code: 'response_too_large', status })
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
