/** What is asked, what is at hand to answer it, and how an answer is put together. */
import { compact } from '../../identifiers/compact.ts'
import type { Parts, Verdict } from '../../identifiers/verdict.ts'
import type { Scheme } from '../scheme.ts'
import type { Found, Holders } from './holders.ts'
import { takeLabel } from './label.ts'
import type { NubanInstitution } from './nigerian.ts'
import type { Reading } from './reading.ts'

export interface Context {
  holders: Holders
  schemes: Map<string, Scheme>
  /** By country: the schemes in which people ask for "the bank code". */
  preferred: Map<string, readonly string[]>
  numberOf(id: string): number | undefined
  /** Of a bank. */
  countryOf(bank: number): string
  nubanInstitutions(): NubanInstitution[]
}

export interface Asked {
  /** As it came, without what stands around it. */
  text: string
  compacted: string
  /** What it is said to be, by a word in front of it. */
  label: Reading['kind'] | undefined
  /** The codes of the countries that are meant; none if any may be. */
  countries: readonly string[]
}

/** How messages mark national codes, as in `//FW021000021`, by the country. `//CC` is a part of the Canadian form. */
const clearingCodes: Record<string, string> = {
  AT: 'AT',
  BL: 'DE',
  ES: 'ES',
  FW: 'US',
  GR: 'GR',
  IE: 'IE',
  IT: 'IT',
  PL: 'PL',
  PT: 'PT',
  SC: 'GB',
  SW: 'CH',
  ZA: 'ZA',
}

/** Quotes, brackets, marks of direction and commas between thousands come along when it is copied. */
export function askedOf(identifier: string, named: readonly string[]): Asked {
  const whole = identifier
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (arabic) => String(arabic.charCodeAt(0) & 0xf))
    .replace(/^[\s"'`(<[]+|[\s"'`)>\].,;]+$/g, '')
    .replaceAll('_', ' ')
  const [marked = '', clearing = ''] = /^\/\/(?!CC)([A-Z]{2})/i.exec(whole) ?? []
  const country = clearingCodes[clearing.toUpperCase()]
  const { label, rest } = takeLabel(whole.slice(marked.length))
  const text = /^\d{1,3}(,\d{3})+$/.test(rest) ? rest.replaceAll(',', '') : rest
  const countries = named.length === 0 && country !== undefined ? [country] : named
  return { text, compacted: compact(text), label, countries }
}

/** What forms and letters write beside the numbers of a bank and an account. */
const wordsBeside =
  /\b(?:(?:sort(?:ing)?|bank|branch)(?:\s*code)?(?=[\s.:#=-]*\d)|s\/?c|(?:bank\s*)?(?:account|acct|acc|a\/c)(?:\s*(?:no|number|nr|num)\b)?)[\s.:#=-]*/gi

/** An account with its bank, by the first of the forms that it has. */
export function pairOf({ text }: Asked, forms: readonly RegExp[]): Record<string, string> | undefined {
  const bare = text.replaceAll(wordsBeside, ' ').trim()
  return forms.map((form) => form.exec(bare)?.groups).find((groups) => groups)
}

/** Whether a country is meant, or may be. */
export const mayBe = ({ countries }: Asked, country: string): boolean =>
  countries.length === 0 || countries.includes(country)
export const isNamed = ({ countries }: Asked, country: string): boolean => countries.includes(country)

export const nobody: Found = { holders: [], bic: null }

const gone = 'The bank is no more or no longer has it, and who took its place is not in our data.'

/** Hundreds of Polish cooperatives share a BIC. Nobody reads so many, and a batch of such answers fills the memory. */
const holdersMax = 50

export function reading(
  kind: Reading['kind'],
  verdict: Verdict,
  parts: (canonical: string) => Parts,
  { holders, bic: bicToUse }: Found,
  note: string | null = null,
): Reading {
  if (verdict.verdict === 'refused') {
    return { kind, scheme: null, verdict, parts: {}, bic: null, note: null, holders: [] }
  }
  const notes = [
    note,
    holders[0]?.relation === 'former_holder' ? gone : null,
    holders.length > holdersMax ? `Of ${holders.length} banks the first ${holdersMax} are here.` : null,
  ]
  return {
    kind,
    scheme: null,
    verdict,
    parts: parts(verdict.canonical),
    bic: bicToUse,
    note: joined(notes),
    holders: holders.slice(0, holdersMax),
  }
}

/** Sentences as one text, null if there is none. */
export const joined = (sentences: (string | null)[]): string | null =>
  sentences.filter((sentence) => sentence !== null).join(' ') || null
