/** Readers for the identifiers that do not depend on the country in the request: IBAN, BIC, LEI and bank id. */
import * as accountForm from '../../../identifiers/account-form.ts'
import * as bic from '../../../identifiers/bic.ts'
import { germanCheckDigitNote } from '../../../identifiers/de-check-digits.ts'
import * as iban from '../../../identifiers/iban.ts'
import { countryLabel } from '../../../identifiers/iban-errors.ts'
import * as lei from '../../../identifiers/lei.ts'
import * as unregisteredIban from '../../../identifiers/unregistered-iban.ts'
import { passed } from '../../../identifiers/verdict.ts'
import type { IndexedForm } from '../account-form-index.ts'
import { holdersOfForm } from '../holders/form-holders.ts'
import { checkIban, dropUnlikelySuggestion, holdersOfIban, holdersOfInvalidIban } from '../holders/iban-holders.ts'
import { createReading, joinSentences, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import type { ResolveRequest } from '../request.ts'
import type { ResolveContext } from '../resolve-context.ts'

export function readIban(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { text: written, compacted, isNumeric, label, countries } = request
  if (isNumeric && label !== 'iban') return []
  const text = iban.compact(compacted)
  // Match a country code and two check digits. One of the check digits may be a letter that looks like a digit.
  const looksLikeIban =
    /^[A-Z]{2}(?=.?\d)[0-9OILSBZG]{2}[A-Z0-9]{6,}$/.test(text) &&
    /\d.*\d.*\d.*\d/.test(text) &&
    !written.startsWith('//')
  if (compacted.startsWith('LEI') || (!looksLikeIban && label !== 'iban' && !compacted.startsWith('IBAN'))) return []
  return isNationalNumber(text, context) ? [] : [readAsIban(text, countries, context)]
}

/**
 * A national number that starts with the country code looks like an IBAN. It has four characters less than the IBAN, so
 * the length decides, even if a character is missing or doubled. In an IBAN that is too short, the country code is
 * repeated after the check digits.
 */
function isNationalNumber(text: string, { accountForms }: ResolveContext): boolean {
  const country = text.slice(0, 2)
  const form = accountForms.inIban(country)
  if (!form?.parts.bank_code?.startsWith(country) || text.startsWith(country, 4)) return false
  return text.length < accountForm.lengthsOf(form).min + 2
}

/** Reads the text as an IBAN even if its format is wrong. `given`: the country codes in the request. */
export function readAsIban(text: string, given: readonly string[], context: ResolveContext): Reading {
  const form = context.accountForms.inIban(text.slice(0, 2))
  if (form) return readUnregisteredIban(text, form, given, context)
  const check = checkIban(text, context)
  const parts = iban.parts(check.canonical)
  if (!check.passed) {
    const likely = dropUnlikelySuggestion(check, context)
    const found = holdersOfInvalidIban(likely, context)
    return createReading('iban', likely, { parts, found, notes: found.notes })
  }
  const found = holdersOfIban(parts, context)
  const { isIndicative } = found
  const otherCountry = noteOnCountry('IBAN', check.canonical.slice(0, 2), given)
  const { country, bank_code = '', account = '' } = parts
  const doubt = country === 'DE' ? germanCheckDigitNote(bank_code, account) : null
  const notes = [otherCountry, iban.isQrIban(check.canonical) ? qrIbanNote : null, ...found.notes, doubt]
  return createReading('iban', check, { parts, found, notes, isIndicative })
}

const qrIbanNote = 'This is a QR-IBAN: every payment to it needs a QR reference.'

/** Reads an IBAN of a country that the IBAN registry lacks. The form is that of the national number inside it. */
function readUnregisteredIban(
  text: string,
  form: IndexedForm,
  given: readonly string[],
  { holders }: ResolveContext,
): Reading {
  const check = unregisteredIban.check(text, form)
  const parts = unregisteredIban.parts(check.canonical, form)
  // If the suggestion has another bank code, the typo may be in the bank code, so no bank is looked up.
  const isSameBank =
    check.passed ||
    check.suggestion === null ||
    unregisteredIban.parts(check.suggestion, form).bank_code === parts.bank_code
  const found = isSameBank ? holdersOfForm(check.canonical.slice(4), form, holders) : noHolders
  const isUnknown = check.passed && found.holders.length === 0 && parts.bank_code !== undefined
  const notes = [
    noteOnCountry('IBAN', form.country, given),
    isUnknown ? `No bank in the directory has the bank code ${parts.bank_code}.` : null,
  ]
  return createReading('iban', check, { parts, found, notes })
}

function noteOnCountry(name: 'IBAN' | 'BIC', country: string, given: readonly string[]): string | null {
  if (given.length === 0 || given.includes(country)) return null
  return `This ${name} is from ${countryLabel(country)}, not from the country in the request.`
}

export function readBic(request: ResolveRequest, { holders, countries: known, numberOf }: ResolveContext): Reading[] {
  const { compacted, text, isNumeric, label, countries } = request
  if (isNumeric && label !== 'bic') return []
  const code = bic.compact(compacted)
  const looksLikeBic = /^[A-Z][A-Z0-9]{3}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code)
  // A bank id can look like a BIC, so skip text that is a known bank id.
  if (label !== 'bic' && (!looksLikeBic || findBankId(text, numberOf) !== undefined)) return []
  const check = bic.check(code)
  const parts = partsIfWellFormed(check, bic.parts)
  if (!check.passed) return [createReading('bic', check, { parts, found: noHolders })]
  const { isExact, ...found } = holders.ofBic(check.canonical)
  const country = check.canonical.slice(4, 6)
  const notes = [
    noteOnCountry('BIC', country, countries),
    check.canonical.charAt(7) === '0' ? 'This is a test BIC: its eighth character is 0.' : null,
  ]
  if (found.holders.length === 0) {
    const isCovered = known.has(country)
    notes.push(
      isCovered ? 'No bank in the directory has this BIC.' : `The directory has no banks in ${countryLabel(country)}.`,
    )
  } else if (!isExact) {
    notes.push('This exact BIC is not in the directory; these banks have a BIC with the same prefix.')
  }
  return [createReading('bic', check, { parts, found, notes, isIndicative: !isExact && found.holders.length > 0 })]
}

