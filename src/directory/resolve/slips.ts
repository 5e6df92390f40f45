/** What is answered where nothing fits as it stands: what was probably meant, or what the country expects. */
import * as aba from '../../identifiers/aba.ts'
import * as accountNumber from '../../identifiers/account-number.ts'
import * as bankCode from '../../identifiers/bank-code.ts'
import * as bic from '../../identifiers/bic.ts'
import * as caEft from '../../identifiers/ca-eft.ts'
import * as gbAccount from '../../identifiers/gb-account.ts'
import * as iban from '../../identifiers/iban.ts'
import * as lei from '../../identifiers/lei.ts'
import { readAsDigits } from '../../identifiers/mend.ts'
import * as nuban from '../../identifiers/nuban.ts'
import { lengthFault } from '../../identifiers/shape.ts'
import * as sortCode from '../../identifiers/sort-code.ts'
import { type Fault, notChecked, refused } from '../../identifiers/verdict.ts'
import { type Asked, type Context, nobody, reading } from './asked.ts'
import { withoutUnknownBank } from './iban-banks.ts'
import { isAccount } from './label.ts'
import { accountMin, partsIn, shapeOnly } from './national.ts'
import type { Reading } from './reading.ts'

/** Letters for digits, or a zero lost in front: refused, with what was meant if that is somebody's. */
export function asMisread(asked: Asked, readAll: (asked: Asked) => Reading[]): Reading[] {
  const { compacted, text } = asked
  const asDigits = readAsDigits(text.toUpperCase())
  const slips: [meant: string, fault: Fault][] = []
  const letters = /[A-Z]+/.exec(compacted)
  if (letters && digitShare(compacted) >= 1 / 2 && /^[\d\s./,;:-]+$/.test(asDigits)) {
    const at = [letters.index, letters.index + letters[0].length] as const
    slips.push([asDigits, { reason: 'format', message: 'A letter stands where a digit belongs.', at }])
  }
  if (/^\d{8}$/.test(compacted)) {
    const message = 'A digit is missing: a leading zero was lost.'
    slips.push([`0${compacted}`, { reason: 'length', message, at: null }])
  }
  return slips.flatMap(([meant, fault]) =>
    readAll({ ...asked, text: meant, compacted: meant.replaceAll(/\D/g, '') })
      .filter(
        ({ kind, verdict, holders }) =>
          kind === 'gb_account' ||
          verdict.verdict === 'accepted' ||
          holders.some(({ relation }) => relation === 'holder'),
      )
      .map(({ kind, scheme, verdict: { canonical } }) => ({
        // Of an account with its bank both.
        ...reading(kind, refused(compacted, fault, isAllOf(meant, canonical) ? canonical : meant), () => ({}), nobody),
        scheme,
      })),
  )
}

const digitShare = (text: string): number => text.replaceAll(/\D/g, '').length / text.length
const isAllOf = (meant: string, canonical: string): boolean => meant.replaceAll(/\D/g, '').length <= canonical.length

/** What says by itself what it is, although a character is missing, added or misread. */
export function asDamaged({ compacted }: Asked, context: Context): Reading[] {
  const asIban = iban.check(compacted)
  if (asIban.verdict === 'refused' && asIban.suggestion !== null) {
    return [reading('iban', withoutUnknownBank(asIban, context), iban.parts, nobody)]
  }
  // The fifth and sixth character of nearly all are zeros.
  if (/^(?=.*[A-Z])[A-Z0-9]{4}00[A-Z0-9]{12,16}$/.test(compacted)) {
    const isKnown = (known: string): boolean => context.holders.ofLei(known).holders.length > 0
    return [reading('lei', lei.check(compacted, isKnown), lei.parts, nobody)]
  }
  const asBic = bic.check(compacted)
  if (asBic.verdict !== 'refused' || !/^[A-Z0-9]{7,12}$/.test(compacted)) return []
  const isKnown = context.holders.knowsBic((asBic.suggestion ?? compacted).slice(0, 6))
  return isKnown ? [reading('bic', asBic, bic.parts, nobody)] : []
}

/** Nothing else fits: what the country named expects, so that at least the reason is told. */
export function asExpected({ compacted, label, countries }: Asked, { preferred }: Context): Reading[] {
  const [country] = countries
  // What is mostly letters is a name, not a number written wrong.
  if (countries.length !== 1 || country === undefined || !(digitShare(compacted) >= 1 / 3)) return []
  const isSaid = isAccount(label)
  if (country === 'US' && !isSaid) return [reading('us_aba', aba.check(compacted), aba.parts, nobody)]
  if (country === 'CA' && !isSaid) return [reading('ca_eft', caEft.check(compacted), caEft.parts, nobody)]
  if (country === 'NG') return [reading('nuban', nuban.check(compacted), nuban.parts, nobody)]
  if (country === 'GB') return [asExpectedInBritain(compacted, isSaid)]
  if (!shapeOnly.has(country) && !isSaid) return [reading('iban', iban.check(compacted), iban.parts, nobody)]
  const [scheme] = preferred.get(country) ?? []
  if (scheme !== undefined && compacted.length < accountMin && !isSaid) {
    const verdict = bankCode.check(compacted, scheme)
    return [{ ...reading('bank_code', verdict, (code) => bankCode.parts(code, scheme), nobody), scheme }]
  }
  return [reading('account_number', accountNumber.check(compacted, country), partsIn(country), nobody)]
}

/** Most account numbers have 8 digits, some 6, 7, 9 or 10. */
function asExpectedInBritain(compacted: string, isAccountSaid: boolean): Reading {
  if (/^\d{7,10}$/.test(compacted) || (isAccountSaid && /^\d{6}$/.test(compacted))) {
    const message = 'An account number can only be checked together with its sort code.'
    return reading('account_number', notChecked(compacted, 'no_institution', message), partsIn('GB'), nobody)
  }
  if (isAccountSaid && compacted.length < accountMin) {
    const fault = lengthFault(compacted, '8 digits', 'a British account number')
    return reading('account_number', refused(compacted, fault), partsIn('GB'), nobody)
  }
  if (compacted.length > 9) return reading('gb_account', gbAccount.check(compacted), gbAccount.parts, nobody)
  return reading('gb_sort_code', sortCode.check(compacted), sortCode.parts, nobody)
}
