/**
 * IBAN of a country that is not in the IBAN registry, although its banks print IBANs: the country code, two check digits
 * as in ISO 13616, and the national account number. Banks do so in the member states of the BCEAO and the BEAC and in
 * Morocco, where the national number is the RIB. Its form comes from the data (`data/account-forms.json`).
 */
import * as accountForm from './account-form.ts'
import * as iban from './iban.ts'
import { countryLabel, ibanFault } from './iban-errors.ts'
import { lengthFault } from './structure.ts'
import { doubledCharacter, suggest, swappedNeighbours } from './suggest.ts'
import { type Check, type CheckName, type Fault, invalid, type Parts, passed } from './verdict.ts'

export const { compact, format } = iban

const bbanStart = 4
const generalChecks = ['length', 'structure', 'mod97'] as const

/** `bban`: the form of the national account numbers in the country. */
export function check(input: string, bban: accountForm.AccountForm): Check {
  const text = compact(input)
  const fault = faultOf(text, bban)
  // Numbers of another form may exist, because no registry says that there are none. Their check digits are proof enough.
  if (!fault && !hasForm(text, bban)) return passed(text, generalChecks, { accountChecked: false, note: otherForm })
  const hasRule = bban.check !== undefined
  const checks: CheckName[] = [...generalChecks, ...(hasRule ? ['national_check' as const] : [])]
  if (!fault) return passed(text, checks, { accountChecked: hasRule, note: notRegistered })
  const isRight = (candidate: string): boolean => hasForm(candidate, bban) && faultOf(candidate, bban) === null
  const suggestion = suggest(text, fault, [swappedNeighbours, doubledCharacter], isRight)
  return invalid(text, fault, checks, { suggestion, accountChecked: fault.reason === 'national_checksum' })
}

const notRegistered = 'Banks in this country use this form of IBAN, but it is not in the IBAN registry.'
const otherForm = 'Only the check digits were checked: this is not the form of IBAN that banks in this country use.'

const hasForm = (text: string, bban: accountForm.AccountForm): boolean =>
  accountForm.matches(text.slice(bbanStart), bban)

function faultOf(text: string, bban: accountForm.AccountForm): Fault | null {
  const fault = ibanFault(text)
  const { min, max } = accountForm.lengthsOf(bban)
  const length = text.length - bbanStart
  if (fault?.reason === 'checksum' && (length < min || length > max)) {
    const count = min === max ? `${min + bbanStart}` : `${min + bbanStart} to ${max + bbanStart}`
    return lengthFault(text, `${count} characters`, `an IBAN that starts with ${countryLabel(text.slice(0, 2))}`)
  }
  if (fault || !hasForm(text, bban)) return fault
  const national = accountForm.check(text.slice(bbanStart), bban)
  if (national.passed) return null
  const message = `The IBAN check digits match, but the national check digits inside the IBAN do not.`
  const at = national.at && ([national.at[0] + bbanStart, national.at[1] + bbanStart] as const)
  return { reason: 'national_checksum', message, at }
}

/** As in other IBANs, the account part is everything after the bank and branch codes. */
export function parts(canonical: string, bban: accountForm.AccountForm): Parts {
  const start = { country: canonical.slice(0, 2), check_digits: canonical.slice(2, bbanStart) }
  const number = canonical.slice(bbanStart)
  const { bank_code: bankCode, branch_code: branchCode } = accountForm.parts(number, bban)
  if (bankCode === undefined) return number === '' ? start : { ...start, account: number }
  return {
    ...start,
    bank_code: bankCode,
    ...(branchCode !== undefined && { branch_code: branchCode }),
    account: number.slice(bankCode.length + (branchCode ?? '').length),
  }
}
