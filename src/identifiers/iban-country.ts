/** What the IBAN registry and the country itself say of the IBANs of one country. */
import registry from '../../data/iban.json' with { type: 'json' }
import { type NationalRule, nationalRules } from './iban-national-checks.ts'
import { type Shape, shapeOf } from './structure.ts'
import type { Span } from './verdict.ts'

export interface IbanCountry {
  shape: Shape
  /** The two letters of the country as ISO 7064 reads them: DE is 1314. */
  value: number
  bank: Span
  branch: Span | null
  nationalRule: NationalRule | null
}

interface Entry {
  structure: string
  bank: number[]
  branch?: number[]
}

const entries: Readonly<Record<string, Entry | undefined>> = registry.countries

// By the number of the two letters, because to make a text of them takes longer than to check the rest. Filled as
// countries are asked for, because few are.
const countries: (IbanCountry | null | undefined)[] = new Array(26 * 26).fill(undefined)

/** Of an IBAN, or of anything that begins as one; null if the registry does not have it. */
export function countryOfIban(text: string): IbanCountry | null {
  const number = numberOf(text)
  if (number === undefined) return null
  const known = countries[number]
  if (known !== undefined) return known
  const code = text.slice(0, 2)
  const entry = entries[code]
  const country = entry ? countryOf(code, entry) : null
  countries[number] = country
  return country
}

function numberOf(text: string): number | undefined {
  const first = text.charCodeAt(0) - 65
  const second = text.charCodeAt(1) - 65
  return first >= 0 && first < 26 && second >= 0 && second < 26 ? first * 26 + second : undefined
}

function countryOf(code: string, { structure, bank, branch }: Entry): IbanCountry {
  return {
    // The registry writes the country's own letters where the others have a length and a kind.
    shape: shapeOf(`2!a${structure.slice(2)}`),
    value: (code.charCodeAt(0) - 55) * 100 + code.charCodeAt(1) - 55,
    bank: spanOf(bank),
    branch: branch ? spanOf(branch) : null,
    nationalRule: nationalRules[code] ?? null,
  }
}

/** The registry counts from 1 and names the last character. */
function spanOf([first, last]: number[]): Span {
  return [(first as number) - 1, last as number]
}
