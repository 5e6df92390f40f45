/** Numbers that one country gives: American and Canadian routing numbers, account numbers of Nigeria and its neighbours. */
import * as aba from '../../identifiers/aba.ts'
import * as accountNumber from '../../identifiers/account-number.ts'
import * as caCheque from '../../identifiers/ca-cheque.ts'
import * as caEft from '../../identifiers/ca-eft.ts'
import * as nuban from '../../identifiers/nuban.ts'
import type { Parts, Verdict } from '../../identifiers/verdict.ts'
import type { CodeEntry } from '../codes.ts'
import { type Asked, type Context, isNamed, mayBe, nobody, nubanSchemes, pairOf, reading } from './asked.ts'
import type { Found } from './holders.ts'
import type { Reading } from './reading.ts'

export function asRoutingNumber(asked: Asked, { holders }: Context): Reading[] {
  const { compacted, label } = asked
  if (!mayBe(asked, 'US')) return []
  // A digit too many or too few, or letters that look like digits.
  const isNearly = isNamed(asked, 'US') && /^(?=(?:\D*\d){5})[0-9A-Z]{8,10}$/.test(compacted)
  if (!/^\d{9}$/.test(compacted) && !isNearly && label !== 'us_aba') return []
  const entriesOf = (number: string): CodeEntry[] =>
    holders.codes(number).filter(({ scheme }) => routingSchemes.has(scheme))
  const verdict = aba.check(compacted, (number) => entriesOf(number).length > 0)
  return [reading('us_aba', verdict, aba.parts, holders.ofCodes(entriesOf(verdict.canonical)))]
}

const routingSchemes = new Set(['us_aba', 'us_fedwire'])

export function asCanadian(asked: Asked, { holders }: Context): Reading[] {
  if (!mayBe(asked, 'CA')) return []
  const { compacted, text } = asked
  const ofInstitution = (institution = ''): Found =>
    holders.ofCodes(holders.codes(institution).filter(({ scheme }) => scheme === 'ca_institution'))
  // Each with the other form, which most branches have in common.
  const asEft = (eft: string): Reading => {
    const parts = (number: string): Parts => ({
      ...caEft.parts(number),
      cheque: caCheque.format(caEft.toCheque(number)),
    })
    return reading('ca_eft', caEft.check(eft), parts, ofInstitution(caEft.parts(eft).institution))
  }
  const asCheque = (cheque: string): Reading => {
    const parts = (number: string): Parts => ({ ...caCheque.parts(number), eft: caCheque.toEft(number) })
    return reading('ca_cheque', caCheque.check(cheque), parts, ofInstitution(caCheque.parts(cheque).institution))
  }

  const eft = caEft.compact(compacted)
  if (/^0\d{8}$/.test(eft)) {
    const found = asEft(eft)
    // Most numbers of nine digits are American; without such an institution this is not one of Canada.
    return found.holders.length > 0 || isNamed(asked, 'CA') ? [found] : []
  }
  if (/^\d{5}[-\s]\d{3}$/.test(text)) return [asCheque(compacted)]
  if (isNamed(asked, 'CA') && /^\d{4}-\d{3}$/.test(text)) return [asCheque(compacted)]
  // Some write the institution first, as electronic payments do.
  if (/^\d{3}[-\s]\d{5}$/.test(text)) return [asEft(`0${compacted}`)]
  if (!isNamed(asked, 'CA') || !/^\d{8}$/.test(compacted)) return []
  const both = [asCheque(compacted), asEft(`0${compacted}`)]
  const known = both.filter((one) => one.holders.length > 0)
  return known.length > 0 ? known : both.slice(0, 1)
}

/** With the code of its institution, in front or behind. */
const nubanPairs = [
  /^(?<code>\d{3}|\d{5,6})[\s/,;:|-]+(?<account>\d{10})$/,
  /^(?<account>\d{10})[\s/,;:|-]+(?<code>\d{3}|\d{5,6})$/,
]

export function asNuban(asked: Asked, context: Context): Reading[] {
  if (!mayBe(asked, 'NG')) return []
  const pair = pairOf(asked, nubanPairs)
  return pair ? asNubanOf(asked, pair.account as string, pair.code as string, context) : asAnyNuban(asked, context)
}

/** With the code that enters the check digit, or that of the payment system, which does not. */
function asNubanOf(asked: Asked, account: string, code: string, { holders, nubanInstitutions }: Context): Reading[] {
  const institution = code.replace(/^9(?=\d{5}$)/, '')
  const own = holders.codes(institution).filter(({ scheme }) => nubanSchemes.has(scheme))
  const inPayments = holders.codes(code).filter(({ scheme }) => scheme === 'ng_nip')
  const known = own.length > 0 ? own : inPayments
  if (known.length === 0 && !isNamed(asked, 'NG')) return []
  const ofBank = nubanInstitutions().filter(({ bank }) => known.some((entry) => entry.bank === bank))
  const codes = own.length > 0 ? [code] : ofBank.map((one) => one.code)
  const verdict = nuban.check(account, codes.find((one) => nuban.fits(account, one)) ?? codes[0])
  return [reading('nuban', verdict, nuban.parts, holders.ofCodes(known), noteOf(verdict, known.length > 0, code))]
}

function noteOf({ verdict }: Verdict, isKnown: boolean, code: string): string | null {
  if (!isKnown) return `In our data no institution has the code ${code}.`
  if (verdict !== 'accepted') return null
  return 'The check digit fits this institution; whether there is such an account only the bank knows.'
}

function asAnyNuban(asked: Asked, { nubanInstitutions }: Context): Reading[] {
  const { compacted, label } = asked
  const isSaid = isNamed(asked, 'NG') || label === 'nuban'
  if (!(/^\d{10}$/.test(compacted) || (isSaid && /^\d{9}$/.test(compacted)))) return []
  const verdict = nuban.check(compacted)
  const fitting = nubanInstitutions().filter(({ code }) => nuban.fits(compacted, code))
  const holders = Array.from(new Set(fitting.map(({ bank }) => bank)), (bank) => ({
    bank,
    relation: 'possible' as const,
    since: null,
  }))
  const note =
    'The check digit fits these banks, which proves nothing: one number in ten fits any bank, and wallets follow no rule.'
  return [reading('nuban', verdict, nuban.parts, { holders, bic: null }, verdict.verdict === 'refused' ? null : note)]
}

export function asAccountNumber({ compacted, countries }: Asked): Reading[] {
  return countries
    .filter((country) => shapeOnly.has(country) && /^\d{7,}$/.test(compacted))
    .map((country) => reading('account_number', accountNumber.check(compacted, country), partsIn(country), nobody))
}

export const partsIn =
  (country: string) =>
  (account: string): Parts =>
    accountNumber.parts(account, country)

/** Where nothing is known of an account number but how long it is. */
export const shapeOnly = new Set(['GH', 'ZA', 'TZ', 'UG'])
