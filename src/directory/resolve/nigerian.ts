/** Account numbers of Nigeria (NUBAN), alone and with the code of their bank. */
import * as nuban from '../../identifiers/nuban.ts'
import type { Verdict } from '../../identifiers/verdict.ts'
import type { BankRecord } from '../bank.ts'
import type { CodeEntry } from '../codes.ts'
import type { Indexes } from '../indexes.ts'
import { type Asked, type Context, isNamed, mayBe, pairOf, reading } from './asked.ts'
import type { Reading } from './reading.ts'

/** A bank, and a code of it that enters the check digit of its accounts. */
export interface NubanInstitution {
  bank: number
  code: string
}

const nubanSchemes = new Set(['ng_cbn', 'ng_cbn_ofi'])
/** The codes of the payment system do not enter the check digit. */
const paymentScheme = 'ng_nip'

/**
 * The surest and best known first. Accounts keep the number they were opened with: those of a bank that was taken over
 * are its successor's.
 */
export function nubanInstitutionsOf({ banks, search: { renown } }: Indexes): NubanInstitution[] {
  const [from, to] = banks.ranges.get('NG') ?? [0, 0]
  const institutions: (NubanInstitution & { doubts: number })[] = []
  for (let number = from; number < to; number++) {
    const { codes = [], status, successor } = banks.recordOf(number)
    const bank = isOpen(status) ? number : successor === undefined ? undefined : banks.numberOf(successor)
    if (bank === undefined) continue
    for (const { scheme, value, status: standing } of codes) {
      const doubts = (status === 'active' ? 0 : 1) + (standing === undefined ? 0 : 1)
      if (nubanSchemes.has(scheme)) institutions.push({ bank, code: value, doubts })
    }
  }
  return institutions.sort((a, b) => a.doubts - b.doubts || (renown[b.bank] as number) - (renown[a.bank] as number))
}

const isOpen = (status: BankRecord['status']): boolean => status === 'active' || status === 'unverified'

/** With the code in front or behind. */
const pairForms = [
  /^(?<code>\d{3}|\d{5,6})[\s/,;:|-]+(?<account>\d{10})$/,
  /^(?<account>\d{10})[\s/,;:|-]+(?<code>\d{3}|\d{5,6})$/,
]

export function asNuban(asked: Asked, context: Context): Reading[] {
  if (!mayBe(asked, 'NG')) return []
  const pair = pairOf(asked, pairForms)
  return pair ? atBank(asked, pair.account as string, pair.code as string, context) : atAnyBank(asked, context)
}

function atBank(asked: Asked, account: string, code: string, context: Context): Reading[] {
  const { holders } = context
  const institution = code.replace(/^9(?=\d{5}$)/, '')
  const own = holders.codes(institution).filter(({ scheme }) => nubanSchemes.has(scheme))
  const known = own.length > 0 ? own : holders.codes(code).filter(({ scheme }) => scheme === paymentScheme)
  if (known.length === 0 && !isNamed(asked, 'NG')) return []
  const verdict = checkAt(account, own.length > 0 ? code : undefined, known, context)
  return [reading('nuban', verdict, nuban.parts, holders.ofCodes(known), noteOf(verdict, known.length > 0, code))]
}

/** By the code that was named, if it counts, and by all others of its bank. A code we do not trust refuses nothing. */
function checkAt(
  account: string,
  named: string | undefined,
  known: readonly CodeEntry[],
  { nubanInstitutions }: Context,
): Verdict {
  const others = nubanInstitutions().filter(({ bank }) => known.some((entry) => entry.bank === bank))
  const codes = [...(named === undefined ? [] : [named]), ...others.map(({ code }) => code)]
  const fitting = codes.find((code) => nuban.fits(account, code))
  if (fitting !== undefined) return nuban.check(account, fitting)
  const isTrusted = known.some(({ status }) => status !== 'unconfirmed')
  return nuban.check(account, isTrusted ? codes[0] : undefined)
}

function noteOf({ verdict }: Verdict, isKnown: boolean, code: string): string | null {
  if (!isKnown) return `In our data no institution has the code ${code}.`
  if (verdict !== 'accepted') return null
  return 'The check digit fits this institution; whether there is such an account only the bank knows.'
}

function atAnyBank(asked: Asked, { nubanInstitutions }: Context): Reading[] {
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
