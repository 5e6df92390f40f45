/**
 * Legal entity identifier: 18 letters and digits and two check digits that name a company.
 * ISO 17442; check digits as in ISO 7064, MOD 97-10. Registered through GLEIF.
 */
import { accepted, refused, type Verdict } from './verdict.ts'

/** In its canonical form. */
export const pattern = '^[A-Z0-9]{18}\\d{2}$'

export const compact = (input: string): string => input.replaceAll(/[\s-]/g, '').toUpperCase()

export function check(input: string): Verdict {
  const identifier = compact(input)
  if (!new RegExp(pattern).test(identifier)) {
    return refused('format', 'A legal entity identifier has 18 letters or digits and then two digits.')
  }
  let remainder = 0
  for (const character of identifier) {
    // A letter stands for a number of two digits: A is 10, Z is 35.
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1 ? accepted(identifier) : refused('checksum', 'The last two digits do not fit the other 18.')
}
