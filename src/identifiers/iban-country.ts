/** The rules for IBANs in one country: their structure and parts, from the IBAN registry, and the national check. */
import registry from '../../data/iban.json' with { type: 'json' }
import { type NationalRule, nationalRules } from './iban-national-checks.ts'
import { parseStructure, type Structure } from './structure.ts'
import type { Span } from './verdict.ts'

export interface IbanCountry {
  structure: Structure
  /** The country code as a number, converted as in ISO 7064: DE is 1314, because D is 13 and E is 14. */
  value: number
  bank: Span
  branch: Span | null
  nationalRule: NationalRule | null
}

interface Entry {
  structure: string
  bank: number[]
  branch?: number[]
  example: string
}

const entries: Readonly<Record<string, Entry | undefined>> = registry.countries

// A cache indexed by the country code as a number: creating a string for the code takes longer than the rest of the
// check. The cache is filled on demand, because most countries are never looked up.
const countries: (IbanCountry | null | undefined)[] = new Array(26 * 26).fill(undefined)

/** Returns the country whose code the text starts with, or null if the registry does not have it. */
export function countryOfIban(text: string): IbanCountry | null {
  const index = indexOf(text)
  if (index === undefined) return null
  const cached = countries[index]
  if (cached !== undefined) return cached
  const code = text.slice(0, 2)
  const entry = entries[code]
  const country = entry ? createCountry(code, entry) : null
  countries[index] = country
  return country
}

/** Id of the source of the formats and examples. */
export const registrySource = registry.source

/** Returns the example and the pattern of IBANs in a country, or undefined if the registry does not have it. */
export function formatOfIban(country: string): { pattern: string; example: string } | undefined {
  const entry = entries[country]
  return entry && { pattern: patternOf(entry.structure), example: entry.example }
}

/** Converts a structure such as `DE2!n8!n10!n` to a regular expression in the grammar of `pattern-grammar.ts`. */
function patternOf(structure: string): string {
  const parts = structure.slice(2).matchAll(/(\d+)!([nac])/g)
  const patterns = [...parts].map(([, count, sign]) => `${classOfSign[sign as string]}{${count}}`)
  return `^${structure.slice(0, 2)}${patterns.join('')}$`
}

const classOfSign: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', c: '[A-Z0-9]' }

function indexOf(text: string): number | undefined {
  const first = text.charCodeAt(0) - 65
  const second = text.charCodeAt(1) - 65
  return first >= 0 && first < 26 && second >= 0 && second < 26 ? first * 26 + second : undefined
}

function createCountry(code: string, { structure, bank, branch }: Entry): IbanCountry {
  return {
    // In the registry, a structure starts with the country code itself, so replace it with `2!a`.
    structure: parseStructure(`2!a${structure.slice(2)}`),
    value: (code.charCodeAt(0) - 55) * 100 + code.charCodeAt(1) - 55,
    bank: spanOf(bank),
    branch: branch ? spanOf(branch) : null,
    nationalRule: nationalRules[code] ?? null,
  }
}

/** Converts a range from the registry, where positions start at 1 and the last position is included. */
function spanOf([first, last]: number[]): Span {
  return [(first as number) - 1, last as number]
}
