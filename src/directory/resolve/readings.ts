/** The ways in which an identifier can be read, one function each; nothing where it has not the look of it. */
import * as aba from '../../identifiers/aba.ts'
import * as accountNumber from '../../identifiers/account-number.ts'
import * as bankCode from '../../identifiers/bank-code.ts'
import * as bic from '../../identifiers/bic.ts'
import * as caCheque from '../../identifiers/ca-cheque.ts'
import * as caEft from '../../identifiers/ca-eft.ts'
import * as gbAccount from '../../identifiers/gb-account.ts'
import * as iban from '../../identifiers/iban.ts'
import * as lei from '../../identifiers/lei.ts'
import * as nuban from '../../identifiers/nuban.ts'
import * as sortCode from '../../identifiers/sort-code.ts'
import { accepted, type Parts, refused, type Verdict } from '../../identifiers/verdict.ts'
import type { Scheme } from '../scheme.ts'
import type { Found, Holders } from './holders.ts'
import type { Reading } from './reading.ts'

export interface Context {
  holders: Holders
  schemes: Map<string, Scheme>
  numberOf(id: string): number | undefined
  /** Of Nigeria: each institution whose code enters the check digit of an account, the best known first. */
  nubanInstitutions(): { bank: number; code: string }[]
}

export interface Asked {
  /** As it came, without spaces around it. */
  text: string
  compacted: string
  /** The codes of the countries that are meant; none if any may be. */
  countries: readonly string[]
}

/** Whether a country is meant, or may be. */
const mayBe = ({ countries }: Asked, country: string): boolean => countries.length === 0 || countries.includes(country)
const isNamed = ({ countries }: Asked, country: string): boolean => countries.length > 0 && countries.includes(country)

const nobody: Found = { holders: [], bic: null }

function reading(
  kind: Reading['kind'],
  verdict: Verdict,
  parts: (canonical: string) => Parts,
  { holders, bic: bicToUse }: Found,
  note: string | null = null,
): Reading {
  const isRefused = verdict.verdict === 'refused'
  return {
    kind,
    scheme: null,
    verdict,
    parts: isRefused ? {} : parts(verdict.canonical),
    bic: isRefused ? null : bicToUse,
    note,
    holders: isRefused ? [] : holders,
  }
}

