/** What is asked, what is at hand to answer it, and how an answer is put together. */
import type { Parts, Verdict } from '../../identifiers/verdict.ts'
import type { Scheme } from '../scheme.ts'
import type { Found, Holders } from './holders.ts'
import type { Reading } from './reading.ts'

export interface Context {
  holders: Holders
  schemes: Map<string, Scheme>
  numberOf(id: string): number | undefined
  /** Of Nigeria: each institution whose code enters the check digit of an account, the best known first. */
  nubanInstitutions(): { bank: number; code: string }[]
}

export interface Asked {
  /** As it came, without spaces around it. */
  text: string
  compacted: string
  /** The codes of the countries that are meant; none if any may be. */
  countries: readonly string[]
}

/** Whether a country is meant, or may be. */
export const mayBe = ({ countries }: Asked, country: string): boolean =>
  countries.length === 0 || countries.includes(country)
export const isNamed = ({ countries }: Asked, country: string): boolean =>
  countries.length > 0 && countries.includes(country)

export const nobody: Found = { holders: [], bic: null }

const gone = 'The bank is no more or no longer has it, and who took its place is not in our data.'

export function reading(
  kind: Reading['kind'],
  verdict: Verdict,
  parts: (canonical: string) => Parts,
  { holders, bic: bicToUse }: Found,
  note: string | null = null,
): Reading {
  const isRefused = verdict.verdict === 'refused'
  return {
    kind,
    scheme: null,
    verdict,
    parts: isRefused ? {} : parts(verdict.canonical),
    bic: isRefused ? null : bicToUse,
    note: isRefused ? null : (note ?? (holders[0]?.relation === 'former_holder' ? gone : null)),
    holders: isRefused ? [] : holders,
  }
}
