/** The banks that hold an IBAN: by the bank code in it, and in the United Kingdom by its sort code too. */
import * as iban from '../../../identifiers/iban.ts'
import type { Invalid } from '../../../identifiers/verdict.ts'
import type { ResolveContext } from '../context.ts'
import { holdersOfSortCode } from '../readers/united-kingdom.ts'
import { type FoundHolders, type Holder, noHolders, relations } from '../reading.ts'

interface IbanHolders extends FoundHolders {
  notes: (string | null)[]
  isIndication: boolean
}

export function holdersOfIban(canonical: string, context: ResolveContext): IbanHolders {
  const { country = '', bank_code: code = '', sort_code: sortCode = '' } = iban.parts(canonical)
  const byCode = holdersOfBankCode(code, country, context)
  if (country !== 'GB') return byCode
  const bySortCode = holdersOfSortCode(sortCode, context.holders)
  return bySortCode.isExact ? reconcileSortCode(code, byCode, bySortCode) : byCode
}

/** A fault elsewhere leaves the bank code intact; a suggestion with another bank code says that this one is wrong. */
export function holdersOfInvalidIban({ canonical, reason, suggestion }: Invalid, context: ResolveContext): IbanHolders {
  // With another code for the country, as in UK29, only that is wrong.
  const read = reason === 'country' && suggestion !== null ? suggestion : canonical
  const { country = '', bank_code: code } = iban.parts(read)
  const none = (note: string): IbanHolders => ({ ...noHolders, notes: [note], isIndication: false })
  if (code === undefined) return none('The bank code cannot be read.')
  if (suggestion !== null && iban.parts(suggestion).bank_code !== code) return none('The bank code may be wrong.')
  return holdersOfBankCode(code, country, context)
}

function holdersOfBankCode(code: string, country: string, context: ResolveContext): IbanHolders {
  const own = byBankCode(code, country, context)
  if (own.holders.length > 0) return { ...own, notes: [], isIndication: false }
  const lender = context.countries.get(country)?.bank_codes_from
  if (lender !== undefined) {
    const borrowed = byBankCode(code, lender, context)
    const note = `Banks in ${country} use bank codes of ${lender}.`
    if (borrowed.holders.length > 0) return { ...borrowed, notes: [note], isIndication: false }
  }
  // Where the bank code is the beginning of the BIC, that names the bank too. Some banks use it abroad as well.
  const { holders } = /^[A-Z]{4}$/.test(code) ? context.holders.ofBicStart(`${code}${country}`) : noHolders
  if (holders.length > 0) {
    const inCountry = holders.filter(({ bank }) => context.countryOf(bank) === country)
    const note = 'The bank is derived from the beginning of its BIC: an indication.'
    return { holders: inCountry.length > 0 ? inCountry : holders, bic: null, notes: [note], isIndication: true }
  }
  const note = context.ibanSchemes.has(country)
    ? `No bank in the directory has the bank code ${code}.`
    : `The directory has no bank codes of ${country}.`
  return { ...noHolders, notes: [note], isIndication: false }
}

function byBankCode(code: string, country: string, { holders, ibanSchemes }: ResolveContext): FoundHolders {
  const id = ibanSchemes.get(country)?.id
  return id === undefined ? noHolders : holders.ofCodes(holders.codes(code).filter(({ scheme }) => scheme === id))
}

/** A British IBAN names its bank twice. The letters are the bank's own; lists of sort codes have errors. */
function reconcileSortCode(code: string, byLetters: IbanHolders, bySortCode: FoundHolders): IbanHolders {
  if (byLetters.holders.length === 0) {
    const notes = [...byLetters.notes, 'The bank is derived from the sort code.']
    return { holders: bySortCode.holders, bic: null, notes, isIndication: true }
  }
  // Where several banks have the letters, the sort code says which.
  const named = new Map(bySortCode.holders.map((holder) => [holder.bank, holder]))
  const both = byLetters.holders.flatMap((holder) => surer(holder, named.get(holder.bank)))
  if (both.length > 0) {
    const bic = bySortCode.bic?.startsWith(code) ? bySortCode.bic : byLetters.bic
    return { holders: both, bic, notes: [], isIndication: false }
  }
  const isSure = bySortCode.holders.some(({ relation }) => relation !== 'unconfirmed_holder')
  if (!isSure) return byLetters
  const note = `The letters ${code} and the sort code belong to different banks: ask which is meant.`
  const holders = [...byLetters.holders, ...bySortCode.holders]
  return { holders, bic: byLetters.bic, notes: [note], isIndication: true }
}

function surer(one: Holder, other: Holder | undefined): Holder[] {
  if (other === undefined) return []
  return [relations.indexOf(one.relation) <= relations.indexOf(other.relation) ? one : other]
}

/**
 * A suggestion with another bank code that no bank has fits the check digits by chance, unless a character could not stay
 * as it was.
 */
export function withoutUnknownBank(check: Invalid, context: ResolveContext): Invalid {
  const { canonical, reason, suggestion } = check
  if (suggestion === null || reason === 'format') return check
  const { country = '', bank_code: code = '' } = iban.parts(suggestion)
  const isSameCode = !context.ibanSchemes.has(country) || canonical.includes(code)
  const isKnown = isSameCode || holdersOfBankCode(code, country, context).holders.length > 0
  return isKnown ? check : { ...check, suggestion: null }
}
