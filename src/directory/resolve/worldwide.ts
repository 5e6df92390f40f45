/** Identifiers that say by themselves what they are: IBAN, BIC, LEI, and our own ids. */
import * as bic from '../../identifiers/bic.ts'
import * as iban from '../../identifiers/iban.ts'
import * as lei from '../../identifiers/lei.ts'
import { accepted } from '../../identifiers/verdict.ts'
import { type Asked, type Context, nobody, reading } from './asked.ts'
import { holdersOfSortCode } from './british.ts'
import type { Reading } from './reading.ts'

export function asIban({ text: written, compacted }: Asked, { holders, schemes }: Context): Reading[] {
  const text = iban.compact(compacted)
  // Two letters and then digits, of which one or two may be letters that look like them.
  const looksIt =
    /^[A-Z]{2}[0-9OILSBZG]{2}[A-Z0-9]{6,}$/.test(text) && /\d.*\d.*\d.*\d/.test(text) && !written.startsWith('//')
  if (!looksIt && !compacted.startsWith('IBAN')) return []
  const verdict = iban.check(text)
  if (verdict.verdict === 'refused') return [reading('iban', verdict, iban.parts, nobody)]
  const { country = '', bank_code: code = '', sort_code: branch } = iban.parts(verdict.canonical)
  if (branch !== undefined && country === 'GB') {
    const found = holdersOfSortCode(branch, holders)
    if (found.isExact) return [reading('iban', verdict, iban.parts, found)]
  }
  const scheme = [...schemes.values()].find((known) => known.iban_bank_code && known.country === country)
  const byCode = holders.ofCodes(holders.codes(code).filter((entry) => entry.scheme === scheme?.id))
  if (byCode.holders.length > 0) return [reading('iban', verdict, iban.parts, byCode)]
  // Where the bank code is the beginning of the BIC, that tells the bank too.
  const byBic = /^[A-Z]{4}$/.test(code) ? holders.ofBic(`${code}${country}`) : nobody
  const known = scheme ? `no bank has the code ${code}` : `there are no bank codes of ${country}`
  const note = byBic.holders.length > 0 ? 'Told by the beginning of the BIC: an indication.' : `In our data ${known}.`
  return [reading('iban', verdict, iban.parts, { ...byBic, bic: null }, note)]
}

export function asBic({ compacted, text }: Asked, { holders, numberOf }: Context): Reading[] {
  const code = bic.compact(compacted)
  const looksIt = /^[A-Z][A-Z0-9]{3}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code)
  // Some of our own ids look like one, too.
  if (!looksIt || numberOf(text.toLowerCase()) !== undefined) return []
  const verdict = bic.check(code)
  if (verdict.verdict === 'refused') return [reading('bic', verdict, bic.parts, nobody)]
  const found = holders.ofBic(verdict.canonical)
  const note =
    found.exact || found.holders.length === 0
      ? null
      : 'This very BIC is not in our data; these banks have one that begins so.'
  return [reading('bic', verdict, bic.parts, found, note)]
}

export function asLei({ compacted }: Asked, { holders }: Context): Reading[] {
  if (!/^[A-Z0-9]{18}[0-9OI]{2}$/.test(compacted) || /^[A-Z]{2}\d{18}$/.test(compacted)) return []
  const verdict = lei.check(compacted)
  return [reading('lei', verdict, lei.parts, verdict.verdict === 'refused' ? nobody : holders.ofLei(verdict.canonical))]
}

export function asBankId({ text }: Asked, { holders, numberOf }: Context): Reading[] {
  const id = text.toLowerCase()
  if (!/^[a-z]{2}(-[a-z0-9]+)+$/.test(id)) return []
  const bank = numberOf(id)
  if (bank === undefined) return []
  return [reading('bank_id', accepted(id), () => ({ country: id.slice(0, 2).toUpperCase() }), holders.ofBank(bank))]
}
