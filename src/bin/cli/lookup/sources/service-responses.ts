/** Reads the responses of a service, which can be another program or a hostile one: their size and their shape. */
import { createValidator, type Validator } from '../../../../dataset/schema-check.ts'
import { isOpenEnum } from '../../../../directory/records/json-schema.ts'
import { Failure } from '../../command.ts'

/** Counts the bytes after decompression. */
export async function readText({ body, url }: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax)
      throw new Failure(`The response of ${url} is larger than ${bytesMax / 1e6} MB. Use --max-bytes to allow more.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const validators = new Map<object, Validator>()

/** Returns why a response does not fit its schema, or undefined if it does. */
export function explainMisfit(schema: object, body: unknown): string | undefined {
  const validate = validators.get(schema) ?? createValidator(relaxed(schema) as object)
  validators.set(schema, validate)
  return validate(body)
}

/** A service of another version can have more fields, and more values of an open enum. */
function relaxed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relaxed)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === 'additionalProperties' && value === false) && !(key === 'enum' && isOpenEnum in schema),
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, relaxed(value)]))
}
