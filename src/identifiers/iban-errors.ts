/** Explains why an IBAN is invalid. Reports the error that a person would notice first. */
import { isCountry } from './bic.ts'
import { remainder97 } from './check-digits.ts'
import { countryOfIban, type IbanCountry } from './iban-country.ts'
import { lengthFault, parseStructure, structureFault } from './structure.ts'
import type { Fault } from './verdict.ts'

const lengthMin = 15
const lengthMax = 34

/** Returns null if the IBAN breaks no rule. If its country is not in the registry, only general rules apply. */
export function ibanFault(iban: string): Fault | null {
  const country = countryOfIban(iban)
  return formatFault(iban, country) ?? checkDigitFault(iban) ?? nationalFault(iban, country)
}

/** Returns the country code with its name, such as "DE (Germany)", or the code alone if it has no name. */
export function countryLabel(code: string): string {
  const cached = countryLabels.get(code)
  if (cached !== undefined) return cached
  // Created on first use, because creating it takes longer than everything else in this file.
  countryNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const name = countryNames.of(code)
  const label = name === undefined ? code : `${code} (${name})`
  countryLabels.set(code, label)
  return label
}

let countryNames: Intl.DisplayNames | undefined
/** Caches the labels of at most 26 * 26 codes: every other code makes `Intl.DisplayNames` throw. */
const countryLabels = new Map<string, string>()

function formatFault(iban: string, country: IbanCountry | null): Fault | null {
  if (country)
    return structureFault(iban, country.structure, `an IBAN that starts with ${countryLabel(iban.slice(0, 2))}`)
  const code = iban.slice(0, 2)
  if (/^[A-Z]{2}$/.test(code) && !isCountry(code)) {
    return { reason: 'country', message: `An IBAN starts with a country code; ${code} is not one.`, at: [0, 2] }
  }
  if (iban.length < lengthMin || iban.length > lengthMax) {
    return lengthFault(iban, `${lengthMin} to ${lengthMax} characters`, 'an IBAN')
  }
  return structureFault(iban, parseStructure(`2!a2!n${iban.length - 4}!c`), 'an IBAN')
}

function checkDigitFault(iban: string): Fault | null {
  const digits = iban.slice(2, 4)
  if (digits === '00' || digits === '01' || digits === '99') {
    return { reason: 'checksum', message: `No IBAN has the check digits ${digits}.`, at: [2, 4] }
  }
  const rotated = iban.slice(4) + iban.slice(0, 4)
  if (remainder97(rotated, 0, rotated.length) === 1) return null
  const message = `The check digits (${digits}) do not match: a character is wrong, or two are swapped.`
  return { reason: 'checksum', message, at: null }
}

function nationalFault(iban: string, country: IbanCountry | null): Fault | null {
  if (country?.nationalRule?.fits(iban) !== false) return null
  const digits = iban.slice(2, 4)
  const message = `The IBAN check digits (${digits}) match, but the national check digits inside the IBAN do not.`
  return { reason: 'national_checksum', message, at: null }
}
