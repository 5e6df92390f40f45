/**
 * Conversion between domestic account numbers and IBANs, for the countries whose published rule determines the IBAN. The
 * rules are in `data/iban.json`, each with its source: the parts of the national account number (BBAN) in order, their
 * lengths, and where zeros are added. Without a rule there is no IBAN: a wrong IBAN sends money to the wrong account.
 */
import registry from '../../data/iban.json' with { type: 'json' }
import { type AccountForm, check as checkForm } from './account-form.ts'
import { compact } from './compact.ts'
import { fromBban, check as ibanCheck } from './iban.ts'
import { countryOfIban, type IbanCountry } from './iban-country.ts'
import { countryLabel } from './iban-errors.ts'
import { digit, letter } from './structure.ts'
import type { Parts } from './verdict.ts'

export interface DomesticPart {
  /** Number of characters in the IBAN. */
  length: number
  /** Minimum number of characters. Zeros are added in front of a shorter number. */
  min?: number
  /** `end`: the number has `min` or `length` characters, and zeros are added after it. */
  pad?: 'end'
  /** Whether the part can be left out, because it is a check digit that can be computed. */
  optional?: true
}

export interface DomesticRule {
  /** The parts by name, in the order of the BBAN. */
  parts: Readonly<Record<string, DomesticPart>>
  /** Names of the parts in the order in which people write them, if such a number can be read without doubt. */
  written?: readonly string[]
  /** Whether the domestic number can start with the check digits of the IBAN, as in Poland. */
  check_digits?: true
  /** Whether the bank code is not part of the domestic number. The caller must take it from a confirmed bank. */
  confirm_bank?: true
  source: string
}

interface Entry {
  domestic?: DomesticRule
  /** The reason why the country has no rule. */
  no_rule?: string
}

/** Position after the country code and the check digits of an IBAN. */
const bbanStart = 4

const entries = registry.countries as Readonly<Record<string, Entry | undefined>>

/** Returns null if no published rule determines the IBAN. */
export const domesticRuleOf = (country: string): DomesticRule | null => entries[country]?.domestic ?? null

export interface ComputedIban {
  /** Null if it cannot be computed; the note says why. */
  iban: string | null
  note: string
}

export const computedNote = 'This IBAN was computed from the domestic number. The bank has not confirmed it.'

const none = (note: string): ComputedIban => ({ iban: null, note })

/** `form`: the national account number of a country that is not in the IBAN registry, although its banks print IBANs. */
export function toIban(country: string, parts: Parts, form?: AccountForm): ComputedIban {
  if (form) return toUnregisteredIban(country, parts, form)
  const rule = domesticRuleOf(country)
  if (!rule) return none(entries[country]?.no_rule ?? noRuleNote(country))
  const bban = toBban(country, parts)
  if (bban === null) return none(`The parts do not match the account format of ${countryLabel(country)}.`)
  const iban = fromBban(country, bban)
  const digits = parts.check_digits
  const isWrong = (digits !== undefined && compact(digits) !== iban.slice(2, bbanStart)) || !ibanCheck(iban).passed
  return isWrong ? none('The check digits of the domestic number do not match.') : { iban, note: computedNote }
}

const noRuleNote = (country: string): string =>
  entries[country]
    ? `No confirmed rule for ${countryLabel(country)} determines the IBAN from a domestic number. Ask for the IBAN.`
    : `${countryLabel(country)} has no IBAN.`

function toUnregisteredIban(country: string, parts: Parts, form: AccountForm): ComputedIban {
  const values = Object.keys(form.parts).map((name) => parts[name] ?? '')
  const number = checkForm(values.join(''), form)
  if (!number.passed) return none(number.message)
  return { iban: fromBban(country, number.canonical), note: `${computedNote} ${unregisteredNote}` }
}

const unregisteredNote = 'The IBAN registry does not have this country, although its banks print IBANs.'

/**
 * Returns the national account number with all its zeros, or null if the parts do not have the lengths and characters of
 * the country's rule. Computes an optional check digit that is left out, and does not check the others.
 */
export function toBban(country: string, parts: Parts): string | null {
  const rule = domesticRuleOf(country)
  const structure = countryOfIban(country)
  if (!rule || !structure) return null
  const values: (string | null)[] = []
  let at = bbanStart
  for (const [name, part] of Object.entries(rule.parts)) {
    const value = padded(parts[name], part)
    if (value === undefined || (value !== null && !fits(value, at, structure))) return null
    values.push(value)
    at += part.length
  }
  return values.includes(null) ? completed(country, values, structure) : values.join('')
}

/** Returns undefined for a value of the wrong length, and null for a part that has to be computed. */
function padded(
  input: string | undefined,
  { length, min = length, pad, optional }: DomesticPart,
): string | null | undefined {
  const value = compact(input ?? '')
  if (value === '' && optional) return null
  if (value.length > length || value.length < min) return undefined
  if (pad === 'end') return value.length === min || value.length === length ? value.padEnd(length, '0') : undefined
  return value.padStart(length, '0')
}

function fits(value: string, at: number, { structure: { kinds } }: IbanCountry): boolean {
  for (let index = 0; index < value.length; index++) {
    const kind = kinds[at + index] as number
    const isFit = /\d/.test(value.charAt(index)) ? kind & digit : /[A-Z]/.test(value.charAt(index)) && kind & letter
    if (!isFit) return false
  }
  return true
}

/** Computes the check letter that is left out: the one letter of 26 that the rule of the country accepts. */
function completed(country: string, values: readonly (string | null)[], { nationalRule }: IbanCountry): string | null {
  for (let code = 65; code <= 90; code++) {
    const bban = values.map((value) => value ?? String.fromCharCode(code)).join('')
    if (nationalRule?.fits(`${country}00${bban}`) === true) return bban
  }
  return null
}

/** Splits an IBAN of the right length, even if its check digits are wrong. */
export function domesticParts(iban: string): Parts | null {
  const rule = domesticRuleOf(iban.slice(0, 2))
  if (!rule) return null
  const parts: Record<string, string> = {}
  if (rule.check_digits) parts.check_digits = iban.slice(2, bbanStart)
  let at = bbanStart
  for (const [name, { length }] of Object.entries(rule.parts)) {
    parts[name] = iban.slice(at, at + length)
    at += length
  }
  return parts
}
