/** Parses the body of an HTML form. */
import { isUtf8 } from 'node:buffer'
import { problem, quoted } from '../errors/problems.ts'

const formType = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i

/** The fields by name; if a field occurs twice, the last value wins. */
export function parseForm(contentType: string | undefined, bytes: Buffer): ReadonlyMap<string, string> {
  if (contentType === undefined || !formType.test(contentType)) {
    throw problem('content_type_unsupported', { value: quoted(contentType ?? '') })
  }
  if (!isUtf8(bytes)) throw problem('body_not_utf8', {})
  return new Map(new URLSearchParams(bytes.toString()))
}
