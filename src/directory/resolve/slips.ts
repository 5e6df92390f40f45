/** What is answered where nothing fits as it stands: what was probably meant, or what the country expects. */
import * as aba from '../../identifiers/aba.ts'
import * as accountNumber from '../../identifiers/account-number.ts'
import * as caEft from '../../identifiers/ca-eft.ts'
import * as gbAccount from '../../identifiers/gb-account.ts'
import * as iban from '../../identifiers/iban.ts'
import { readAsDigits } from '../../identifiers/mend.ts'
import * as nuban from '../../identifiers/nuban.ts'
import * as sortCode from '../../identifiers/sort-code.ts'
import { refused } from '../../identifiers/verdict.ts'
import { type Asked, nobody, reading } from './asked.ts'
import { shapeOnly } from './national.ts'
import type { Reading } from './reading.ts'

/** Letters for digits, or a zero lost in front: refused, with what was meant if that is somebody's. */
export function asMisread(asked: Asked, readAll: (asked: Asked) => Reading[]): Reading[] {
  const { compacted, text } = asked
  const isMostlyDigits = text.replaceAll(/[^0-9]/g, '').length > compacted.length / 2
  const asDigits = readAsDigits(text.toUpperCase())
  const slips: [meant: string, message: string][] = []
  if (isMostlyDigits && asDigits !== text.toUpperCase() && /^[\d\s./,;:-]+$/.test(asDigits)) {
    slips.push([asDigits, 'A letter stands where a digit belongs.'])
  }
  if (/^\d{8}$/.test(compacted)) slips.push([`0${compacted}`, 'A digit is missing: a leading zero was lost.'])
  return slips.flatMap(([meant, message]) =>
    readAll({ ...asked, text: meant, compacted: meant.replaceAll(/\D/g, '') })
      .filter(
        ({ verdict, holders }) =>
          verdict.verdict === 'accepted' || holders.some(({ relation }) => relation === 'holder'),
      )
      .map(({ kind, scheme, verdict }) => {
        const fault = { reason: 'format', message, at: null } as const
        return { ...reading(kind, refused(compacted, fault, verdict.canonical), () => ({}), nobody), scheme }
      }),
  )
}

/** Nothing else fits: what the country named expects, so that at least the reason is told. */
export function asExpected({ compacted, countries }: Asked): Reading[] {
  const [country] = countries
  if (countries.length !== 1 || country === undefined || compacted === '') return []
  if (country === 'US') return [reading('us_aba', aba.check(compacted), aba.parts, nobody)]
  if (country === 'CA') return [reading('ca_eft', caEft.check(compacted), caEft.parts, nobody)]
  if (country === 'NG') return [reading('nuban', nuban.check(compacted), nuban.parts, nobody)]
  if (country === 'GB') {
    if (compacted.length > 9) return [reading('gb_account', gbAccount.check(compacted), gbAccount.parts, nobody)]
    return [reading('gb_sort_code', sortCode.check(compacted), sortCode.parts, nobody)]
  }
  if (shapeOnly.has(country)) {
    return [
      reading('account_number', accountNumber.check(compacted, country), (account) => ({ country, account }), nobody),
    ]
  }
  return [reading('iban', iban.check(compacted), iban.parts, nobody)]
}
