/** Says what is wrong with an IBAN that does not pass, in the order in which a person would look. */
import { remainder97 } from './check-digits.ts'
import { countryOfIban, type IbanCountry } from './iban-country.ts'
import { isCountry } from './iso-countries.ts'
import { lengthFault, shapeFault, shapeOf } from './structure.ts'
import type { Fault } from './verdict.ts'

const lengthMin = 15
const lengthMax = 34

/** Null if nothing is wrong as far as the rules go: a country that is not in the registry has few. */
export function ibanFault(iban: string): Fault | null {
  const country = countryOfIban(iban)
  return faultOfShape(iban, country) ?? faultOfCheckDigits(iban) ?? faultOfNation(iban, country)
}

/** With its article, for the middle of a sentence. */
export function nameOf(iban: string): string {
  const code = iban.slice(0, 2)
  countryNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const country = countryNames.of(code)
  return `an IBAN that begins with ${code}${country ? ` (${country})` : ''}`
}

// Made when first needed: it takes longer than everything else here.
let countryNames: Intl.DisplayNames | undefined

function faultOfShape(iban: string, country: IbanCountry | null): Fault | null {
  if (country) return shapeFault(iban, country.shape, nameOf(iban))
  const code = iban.slice(0, 2)
  if (/^[A-Z]{2}$/.test(code) && !isCountry(code)) {
    return {
      reason: 'country',
      message: `An IBAN begins with its country; no country has the code ${code}.`,
      at: [0, 2],
    }
  }
  if (iban.length < lengthMin || iban.length > lengthMax) {
    return lengthFault(iban, `${lengthMin} to ${lengthMax} characters`, 'an IBAN')
  }
  return shapeFault(iban, shapeOf(`2!a2!n${iban.length - 4}!c`), 'an IBAN')
}

function faultOfCheckDigits(iban: string): Fault | null {
  const digits = iban.slice(2, 4)
  if (digits === '00' || digits === '01' || digits === '99') {
    return { reason: 'checksum', message: `No IBAN has the check digits ${digits}.`, at: [2, 4] }
  }
  const rotated = iban.slice(4) + iban.slice(0, 4)
  if (remainder97(rotated, 0, rotated.length) === 1) return null
  const message = `The check digits ${digits} do not fit the rest: a character is wrong or misplaced.`
  return { reason: 'checksum', message, at: null }
}

function faultOfNation(iban: string, country: IbanCountry | null): Fault | null {
  if (country?.nationalRule?.fits(iban) !== false) return null
  const message = `The check digits ${iban.slice(2, 4)} fit, but not those of the national account number inside ${nameOf(iban)}.`
  return { reason: 'national_checksum', message, at: null }
}
