/** The readings of an identifier over the shipped data. */
import { shippedFinder } from './data/shipped-finder.ts'
import { shippedDirectory } from './services/service.ts'

export interface Reading {
  kind: string
  scheme: string | null
  verdict: string
  canonical: string
  checks: string[]
  account_checked: boolean | null
  reason: string | null
  message: string | null
  at: [number, number] | null
  suggestion: string | null
  parts: Record<string, string>
  bic: string | null
  note: string | null
  bank_count: number
  banks: { id: string; relation: string; since: string | null }[]
}

export function readings(identifier: string, country?: string): Reading[] {
  const named = country === undefined ? undefined : shippedDirectory().findCountry(country)
  return JSON.parse(shippedFinder().resolve(identifier, named)).readings
}
