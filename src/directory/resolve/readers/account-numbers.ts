/**
 * Readers of domestic account numbers: those that name their bank, as the rest of an IBAN does, and those that do not. Any
 * digits can be an account number, so the country must be given.
 */
import * as accountNumber from '../../../identifiers/account-number.ts'
import * as iban from '../../../identifiers/iban.ts'
import { lengthFault } from '../../../identifiers/structure.ts'
import { type Check, invalid, type Parts, passed } from '../../../identifiers/verdict.ts'
import { type CountryRecord, displayNameOf } from '../../records/country.ts'
import { givenCountry, preferredSchemes, type ResolveContext } from '../context.ts'
import { holdersOfIban } from '../holders/iban-holders.ts'
import { createReading, noHolders, type Reading } from '../reading.ts'
import { digitShare, type ResolveRequest } from '../request.ts'

/** Shorter numbers are more likely a code with a typo. */
export const accountLengthMin = 7

/** A number that names its bank: the rest of an IBAN of the given country. */
export function readAccountWithBank(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  const country = givenCountry(request, context)
  // Some countries allow letters throughout: mostly letters are a name.
  const reading = country && digitShare(compacted) >= 1 / 3 ? readBban(compacted, country, context) : undefined
  return reading ? [reading] : []
}

/** A number that does not name its bank; every other reading of the digits is likelier. */
export function readAccountNumber(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  const country = givenCountry(request, context)
  if (!country || compacted.length < accountLengthMin || !(digitShare(compacted) >= 1 / 2)) return []
  // British accounts belong to a sort code.
  if (preferredSchemes(context, country.code).some(({ identifier }) => identifier === 'gb_sort_code')) return []
  const reading = explainAsAccount(compacted, country)
  // Without IBANs a number of the wrong form is better explained as something else.
  return reading.check.passed || isIbanForm(country) ? [reading] : []
}

/** Reads as an account number without its bank, whatever the text looks like. */
export function explainAsAccount(text: string, country: CountryRecord): Reading {
  if (isIbanForm(country)) return readWithoutBank(text, country)
  const name = displayNameOf(country)
  const check = accountNumber.check(text, { country: country.code, name, pattern: country.account_number.pattern })
  return createAccountReading(check, country, 'An account number alone cannot be checked, and does not name its bank.')
}

/** Whether the account form of the country is that of its IBAN, so that no domestic form is known. */
const isIbanForm = ({ code, account_number: { pattern } }: CountryRecord): boolean => pattern.startsWith(`^${code}`)

const createAccountReading = (check: Check, { code }: CountryRecord, note: string): Reading =>
  createReading('account_number', check, {
    parts: accountNumber.parts(check.canonical, code),
    found: noHolders,
    notes: [check.passed ? note : null],
    isIndication: true,
  })

const wrongCheckDigits = 'The check digits of the account number do not fit the rest.'

/** The domestic number with its bank code: all of the IBAN but the country, with or without the check digits. */
function readBban(text: string, { code }: CountryRecord, context: ResolveContext): Reading | undefined {
  const length = iban.lengthIn(code)
  const hasCheckDigits = text.length + 2 === length
  if (length === 0 || (!hasCheckDigits && text.length + 4 !== length)) return undefined
  const whole = hasCheckDigits ? code + text : iban.fromBban(code, text)
  const check = iban.check(whole)
  if (!check.passed && check.reason === 'format') return undefined
  const shift = whole.length - text.length
  const domestic: Check = {
    ...check,
    canonical: text,
    // The check digits of the IBAN are our own where the number came without.
    checks: check.checks.filter((name) => hasCheckDigits || name !== 'mod97'),
    ...(!check.passed && {
      message: check.reason === 'national_checksum' ? wrongCheckDigits : check.message,
      suggestion: null,
      at: check.at && [check.at[0] - shift, check.at[1] - shift],
    }),
  }
  const { check_digits, ...parts } = iban.parts(whole) as Parts & { check_digits: string }
  const { notes, isIndication, ...found } = holdersOfIban(whole, context)
  return createReading('account_number', domestic, {
    parts: hasCheckDigits ? { ...parts, check_digits } : parts,
    found,
    notes,
    isIndication,
  })
}

function readWithoutBank(text: string, country: CountryRecord): Reading {
  const name = displayNameOf(country)
  const lengthMax = iban.lengthIn(country.code) - 2
  if (text.length > lengthMax) {
    const fault = lengthFault(text, `at most ${lengthMax} characters`, `an account number (${name})`)
    return createAccountReading(invalid(text, fault, ['length'], { accountChecked: false }), country, '')
  }
  const note = `${name} uses IBANs: send the IBAN, because the bank cannot be read from this number.`
  return createAccountReading(passed(text, ['length'], { accountChecked: false }), country, note)
}
