/** Finds the banks that hold an IBAN: by its bank code, and in the United Kingdom also by its sort code. */
import * as iban from '../../../identifiers/iban.ts'
import { countryLabel } from '../../../identifiers/iban-errors.ts'
import type { Invalid } from '../../../identifiers/verdict.ts'
import type { ResolveContext } from '../context.ts'
import { type FoundHolders, type Holder, noHolders, relations } from '../reading.ts'
import { holdersOfSortCode } from './sort-code-holders.ts'

interface IbanHolders extends FoundHolders {
  notes: (string | null)[]
  isIndicative: boolean
}

export function holdersOfIban(canonical: string, context: ResolveContext): IbanHolders {
  const { country = '', bank_code: code = '', sort_code: sortCode = '' } = iban.parts(canonical)
  const byCode = holdersOfBankCode(code, country, context)
  if (country !== 'GB') return byCode
  const bySortCode = holdersOfSortCode(sortCode, context.holders)
  return bySortCode.isExact ? reconcileSortCode(code, byCode, bySortCode) : byCode
}

/** Looks up the bank code, unless the code itself may be wrong because the suggestion has a different one. */
export function holdersOfInvalidIban({ canonical, reason, suggestion }: Invalid, context: ResolveContext): IbanHolders {
  // If the country code is an alias, as in UK29, the rest of the IBAN is right.
  const read = reason === 'country' && suggestion !== null ? suggestion : canonical
  const { country = '', bank_code: code } = iban.parts(read)
  const none = (note: string): IbanHolders => ({ ...noHolders, notes: [note], isIndicative: false })
  if (code === undefined) return none('The bank code cannot be read from this IBAN.')
  if (suggestion !== null && iban.parts(suggestion).bank_code !== code)
    return none('The bank code may be wrong, so no bank is looked up.')
  return holdersOfBankCode(code, country, context)
}

function holdersOfBankCode(code: string, country: string, context: ResolveContext): IbanHolders {
  const own = byBankCode(code, country, context)
  if (own.holders.length > 0) return { ...own, notes: [], isIndicative: false }
  const lender = context.countries.get(country)?.bank_codes_from
  if (lender !== undefined) {
    const borrowed = byBankCode(code, lender, context)
    const note = `Banks in ${countryLabel(country)} use the bank codes of ${countryLabel(lender)}.`
    if (borrowed.holders.length > 0) return { ...borrowed, notes: [note], isIndicative: false }
  }
  // A four-letter bank code is the start of the bank's BIC. Some banks use the same four letters in several countries.
  const { holders } = /^[A-Z]{4}$/.test(code) ? context.holders.ofBicPrefix(`${code}${country}`) : noHolders
  if (holders.length > 0) {
    const inCountry = holders.filter(({ bank }) => context.countryOf(bank) === country)
    const note = 'The bank was found by the first letters of its BIC. Indicative only.'
    return { holders: inCountry.length > 0 ? inCountry : holders, bic: null, notes: [note], isIndicative: true }
  }
  const note = context.ibanSchemes.has(country)
    ? `No bank in the directory has the bank code ${code}.`
    : `The directory has no bank codes for ${countryLabel(country)}.`
  return { ...noHolders, notes: [note], isIndicative: false }
}

function byBankCode(code: string, country: string, { holders, ibanSchemes }: ResolveContext): FoundHolders {
  const id = ibanSchemes.get(country)?.id
  return id === undefined ? noHolders : holders.ofCodes(holders.codes(code).filter(({ scheme }) => scheme === id))
}

/** A UK IBAN identifies its bank twice. The bank code is more reliable, because lists of sort codes have errors. */
function reconcileSortCode(code: string, byLetters: IbanHolders, bySortCode: FoundHolders): IbanHolders {
  if (byLetters.holders.length === 0) {
    const notes = [...byLetters.notes, 'The bank was found by the sort code. Indicative only.']
    return { holders: bySortCode.holders, bic: null, notes, isIndicative: true }
  }
  // If several banks share the four-letter bank code, use the sort code to choose.
  const sortCodeHolders = new Map(bySortCode.holders.map((holder) => [holder.bank, holder]))
  const both = byLetters.holders.flatMap((holder) => moreReliable(holder, sortCodeHolders.get(holder.bank)))
  if (both.length > 0) {
    const bic = bySortCode.bic?.startsWith(code) ? bySortCode.bic : byLetters.bic
    return { holders: both, bic, notes: [], isIndicative: false }
  }
  const isSure = bySortCode.holders.some(({ relation }) => relation !== 'unconfirmed_holder')
  if (!isSure) return byLetters
  const note = `Bank code ${code} and the sort code belong to different banks. Ask the account holder which is right.`
  const holders = [...byLetters.holders, ...bySortCode.holders]
  return { holders, bic: byLetters.bic, notes: [note], isIndicative: true }
}

function moreReliable(one: Holder, other: Holder | undefined): Holder[] {
  if (other === undefined) return []
  return [relations.indexOf(one.relation) <= relations.indexOf(other.relation) ? one : other]
}

/**
 * Drops a suggestion with a different bank code that no bank has: its check digits match only by chance. A suggestion
 * for a wrong format stays, because the wrong character had to change.
 */
export function dropUnlikelySuggestion(check: Invalid, context: ResolveContext): Invalid {
  const { canonical, reason, suggestion } = check
  if (suggestion === null || reason === 'format') return check
  const { country = '', bank_code: code = '' } = iban.parts(suggestion)
  const isSameCode = !context.ibanSchemes.has(country) || canonical.includes(code)
  const isKnown = isSameCode || holdersOfBankCode(code, country, context).holders.length > 0
  return isKnown ? check : { ...check, suggestion: null }
}
