/** Whose an IBAN is: by the bank code in it, a British one by its sort code too. */
import * as iban from '../../identifiers/iban.ts'
import type { Refused } from '../../identifiers/verdict.ts'
import { type Context, nobody } from './asked.ts'
import { holdersOfSortCode } from './british.ts'
import type { Found } from './holders.ts'
import { type Holder, relations } from './reading.ts'

interface Noted extends Found {
  note: string | null
}

/** Whose bank codes stand in the IBANs of a country. */
const codesFrom: Record<string, string> = { MC: 'FR' }

export function banksOfIban(canonical: string, context: Context): Noted {
  const { country = '', bank_code: code = '', sort_code: sortCode = '' } = iban.parts(canonical)
  const byCode = banksOfCode(code, country, context)
  if (country !== 'GB') return byCode
  const bySortCode = holdersOfSortCode(sortCode, context.holders)
  return bySortCode.isExact ? namedTwice(code, byCode, bySortCode) : byCode
}

function banksOfCode(code: string, country: string, context: Context): Noted {
  const own = byBankCode(code, country, context)
  if (own.holders.length > 0) return { ...own, note: null }
  const lender = codesFrom[country] ?? country
  const borrowed = byBankCode(code, lender, context)
  if (borrowed.holders.length > 0) return { ...borrowed, note: `Banks of ${country} have the codes of ${lender}.` }
  // Where the bank code is the beginning of the BIC, that tells the bank too. Some have it abroad as well.
  const { holders } = /^[A-Z]{4}$/.test(code) ? context.holders.ofBicStart(`${code}${country}`) : nobody
  const inCountry = holders.filter(({ bank }) => context.countryOf(bank) === country)
  if (holders.length > 0) {
    const note = 'Told by the beginning of the BIC: an indication.'
    return { holders: inCountry.length > 0 ? inCountry : holders, bic: null, note }
  }
  const known = schemeOf(country, context) ? `no bank has the code ${code}` : `there are no bank codes of ${country}`
  return { ...nobody, note: `In our data ${known}.` }
}

const schemeOf = (country: string, { schemes }: Context): string | undefined =>
  [...schemes.values()].find((known) => known.iban_bank_code && known.country === country)?.id

function byBankCode(code: string, country: string, context: Context): Found {
  const id = schemeOf(country, context)
  const { holders } = context
  return id === undefined ? nobody : holders.ofCodes(holders.codes(code).filter(({ scheme }) => scheme === id))
}

/** A British IBAN names its bank twice. The letters are the bank's own; lists of sort codes have mistakes. */
function namedTwice(code: string, byLetters: Noted, bySortCode: Found): Noted {
  if (byLetters.holders.length === 0) {
    return { holders: bySortCode.holders, bic: null, note: `${byLetters.note} Told by the sort code.` }
  }
  // Where several have the letters, the sort code says which.
  const named = new Map(bySortCode.holders.map((holder) => [holder.bank, holder]))
  const both = byLetters.holders.flatMap((holder) => surer(holder, named.get(holder.bank)))
  const hasLetters = bySortCode.bic?.startsWith(code)
  if (both.length > 0) return { holders: both, bic: hasLetters ? bySortCode.bic : byLetters.bic, note: null }
  const isSure = bySortCode.holders.some(({ relation }) => relation !== 'unconfirmed_holder')
  if (!isSure) return byLetters
  const note = `The letters ${code} and the sort code name different banks: ask which is meant.`
  return { holders: [...byLetters.holders, ...bySortCode.holders], bic: byLetters.bic, note }
}

function surer(one: Holder, other: Holder | undefined): Holder[] {
  if (other === undefined) return []
  return [relations.indexOf(one.relation) <= relations.indexOf(other.relation) ? one : other]
}

/**
 * A mend that makes a bank code of which no bank is known out of another one is a chance hit of the check digits, unless
 * a character could not stay as it was.
 */
export function withoutUnknownBank(verdict: Refused, context: Context): Refused {
  const { canonical, reason, suggestion } = verdict
  if (suggestion === null || reason === 'format') return verdict
  const { country = '', bank_code: code = '' } = iban.parts(suggestion)
  const isKept = schemeOf(country, context) === undefined || canonical.includes(code)
  return isKept || banksOfCode(code, country, context).holders.length > 0 ? verdict : { ...verdict, suggestion: null }
}