export function asIban({ text: written, compacted }: Asked, { holders, schemes }: Context): Reading[] {
  const text = iban.compact(compacted)
  // Two letters and then digits, of which one or two may be letters that look like them.
  const looksIt =
    /^[A-Z]{2}[0-9OIL]{2}[A-Z0-9]{6,}$/.test(text) && /\d.*\d.*\d.*\d/.test(text) && !written.startsWith('//')
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

export function asBic({ compacted }: Asked, { holders }: Context): Reading[] {
  if (!/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(compacted) || /^\d/.test(compacted)) return []
  const verdict = bic.check(compacted)
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

export function asRoutingNumber(asked: Asked, { holders }: Context): Reading[] {
  const { compacted } = asked
  if (!mayBe(asked, 'US')) return []
  if (!(/^\d{9}$/.test(compacted) || (isNamed(asked, 'US') && /^[0-9A-Z]{8,10}$/.test(compacted)))) return []
  const verdict = aba.check(compacted)
  const entries = holders.codes(verdict.canonical).filter(({ scheme }) => routingSchemes.has(scheme))
  return [reading('us_aba', verdict, aba.parts, holders.ofCodes(entries))]
}

const routingSchemes = new Set(['us_aba', 'us_fedwire'])

function holdersOfSortCode(six: string, holders: Holders): Found & { isExact: boolean } {
  const exact = holders.codes(six).filter(({ scheme }) => scheme === 'gb_sort_code')
  if (exact.length > 0) return { ...holders.ofCodes(exact), isExact: true }
  return { ...holders.ofSortCodeRange(six), isExact: false }
}

const indication = 'The directory of sort codes is not open: who usually holds codes that begin so, an indication only.'

export function asSortCode(asked: Asked, { holders }: Context): Reading[] {
  const { compacted, text } = asked
  const isWritten = /^\d\d[-. ]\d\d[-. ]\d\d$/.test(text)
  if (!mayBe(asked, 'GB') || !(/^\d{6}$/.test(compacted) || (isNamed(asked, 'GB') && /^\d{5}$/.test(compacted))))
    return []
  const verdict = sortCode.check(compacted)
  const found = holdersOfSortCode(compacted, holders)
  // Six digits can be many things; where nobody is known to hold them they are a sort code only if written like one.
  if (!found.isExact && !isWritten && !isNamed(asked, 'GB') && found.holders.length === 0) return []
  return [
    reading(
      'gb_sort_code',
      verdict,
      sortCode.parts,
      found,
      found.isExact || found.holders.length === 0 ? null : indication,
    ),
  ]
}

export function asGbAccount(asked: Asked, { holders }: Context): Reading[] {
  const { compacted, text } = asked
  const isPair = /^\d\d[-. ]?\d\d[-. ]?\d\d[\s/,;:-]+\d{6,10}$/.test(text)
  if (
    !mayBe(asked, 'GB') ||
    !(isPair || /^\d{14}$/.test(compacted) || (isNamed(asked, 'GB') && /^\d{12,16}$/.test(compacted)))
  )
    return []
  const verdict = gbAccount.check(compacted)
  const found = holdersOfSortCode(compacted.slice(0, 6), holders)
  return [
    reading(
      'gb_account',
      verdict,
      gbAccount.parts,
      found,
      found.isExact || found.holders.length === 0 ? null : indication,
    ),
  ]
}

export function asCanadian(asked: Asked, { holders }: Context): Reading[] {
  if (!mayBe(asked, 'CA')) return []
  const { compacted, text } = asked
  const ofInstitution = (institution = ''): Found =>
    holders.ofCodes(holders.codes(institution).filter(({ scheme }) => scheme === 'ca_institution'))
  const eft = caEft.compact(compacted)
  if (/^0\d{8}$/.test(eft)) {
    const verdict = caEft.check(eft)
    const found = ofInstitution(caEft.parts(eft).institution)
    // Most numbers of nine digits are American; without such an institution this is not one of Canada.
    return found.holders.length > 0 || isNamed(asked, 'CA') ? [reading('ca_eft', verdict, caEft.parts, found)] : []
  }
  if (/^\d{5}[-\s]\d{3}$/.test(text) || (isNamed(asked, 'CA') && /^\d{8}$/.test(compacted))) {
    const found = ofInstitution(caCheque.parts(compacted).institution)
    return [reading('ca_cheque', caCheque.check(compacted), caCheque.parts, found)]
  }
  return []
}

export function asNuban(asked: Asked, { nubanInstitutions }: Context): Reading[] {
  const { compacted } = asked
  if (!mayBe(asked, 'NG')) return []
  if (!(/^\d{10}$/.test(compacted) || (isNamed(asked, 'NG') && /^\d{9}$/.test(compacted)))) return []
  const verdict = nuban.check(compacted)
  const holders = nubanInstitutions()
    .filter(({ code }) => nuban.fits(compacted, code))
    .map(({ bank }) => ({ bank, relation: 'possible' as const, since: null }))
  const note =
    'The check digit fits these banks, which proves nothing: one number in ten fits any bank, and wallets follow no rule.'
  return [reading('nuban', verdict, nuban.parts, { holders, bic: null }, verdict.verdict === 'refused' ? null : note)]
}

export function asAccountNumber({ compacted, countries }: Asked): Reading[] {
  return countries
    .filter((country) => shapeOnly.has(country) && /^\d{7,}$/.test(compacted))
    .map((country) =>
      reading('account_number', accountNumber.check(compacted, country), (account) => ({ country, account }), nobody),
    )
}

/** Where nothing is known of an account number but how long it is. */
const shapeOnly = new Set(['GH', 'ZA', 'TZ', 'UG'])

export function asBankCode(asked: Asked, { holders, schemes }: Context): Reading[] {
  const { compacted } = asked
  const byScheme = Map.groupBy(holders.codes(compacted), ({ scheme }) => scheme)
  const readings: Reading[] = []
  for (const [id, entries] of byScheme) {
    const scheme = schemes.get(id) as Scheme
    if (readElsewhere.has(id) || !(scheme.country === '*' || mayBe(asked, scheme.country))) continue
    const parts = (code: string): Parts => ({ ...(scheme.country !== '*' && { country: scheme.country }), code })
    readings.push({
      ...reading('bank_code', bankCode.check(compacted, id), parts, holders.ofCodes(entries)),
      scheme: id,
    })
  }
  return readings
}

/** These have readings of their own. */
const readElsewhere = new Set(['us_aba', 'us_fedwire', 'gb_sort_code'])

/** A code that lost its zeros in a spreadsheet: refused, with what was meant. */
export function asShortenedCode({ compacted, countries }: Asked, { holders, schemes }: Context): Reading[] {
  if (!/^\d{1,8}$/.test(compacted)) return []
  const readings: Reading[] = []
  for (const scheme of schemes.values()) {
    const length = Number(/^\^\\d\{(\d+)\}\$$/.exec(scheme.pattern)?.[1])
    if (!countries.includes(scheme.country) || readElsewhere.has(scheme.id) || !(length > compacted.length)) continue
    const whole = compacted.padStart(length, '0')
    if (!holders.codes(whole).some((entry) => entry.scheme === scheme.id)) continue
    const fault = {
      reason: 'length',
      message: `The code "${scheme.label}" has ${length} digits: leading zeros were lost.`,
      at: null,
    } as const
    readings.push({ ...reading('bank_code', refused(compacted, fault, whole), () => ({}), nobody), scheme: scheme.id })
  }
  return readings
}

export function asBankId({ text }: Asked, { holders, numberOf }: Context): Reading[] {
  const id = text.toLowerCase()
  if (!/^[a-z]{2}(-[a-z0-9]+)+$/.test(id)) return []
  const bank = numberOf(id)
  if (bank === undefined) return []
  return [reading('bank_id', accepted(id), () => ({ country: id.slice(0, 2).toUpperCase() }), holders.ofBank(bank))]
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
