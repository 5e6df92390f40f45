/**
 * Business identifier code: four characters for the institution, two letters for its country, two characters for the
 * place and, where a branch is meant, three more. ISO 9362; registered by SWIFT. It has no check digit.
 */
import { accepted, refused, type Verdict } from './verdict.ts'

/** In its canonical form. */
export const pattern = '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'

export const compact = (input: string): string => input.replaceAll(/[\s-]/g, '').toUpperCase()

export function check(input: string): Verdict {
  const code = compact(input)
  if (!new RegExp(pattern).test(code)) {
    return refused('format', 'A BIC has eight or eleven characters, of which the fifth and sixth are letters.')
  }
  // XXX means the head office, which the short form means too.
  return accepted(code.endsWith('XXX') && code.length === 11 ? code.slice(0, 8) : code)
}
