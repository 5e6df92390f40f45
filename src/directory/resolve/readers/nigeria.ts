/** Readers of Nigerian account numbers (NUBAN), alone and with the code of their bank. */
import * as nuban from '../../../identifiers/nuban.ts'
import type { Check } from '../../../identifiers/verdict.ts'
import type { CodeEntry } from '../../storage/code-index.ts'
import type { ResolveContext } from '../context.ts'
import { nubanSchemes } from '../holders/nuban-institutions.ts'
import { createReading, partsIfWellFormed, type Reading } from '../reading.ts'
import { allowsCountry, isCountryGiven, matchAccountWithBank, type ResolveRequest } from '../request.ts'

const paymentScheme = 'ng_nip'

/** With the code in front or behind. */
const pairForms = [
  /^(?<code>\d{3}|\d{5,6})[\s/,;:|-]+(?<account>\d{10})$/,
  /^(?<account>\d{10})[\s/,;:|-]+(?<code>\d{3}|\d{5,6})$/,
]

export function readNuban(request: ResolveRequest, context: ResolveContext): Reading[] {
  if (!allowsCountry(request, 'NG')) return []
  const pair = matchAccountWithBank(request, pairForms)
  return pair
    ? readAtBank(request, pair.account as string, pair.code as string, context)
    : readAtAnyBank(request, context)
}

function readAtBank(request: ResolveRequest, account: string, code: string, context: ResolveContext): Reading[] {
  const { holders } = context
  const institution = code.replace(/^9(?=\d{5}$)/, '')
  const own = holders.codes(institution).filter(({ scheme }) => nubanSchemes.has(scheme))
  const known = own.length > 0 ? own : holders.codes(code).filter(({ scheme }) => scheme === paymentScheme)
  if (known.length === 0 && !isCountryGiven(request, 'NG')) return []
  const check = checkAtBank(account, own.length > 0 ? code : undefined, known, context)
  const note = noteOn(check, known.length > 0, code)
  const parts = partsIfWellFormed(check, nuban.parts)
  return [createReading('nuban', check, { parts, found: holders.ofCodes(known), notes: [note] })]
}

/** By the code in the request, if it counts, and by all others of its bank. An unconfirmed code makes nothing invalid. */
function checkAtBank(
  account: string,
  given: string | undefined,
  known: readonly CodeEntry[],
  { nubanInstitutions }: ResolveContext,
): Check {
  const others = nubanInstitutions().filter(({ bank }) => known.some((entry) => entry.bank === bank))
  const codes = [...(given === undefined ? [] : [given]), ...others.map(({ code }) => code)]
  const fitting = codes.find((code) => nuban.fits(account, code))
  if (fitting !== undefined) return nuban.check(account, fitting)
  const isTrusted = known.some(({ status }) => status !== 'unconfirmed')
  return nuban.check(account, isTrusted ? codes[0] : undefined)
}

function noteOn({ passed, accountChecked }: Check, isKnown: boolean, code: string): string | null {
  if (!isKnown) return `No bank in the directory has the code ${code}.`
  if (!passed || !accountChecked) return null
  return 'The check digit fits this bank; only the bank knows whether the account exists.'
}

function readAtAnyBank(request: ResolveRequest, { nubanInstitutions }: ResolveContext): Reading[] {
  const { compacted, label } = request
  const isMeant = isCountryGiven(request, 'NG') || label === 'nuban'
  if (!(/^\d{10}$/.test(compacted) || (isMeant && /^\d{9}$/.test(compacted)))) return []
  const check = nuban.check(compacted)
  const fitting = nubanInstitutions().filter(({ code }) => nuban.fits(compacted, code))
  const holders = Array.from(new Set(fitting.map(({ bank }) => bank)), (bank) => ({
    bank,
    relation: 'possible' as const,
    since: null,
  }))
  const note =
    holders.length > 0
      ? 'The check digit fits these banks, which proves nothing: one number in ten fits any bank, and wallets follow no rule.'
      : 'The check digit fits no bank in the directory; wallets follow no rule.'
  const parts = partsIfWellFormed(check, nuban.parts)
  const found = { holders, bic: null }
  return [createReading('nuban', check, { parts, found, notes: [check.passed ? note : null], isIndication: true })]
}
