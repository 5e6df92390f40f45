/** Which of a bank's codes to show, and what to call it. */
import type { Bank, BankDetail } from '../../../directory/records/bank-record.ts'
import { codeNoun, isGone } from '../labels.ts'
import { formatCount, formatNumber, pluralOf } from '../text/text-format.ts'
import type { ViewContext } from '../view-context.ts'

/** The BIC among the ids of code schemes. The API uses this word, too. */
export const bic = 'bic'

export interface ShownCode {
  /** Id of its scheme, or `bic`. */
  scheme: string
  value: string
}

type Context = Pick<ViewContext, 'schemes' | 'countries'>
type CodedBank = Pick<Bank, 'country' | 'code' | 'code_scheme' | 'bic'> & Partial<Pick<Bank, 'codes'>>

/** What people write before a code, such as "NIP". */
export const shortLabel = ({ schemes }: Pick<Context, 'schemes'>, scheme: string): string =>
  scheme === bic ? 'BIC' : (schemes.get(scheme)?.short ?? 'Code')

/** The name of the code scheme, such as "NIP institution code". */
export const longLabel = ({ schemes }: Pick<Context, 'schemes'>, scheme: string): string =>
  scheme === bic ? 'BIC' : (schemes.get(scheme)?.label ?? 'Code')

/** The code schemes to choose from in a country. Empty if there is nothing to choose. */
export function schemesIn({ countries }: Pick<Context, 'countries'>, country: string): string[] {
  const { schemes = [] } = countries.get(country) ?? {}
  return schemes.length === 0 ? [] : [...schemes, bic]
}

/** Returns the first choice that the country has, or an empty string: each bank then shows its usual code. */
export const schemeFor = (context: Pick<Context, 'countries'>, country: string, ...choices: string[]): string =>
  choices.find((choice) => choice === bic || context.countries.get(country)?.schemes.includes(choice)) ?? ''

/** The codes of a bank in a scheme, the main code first. */
export function codesIn({ code, code_scheme: main, codes, bic: ownBic }: CodedBank, scheme: string): string[] {
  if (scheme === bic) return ownBic === null ? [] : [ownBic]
  if (scheme === main && code !== null) return [code]
  return codes?.[scheme] ?? []
}

/** Another code that payments to the bank use, if there is only one: "NIP is 000013". */
export function otherCode(context: Context, bank: CodedBank, { scheme, value }: ShownCode): ShownCode | undefined {
  for (const other of context.countries.get(bank.country)?.schemes ?? []) {
    const [only, ...more] = codesIn(bank, other)
    const isNew = only !== undefined && only !== value && !bank.bic?.startsWith(only)
    if (other !== scheme && isNew && more.length === 0) return { scheme: other, value: only }
  }
  return undefined
}

/** "3 routing numbers", "613 BLZ codes" */
export function countCodes(context: Context, scheme: string, count: number): string {
  const noun = codeNoun(longLabel(context, scheme))
  if (noun !== 'code') return formatCount(count, noun)
  const short = shortLabel(context, scheme)
  return `${formatNumber(count)} ${/code$/i.test(short) ? pluralOf(short) : `${short} codes`}`
}

/** What the reader wants of a bank. Both may be empty. */
export interface CodeChoice {
  /** Id of a code scheme, or `bic`. */
  scheme: string
  /** The code that a search or an identifier has. */
  code: string
}

export const noChoice: CodeChoice = { scheme: '', code: '' }

/** The code that most people come for: one of the chosen scheme, the one that was asked for, or the usual one. */
export function mainCode(bank: BankDetail, { scheme, code }: CodeChoice): ShownCode | undefined {
  if (isGone(bank)) return undefined
  const chosen = scheme === '' ? [] : codesIn(bank, scheme)
  if (code !== '' && bank.codes[scheme]?.includes(code)) return { scheme, value: code }
  if (chosen.length === 1 && chosen[0] !== undefined) return { scheme, value: chosen[0] }
  const asked = bank.code_details.filter((one) => isAsked(one, code) && one.status === 'current')
  const best = asked.find((one) => one.scheme === bank.code_scheme) ?? asked[0]
  if (best) return { scheme: best.scheme, value: best.value }
  if (bank.code !== null && bank.code_scheme !== null) return { scheme: bank.code_scheme, value: bank.code }
  return bank.bic === null ? undefined : { scheme: bic, value: bank.bic }
}

/** Whether a search or an identifier has this code. Register numbers are not asked for by payments. */
export const isAsked = (
  { value, use }: Pick<BankDetail['code_details'][number], 'value' | 'use'>,
  code: string,
): boolean => value === code && use === 'payment'
