/** Finds the bank of an IBAN by its bank code and, in the United Kingdom, also by its sort code. */
import * as iban from '../../../identifiers/iban.ts'
import { countryLabel } from '../../../identifiers/iban-errors.ts'
import type { Check, Invalid, Parts } from '../../../identifiers/verdict.ts'
import { type FoundHolders, type Holder, noHolders, relations } from '../reading.ts'
import type { ResolveContext } from '../resolve-context.ts'
import type { Holders } from './holders.ts'

interface IbanHolders extends FoundHolders {
  notes: (string | null)[]
  isIndicative: boolean
}

const unreadable = 'The bank code cannot be read from this IBAN.'

/** Corrects a lost digit only if the result leads to a bank. */
export const checkIban = (text: string, context: ResolveContext): Check =>
  iban.check(text, context.aliasOf, (candidate) => holdersOfIban(iban.parts(candidate), context).holders.length > 0)

/** `parts`: the parts of a valid IBAN. */
export function holdersOfIban(parts: Parts, context: ResolveContext): IbanHolders {
  const { country = '', bank_code: code = '', sort_code: sortCode = '' } = parts
  const byCode = holdersOfBankCode(code, country, context)
  if (country !== 'GB') return byCode
  const bySortCode = holdersOfSortCode(sortCode, context.holders)
  return bySortCode.isExact ? reconcileSortCode(code, byCode, bySortCode) : byCode
}

/**
 * Finds the bank of an invalid IBAN by its bank code. Skips the lookup if the suggested correction has a different bank
 * code, because the typo may then be in the bank code.
 */
export function holdersOfInvalidIban({ canonical, reason, suggestion }: Invalid, context: ResolveContext): IbanHolders {
  // If the only error is an alias of the country code, as in UK29, read the suggested IBAN instead.
  const read = reason === 'country' && suggestion !== null ? suggestion : canonical
  const { country = '', bank_code: code } = iban.parts(read)
  const none = (note: string): IbanHolders => ({ ...noHolders, notes: [note], isIndicative: false })
  if (code === undefined) return none(unreadable)
  if (suggestion !== null && iban.parts(suggestion).bank_code !== code)
    return none('The bank code may be wrong, so no bank is looked up.')
  return holdersOfBankCode(code, country, context)
}

function holdersOfBankCode(code: string, country: string, context: ResolveContext): IbanHolders {
  const own = byBankCode(code, country, context)
  if (own.holders.length > 0) return { holders: own.holders, bic: own.bic, notes: [], isIndicative: false }
  const lender = context.countries.get(country)?.bank_codes_from
  if (lender !== undefined) {
    const borrowed = byBankCode(code, lender, context)
    const note = `Banks in ${countryLabel(country)} use the bank codes of ${countryLabel(lender)}.`
    if (borrowed.holders.length > 0) return { ...borrowed, notes: [note], isIndicative: false }
  }
  // A bank code of four letters is also the start of the bank's BIC, so look for BICs that start with it. Some banks
  // use the same four letters in several countries, so prefer banks in the IBAN's country.
  const { holders } = /^[A-Z]{4}$/.test(code) ? context.holders.ofBicPrefix(`${code}${country}`) : noHolders
  if (holders.length > 0) {
    const inCountry = holders.filter(({ bank }) => context.countryOf(bank) === country)
    const note = 'The bank was matched only by the first letters of its BIC, so it may be the wrong bank.'
    return { holders: inCountry.length > 0 ? inCountry : holders, bic: null, notes: [note], isIndicative: true }
  }
  return { ...noHolders, notes: [noteOnNoHolder(code, country, context)], isIndicative: false }
}

function noteOnNoHolder(code: string, country: string, { ibanSchemes, countries }: ResolveContext): string {
  if (ibanSchemes.has(country)) return `No bank in the directory has the bank code ${code}.`
  // The IBAN registry lacks the country, so the parts of the IBAN are not known. The directory may have its bank codes.
  if (code === '' && countries.has(country)) return unreadable
  return `The directory has no bank codes for ${countryLabel(country)}.`
}

function byBankCode(code: string, country: string, { holders, ibanSchemes }: ResolveContext): FoundHolders {
  const id = ibanSchemes.get(country)?.id
  return id === undefined ? noHolders : holders.ofCodes(holders.codes(code, id))
}

/**
 * A UK IBAN identifies its bank twice, by four letters (the bank code) and by a sort code. If the two disagree, the
 * bank code is more reliable, because lists of sort codes have errors.
 */
function reconcileSortCode(code: string, byLetters: IbanHolders, bySortCode: FoundHolders): IbanHolders {
  if (byLetters.holders.length === 0) {
    const notes = [...byLetters.notes, 'The bank was matched only by the sort code, so it may be the wrong bank.']
    return { holders: bySortCode.holders, bic: null, notes, isIndicative: true }
  }
  // Several banks can share the bank code. Keep only those that the sort code confirms.
  const sortCodeHolders = new Map(bySortCode.holders.map((holder) => [holder.bank, holder]))
  const both = byLetters.holders.flatMap((holder) => moreReliable(holder, sortCodeHolders.get(holder.bank)))
  if (both.length > 0) {
    const bic = bySortCode.bic?.startsWith(code) ? bySortCode.bic : byLetters.bic
    return { holders: both, bic, notes: [], isIndicative: false }
  }
  const isSure = bySortCode.holders.some(({ relation }) => relation !== 'unconfirmed_holder')
  if (!isSure) return byLetters
  const note = `Bank code ${code} and the sort code belong to different banks. Ask the account holder which one is right.`
  const holders = [...byLetters.holders, ...bySortCode.holders]
  return { holders, bic: byLetters.bic, notes: [note], isIndicative: true }
}

function moreReliable(one: Holder, other: Holder | undefined): Holder[] {
  if (other === undefined) return []
  return [relations.indexOf(one.relation) <= relations.indexOf(other.relation) ? one : other]
}

/**
 * Drops a suggestion that changes the bank code to one that no bank has: its check digits match only by chance. Keeps
 * the suggestion if the reason is `format`: a character is not allowed at its position, so it has to change anyway.
 */
export function dropUnlikelySuggestion(check: Invalid, context: ResolveContext): Invalid {
  const { canonical, reason, suggestion } = check
  if (suggestion === null || reason === 'format') return check
  const { country = '', bank_code: code = '' } = iban.parts(suggestion)
  const isSameCode = !context.ibanSchemes.has(country) || canonical.includes(code)
  const isKnown = isSameCode || holdersOfBankCode(code, country, context).holders.length > 0
  return isKnown ? check : { ...check, suggestion: null }
}

/** `isExact`: whether a bank has exactly this sort code, rather than a range that contains it. */
export type SortCodeHolders = FoundHolders & { isExact: boolean }

export function holdersOfSortCode(sortCode: string, holders: Holders): SortCodeHolders {
  const exact = holders.codes(sortCode, 'gb_sort_code')
  if (exact.length > 0) return { ...holders.ofCodes(exact), isExact: true }
  return { ...holders.ofRange('gb_sort_code', sortCode), isExact: false }
}
