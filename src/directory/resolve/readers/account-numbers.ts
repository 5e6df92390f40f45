/**
 * Readers for domestic account numbers: with a bank code (the BBAN, which is the national part of an IBAN) and without
 * one. Any digits can be an account number, so the request must name the country, unless check digits and a bank code
 * identify it.
 */
import * as accountNumber from '../../../identifiers/account-number.ts'
import { compact } from '../../../identifiers/compact.ts'
import { domesticParts, toBban } from '../../../identifiers/domestic-iban.ts'
import { readDomesticNumber } from '../../../identifiers/domestic-number.ts'
import * as iban from '../../../identifiers/iban.ts'
import { lengthFault } from '../../../identifiers/structure.ts'
import { type Check, invalid, type Parts, passed } from '../../../identifiers/verdict.ts'
import { type CountryRecord, displayNameOf } from '../../records/country-record.ts'
import { holdersOfIban } from '../holders/iban-holders.ts'
import { createReading, hasCheckDigit, joinSentences, noHolders, type Reading } from '../reading.ts'
import { digitShare, type ResolveRequest } from '../request.ts'
import { givenCountry, preferredSchemes, type ResolveContext } from '../resolve-context.ts'
import { readAsForm } from './account-form-readers.ts'

/** Minimum length of an account number. Shorter text is more likely to be a bank code with a typo. */
export const accountLengthMin = 7

/** Reads an account number that includes the bank code: a BBAN of the given country. */
export function readAccountWithBank(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted, text } = request
  const country = givenCountry(request, context)
  // Some countries allow letters everywhere in a BBAN, but text that is mostly letters is a name.
  if (!country || !(digitShare(compacted) >= 1 / 3)) return []
  const reading = readBban(bbanOf(text, country.code) ?? compacted, country, context)
  return reading ? [reading] : []
}

interface DistinctiveForm {
  pattern: RegExp
  countries: readonly string[]
  /** Whether the separators tell the form. Digits alone can be something else. */
  isWritten?: true
  /** Why the verdict is only `possible`. */
  doubt?: string
}

/**
 * The forms that are read without a country, because check digits cover them and few other numbers are written like this.
 * A Czech and a Slovak number look the same: the bank code decides.
 */
const distinctiveForms: readonly DistinctiveForm[] = [
  { pattern: /^(?:\d[ -]?){25}\d$/, countries: ['PL'] },
  { pattern: /^\d{8}[ -]\d{8}(?:[ -]\d{8})?$/, countries: ['HU'], isWritten: true },
  { pattern: /^\d{24}$/, countries: ['HU'] },
  {
    pattern: /^\d{16}$/,
    countries: ['HU'],
    doubt: 'Card numbers and account numbers in other countries also have 16 digits; add the country to confirm it.',
  },
  { pattern: /^(?:\d{1,6}-)?\d{2,10} ?\/ ?\d{4}$/, countries: ['CZ', 'SK'], isWritten: true },
]

const mayBeDistinctive = /^\d(?=.{15}|.*\/)/

/**
 * Reads a Polish, Hungarian, Czech or Slovak account number if the request names no country, its check digits match and a
 * bank has its bank code now.
 */
export function readDistinctiveAccount({ bare }: ResolveRequest, context: ResolveContext): Reading[] {
  // Most identifiers are shorter or have no slash, so one test rules out all forms.
  const form = mayBeDistinctive.test(bare) ? distinctiveForms.find(({ pattern }) => pattern.test(bare)) : undefined
  if (!form) return []
  const { doubt, isWritten = false } = form
  const readings = form.countries.flatMap((code): Reading[] => {
    const country = context.countries.get(code)
    const reading = country && readBban(bbanOf(bare, code) ?? compact(bare), country, context)
    const isRead = reading && matchesCheckDigits(reading, code) && reading.holders[0]?.relation === 'holder'
    return isRead ? [reading] : []
  })
  const reason = readings.length > 1 ? severalCountries : doubt
  if (reason === undefined) return readings.map((reading) => ({ ...reading, isCertain: isWritten }))
  return readings.map((reading) => ({
    ...reading,
    verdict: 'possible',
    note: joinSentences([reading.note, reason]),
  }))
}

const severalCountries = 'Several countries use this bank code; add the country to choose one.'

/**
 * Slovak banks took over the Czechoslovak check digits. Newer ones issue numbers that break the rule, so with a country it
 * is not applied, but here it tells an account number from other digits.
 */
const matchesCheckDigits = (reading: Reading, country: string): boolean =>
  hasCheckDigit(reading) ||
  (country === 'SK' && reading.check.passed && iban.check(iban.fromBban('CZ', reading.check.canonical)).passed)