export function readLei(request: ResolveRequest, { holders }: ResolveContext): Reading[] {
  const { compacted, label } = request
  const code = lei.compact(compacted)
  const looksLikeLei = code.length === 20 && /^[A-Z0-9]{18}[0-9OI]{2}$/.test(code) && !/^[A-Z]{2}\d{18}$/.test(code)
  if (!looksLikeLei && label !== 'lei') return []
  const reading = readAsLei(code, holders)
  return request.isNumeric && label !== 'lei' ? readNumericLei(reading, request) : [reading]
}

/**
 * Twenty digits are more often a national account number than an LEI: nearly all LEIs have letters. Without a bank that
 * has the LEI, they are read as one only if the check digits match and the request has no country.
 */
function readNumericLei(reading: Reading, { countries }: ResolveRequest): Reading[] {
  const { check, holders } = reading
  const isKnown = holders.length > 0 || (!check.passed && check.suggestion !== null)
  if (countries.length > 0) return isKnown ? [reading] : []
  if (!check.passed && !isKnown) return []
  return [{ ...reading, note: joinSentences([reading.note, needsCountry]) }]
}

const needsCountry = 'Digits alone can also be a national account number, which needs `country`.'

export function readAsLei(code: string, holders: ResolveContext['holders']): Reading {
  const check = lei.check(code, (known) => holders.ofLei(known).holders.length > 0)
  const found = check.passed ? holders.ofLei(check.canonical) : noHolders
  const unknown = check.passed && found.holders.length === 0 ? 'No bank in the directory has this LEI.' : null
  return createReading('lei', check, { parts: partsIfWellFormed(check, lei.parts), found, notes: [unknown] })
}

export function readBankId({ text }: ResolveRequest, { holders, numberOf }: ResolveContext): Reading[] {
  const bank = findBankId(text, numberOf)
  if (bank === undefined) return []
  const id = text.toLowerCase()
  const parts = { country: id.slice(0, 2).toUpperCase() }
  return [createReading('bank_id', passed(id, []), { parts, found: holders.ofBank(bank) })]
}

/** Returns the bank with this id. All ids have a hyphen after the country code, so other text needs no lookup. */
const findBankId = (text: string, numberOf: ResolveContext['numberOf']): number | undefined =>
  /^[a-z]{2}(-[a-z0-9]+)+$/i.test(text) ? numberOf(text.toLowerCase()) : undefined
