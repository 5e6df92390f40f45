/**
 * The references of Slovenia and Croatia: SI or HR, the two digits of a model, and up to three groups of digits (four in some
 * models of Croatia) with hyphens between them, 22 digits at most. Defined by the Bank Association of Slovenia and by Fina in
 * Croatia. The model says which groups have a check digit; only the models whose rule we know are checked.
 */
import { lengthFault } from '../structure.ts'
import { swappedNeighbours } from '../suggest.ts'
import type { Fault } from '../verdict.ts'
import { digitsOf, neverDigits, type ReferenceRule, wrongCheckDigits } from './reference-rule.ts'

const digitsMax = 22
/** Several models of Croatia, such as 26, have a fourth group. */
const groupsMax = (country: string, isChecked: boolean): number => (country === 'HR' && !isChecked ? 4 : 3)

/** Models whose last digit is a check digit of all digits. */
const checkedModels: Readonly<Record<string, readonly string[]>> = { SI: ['01', '12'], HR: ['01'] }

/** Models without a reference: SI99 and HR99 say that there is none. */
const emptyModel = '99'

/** From the digit before the check digit to the first, the weights are 2, 3, 4 and so on. */
function checkDigitOf(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at++) sum += (digits.length + 1 - at) * Number(digits[at])
  const rest = 11 - (sum % 11)
  return rest > 9 ? '0' : String(rest)
}

function faultOf(reference: string): Fault | null {
  const [country, model, rest] = [reference.slice(0, 2), reference.slice(2, 4), reference.slice(4)]
  const digits = digitsOf(rest)
  const isEmpty = model === emptyModel && rest === ''
  if (!isEmpty && (digits.length === 0 || digits.length > digitsMax)) {
    return lengthFault(digits, `1 to ${digitsMax} digits`, `a reference of the model ${country}${model}`)
  }
  const isChecked = checkedModels[country]?.includes(model) ?? false
  const groups = rest.split('-')
  const most = groupsMax(country, isChecked)
  if (!isEmpty && (groups.length > most || groups.includes(''))) {
    const message = `A reference of the model ${country}${model} has at most ${most} groups of digits with hyphens between them.`
    return { reason: 'format', message, at: [4, reference.length] }
  }
  if (!isChecked || checkDigitOf(digits.slice(0, -1)) === digits.slice(-1)) return null
  return wrongCheckDigits('reference', reference.length - 1, reference.length)
}

/**
 * The IBANs of both countries begin with the same letters. Slovenian ones all begin with SI56, which is no model. A Croatian IBAN may
 * lack a character or have one more: groups of a reference have at most 13 digits.
 */
const ibanForms: Readonly<Record<string, RegExp>> = { SI: /^SI(?:56\d*|\d{17})$/, HR: /^HR\d{18,20}$/ }

const createRule = (country: string, name: string, usage: string): ReferenceRule => {
  const form = new RegExp(`^${country}\\d\\d[\\d -]*$`, 'i')
  return {
    type: country.toLowerCase(),
    name,
    countries: [],
    usage,
    checks: ['length', 'structure', 'checksum'],
    typos: [swappedNeighbours],
    recognise: (text) => {
      if (!form.test(text)) return undefined
      const canonical = text.replaceAll(' ', '').toUpperCase()
      return ibanForms[country]?.test(canonical) ? undefined : canonical
    },
    ofDigits: neverDigits,
    faultOf,
    format: (reference) => (reference.length > 4 ? `${reference.slice(0, 4)} ${reference.slice(4)}` : reference),
    parts: (reference) => ({ country, model: reference.slice(2, 4), reference: reference.slice(4) }),
  }
}

export const si = createRule('SI', 'Slovenian reference', 'Used for payments to accounts in Slovenia.')
export const hr = createRule('HR', 'Croatian reference', 'Used for payments to accounts in Croatia.')