/** Returns the BBAN of a number that people write in another way, such as 19-2000145399/0800 in Czechia. */
function bbanOf(text: string, country: string): string | null {
  const parts = readDomesticNumber(text, country)
  return parts && toBban(country, parts)
}

/** Reads an account number without a bank code. This reader runs last, because every other reading is more likely. */
export function readAccountNumber(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  const country = givenCountry(request, context)
  if (!country || compacted.length < accountLengthMin || !(digitShare(compacted) >= 1 / 2)) return []
  // Skip UK account numbers: `explainForUnitedKingdom` reads those that come without a sort code.
  if (preferredSchemes(context, country.code).some(({ identifier }) => identifier === 'gb_sort_code')) return []
  const reading = explainAsAccount(compacted, country, context)
  // If the country has a domestic format and the text does not match it, the text is probably something else.
  return reading.check.passed || hasOnlyIbanFormat(country) ? [reading] : []
}

/** Reads the text as an account number even if its format is wrong. Without an account form, it has no bank code. */
export function explainAsAccount(text: string, country: CountryRecord, context: ResolveContext): Reading {
  const form = context.accountForms.ofAccounts(country)
  if (form) return readAsForm(text, form, context)
  if (hasOnlyIbanFormat(country)) return readWithoutBank(text, country)
  const { pattern } = country.account_number
  const check = accountNumber.check(text, { name: displayNameOf(country), pattern })
  return createAccountReading(
    check,
    country,
    'An account number alone cannot be checked and does not identify its bank.',
  )
}

/** Whether the data has only the IBAN pattern for account numbers in the country, and no domestic format. */
const hasOnlyIbanFormat = ({ code, account_number: { pattern } }: CountryRecord): boolean =>
  pattern.startsWith(`^${code}`) && iban.lengthIn(code) > 0

const createAccountReading = (check: Check, { code }: CountryRecord, note: string): Reading =>
  createReading('account_number', check, {
    parts: accountNumber.parts(check.canonical, code),
    found: noHolders,
    notes: [check.passed ? note : null],
    isIndicative: true,
  })

export const wrongCheckDigits =
  'The check digits of the account number do not match: a digit is wrong, or two are swapped.'

/** Reads an IBAN that lacks its country code, or both its country code and its check digits. */
function readBban(text: string, { code }: CountryRecord, context: ResolveContext): Reading | undefined {
  const length = iban.lengthIn(code)
  const hasCheckDigits = text.length + 2 === length
  if (length === 0 || (!hasCheckDigits && text.length + 4 !== length)) return undefined
  const asIban = hasCheckDigits ? code + text : iban.fromBban(code, text)
  const check = iban.check(asIban)
  if (!check.passed && check.reason === 'format') return undefined
  const shift = asIban.length - text.length
  const domestic: Check = {
    ...check,
    canonical: text,
    // If the text has no IBAN check digits, `fromBban` computed them, so the fact that they match proves nothing.
    checks: check.checks.filter((name) => hasCheckDigits || name !== 'mod97'),
    ...(!check.passed && {
      message: check.reason === 'national_checksum' ? wrongCheckDigits : check.message,
      suggestion: null,
      at: check.at && [check.at[0] - shift, check.at[1] - shift],
    }),
  }
  const { check_digits, ...parts } = partsOf(asIban)
  const found = holdersOfIban(iban.parts(asIban), context)
  return createReading('account_number', domestic, {
    parts: hasCheckDigits ? { ...parts, check_digits } : parts,
    found,
    notes: found.notes,
    isIndicative: found.isIndicative,
    iban: asIban,
  })
}

/** Names the parts as in the domestic number, if the rule of the country has them. */
function partsOf(asIban: string): Parts & { check_digits: string } {
  const { country = '', check_digits = '', ...parts } = iban.parts(asIban)
  return { country, ...(domesticParts(asIban) ?? parts), check_digits }
}

function readWithoutBank(text: string, country: CountryRecord): Reading {
  const name = displayNameOf(country)
  const lengthMax = iban.lengthIn(country.code) - 2
  if (text.length > lengthMax) {
    const fault = lengthFault(text, `at most ${lengthMax} characters`, `an account number (${name})`)
    return createAccountReading(invalid(text, fault, ['length'], { accountChecked: false }), country, '')
  }
  const note = `${name} uses IBANs. Send the IBAN: this number does not identify the bank.`
  return createAccountReading(passed(text, ['length'], { accountChecked: false }), country, note)
}
