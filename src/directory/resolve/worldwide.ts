/** Identifiers that say by themselves what they are: IBAN, BIC, LEI, and our own ids. */
import * as bic from '../../identifiers/bic.ts'
import * as iban from '../../identifiers/iban.ts'
import { nameOf } from '../../identifiers/iban-fault.ts'
import * as lei from '../../identifiers/lei.ts'
import { accepted } from '../../identifiers/verdict.ts'
import { type Asked, type Context, joined, nobody, reading } from './asked.ts'
import { banksOfIban, withoutUnknownBank } from './iban-banks.ts'
import type { Reading } from './reading.ts'

export function asIban({ text: written, compacted, label, countries }: Asked, context: Context): Reading[] {
  const text = iban.compact(compacted)
  // Two letters and then two digits, of which one may be a letter that looks like it.
  const looksIt =
    /^[A-Z]{2}(?=.?\d)[0-9OILSBZG]{2}[A-Z0-9]{6,}$/.test(text) &&
    /\d.*\d.*\d.*\d/.test(text) &&
    !written.startsWith('//')
  if (compacted.startsWith('LEI') || (!looksIt && label !== 'iban' && !compacted.startsWith('IBAN'))) return []
  const verdict = iban.check(text)
  if (verdict.verdict === 'refused') {
    return [reading('iban', withoutUnknownBank(verdict, context), iban.parts, nobody)]
  }
  const { note, ...found } = banksOfIban(verdict.canonical, context)
  const isElsewhere = countries.length > 0 && !countries.includes(verdict.canonical.slice(0, 2))
  const contradiction = isElsewhere ? `The country named is another: this is ${nameOf(verdict.canonical)}.` : null
  return [reading('iban', verdict, iban.parts, found, joined([contradiction, note]))]
}

export function asBic({ compacted, text, label, countries }: Asked, { holders, numberOf }: Context): Reading[] {
  const code = bic.compact(compacted)
  const looksIt = /^[A-Z][A-Z0-9]{3}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code)
  // Some of our own ids look like one, too.
  if (label !== 'bic' && (!looksIt || numberOf(text.toLowerCase()) !== undefined)) return []
  const verdict = bic.check(code)
  if (verdict.verdict === 'refused') return [reading('bic', verdict, bic.parts, nobody)]
  const found = holders.ofBic(verdict.canonical)
  const isLike = !found.exact && found.holders.length > 0
  const country = verdict.canonical.slice(4, 6)
  const isElsewhere = countries.length > 0 && !countries.includes(country)
  const note = joined([
    isElsewhere ? `The country named is another: this is a BIC of ${country}.` : null,
    verdict.canonical.charAt(7) === '0' ? 'The 0 in the eighth place marks a BIC for tests.' : null,
    isLike ? 'This very BIC is not in our data; these banks have one that begins so.' : null,
  ])
  return [reading('bic', verdict, bic.parts, found, note)]
}

export function asLei({ compacted, label }: Asked, { holders }: Context): Reading[] {
  const code = lei.compact(compacted)
  const looksIt = /^[A-Z0-9]{18}[0-9OI]{2}$/.test(code) && !/^[A-Z]{2}\d{18}$/.test(code)
  if (!looksIt && label !== 'lei') return []
  const verdict = lei.check(code, (known) => holders.ofLei(known).holders.length > 0)
  return [reading('lei', verdict, lei.parts, verdict.verdict === 'refused' ? nobody : holders.ofLei(verdict.canonical))]
}

export function asBankId({ text }: Asked, { holders, numberOf }: Context): Reading[] {
  const id = text.toLowerCase()
  if (!/^[a-z]{2}(-[a-z0-9]+)+$/.test(id)) return []
  const bank = numberOf(id)
  if (bank === undefined) return []
  return [reading('bank_id', accepted(id), () => ({ country: id.slice(0, 2).toUpperCase() }), holders.ofBank(bank))]
}
