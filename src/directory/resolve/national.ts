/** Numbers that one country gives: American and Canadian routing numbers, and account numbers of which no rule is public. */
import * as aba from '../../identifiers/aba.ts'
import * as accountNumber from '../../identifiers/account-number.ts'
import * as caCheque from '../../identifiers/ca-cheque.ts'
import * as caEft from '../../identifiers/ca-eft.ts'
import type { Parts } from '../../identifiers/verdict.ts'
import type { CodeEntry } from '../codes.ts'
import { type Asked, type Context, isNamed, mayBe, nobody, reading } from './asked.ts'
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

export function asAccountNumber({ compacted, countries }: Asked): Reading[] {
  return countries
    .filter((country) => shapeOnly.has(country) && /^\d+$/.test(compacted) && compacted.length >= accountMin)
    .map((country) => reading('account_number', accountNumber.check(compacted, country), partsIn(country), nobody))
}

export const partsIn =
  (country: string) =>
  (account: string): Parts =>
    accountNumber.parts(account, country)

/** Where nothing is known of an account number but how long it is. */
export const shapeOnly = new Set(['GH', 'ZA', 'TZ', 'UG'])
/** None of them is shorter. */
export const accountMin = 7
