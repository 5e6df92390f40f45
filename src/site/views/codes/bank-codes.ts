/** Selects and groups the codes of a bank. */
import type { Bank, BankDetail } from '../../../directory/records/bank-record.ts'
import { codeNoun } from '../labels.ts'
import type { ViewContext } from '../view-context.ts'

export type CodeDetail = BankDetail['code_details'][number]

/**
 * Returns the codes that a payment uses, those of the preferred scheme and of any other scheme with the same name for
 * its codes: the ABA numbers for ACH and for Fedwire are all routing numbers. Register numbers and codes of payment providers are left
 * out, and so are codes that are only the start of the BIC. `noun`: what the codes are, in the singular.
 */
export function paymentCodes(
  { schemes }: Pick<ViewContext, 'schemes'>,
  { codes = {}, bic }: Partial<Pick<Bank, 'codes'>> & Pick<Bank, 'bic'>,
) {
  const nounOf = (scheme: string): string => codeNoun(schemes.get(scheme)?.label ?? '')
  const used = Object.entries(codes)
    .filter(([scheme]) => schemes.get(scheme)?.use === 'payment')
    .flatMap(([scheme, values = []]) => values.map((value) => ({ scheme, value })))
    .filter(({ value }) => !bic?.startsWith(value))
  const noun = used[0] ? nounOf(used[0].scheme) : 'code'
  const ofNoun = used.filter(({ scheme }) => nounOf(scheme) === noun)
  return { codes: [...new Map(ofNoun.map((code) => [code.value, code])).values()], noun }
}

export type CodeGroup = ReturnType<typeof codeGroups>[number]

/**
 * Groups the codes by scheme and status. Current codes come first, in the country's order of preference. Within a group,
 * the main code comes first, then the codes with the bank's own BIC.
 */
export function codeGroups(bank: BankDetail, use: CodeDetail['use']) {
  const { code, code_scheme: mainScheme, codes, code_details: details, bic: ownBic } = bank
  // `codes` lists the schemes in the country's order of preference; `code_details` has a different order.
  const order = Object.keys(codes)
  const statusRank = { current: 0, unconfirmed: 1, former: 2 }
  const schemeRank = (scheme: string): number => (order.includes(scheme) ? order.indexOf(scheme) : order.length)
  const isMain = ({ scheme, value }: CodeDetail): boolean => scheme === mainScheme && value === code
  const isOwn = ({ bic }: CodeDetail): boolean => bic === null || bic === ownBic
  const sorted = details
    .filter((detail) => detail.use === use)
    .sort(
      (one, other) =>
        statusRank[one.status] - statusRank[other.status] ||
        schemeRank(one.scheme) - schemeRank(other.scheme) ||
        Number(isMain(other)) - Number(isMain(one)) ||
        Number(isOwn(other)) - Number(isOwn(one)) ||
        (one.value < other.value ? -1 : 1),
    )
  return [...Map.groupBy(sorted, ({ scheme, status }) => `${scheme} ${status}`).values()].map((group) => {
    const { scheme, label, used_for: usedFor, status } = group[0] as CodeDetail
    return { scheme, label, usedFor, status, codes: group }
  })
}
