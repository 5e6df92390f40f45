/** Reader for payment references, such as RF18 5390 0754 7034. */

import type { ReferenceRule } from '../../../identifiers/references/reference-rule.ts'
import { check, referenceRules } from '../../../identifiers/references/references.ts'
import { createReading, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import type { ResolveRequest } from '../request.ts'

/** Rules out nearly all texts: the letters of a reference, its marks, or a group of five digits at the end. */
const mayBePrinted = /^(?:RF|SI|HR)\d\d|^[+*]{3}|\d[ ./]\d{5}$/i

const countryLetters = /^(?:SI|HR)/i

/** Reads a reference that has its letters or its marks, even if it is wrong. */
export function readMarkedReference({ text, label }: ResolveRequest): Reading[] {
  if (!mayBePrinted.test(text)) return []
  // After the label, SI and HR are the country of an IBAN.
  if (label === 'iban' && countryLetters.test(text)) return []
  return referenceRules.flatMap((rule) => {
    const canonical = rule.recognise(text)
    return canonical === undefined ? [] : [readAs(canonical, rule, true)]
  })
}

/**
 * Reads digits as a reference if the check digits match. A tenth of all numbers has a matching check digit by chance, so
 * the digits have to be grouped as in a reference, or the request has to name a country with such references, or say that
 * this is one.
 */
export function readReference(request: ResolveRequest): Reading[] {
  const { text, countries } = request
  const mayBeDigits = countries.length > 0 || isReference(request) || mayBePrinted.test(text)
  if (!mayBeDigits || !/^[\d\s]+-?$/.test(text)) return []
  const digits = text.replaceAll(/\s/g, '')
  return referenceRules.flatMap((rule) => {
    const isInCountry = rule.countries.some((country) => countries.includes(country))
    const isPrinted = (countries.length === 0 || isInCountry) && rule.isPrinted?.(text) === true
    if (!isInCountry && !isPrinted && !(countries.length === 0 && isReference(request))) return []
    const canonical = rule.ofDigits(digits)
    return canonical === undefined || rule.faultOf(canonical) !== null
      ? []
      : [readAs(canonical, rule, isPrinted && isInCountry)]
  })
}

/** Whether the request says that the text is a reference. */
export const isReference = ({ label, kinds }: ResolveRequest): boolean =>
  label === 'reference' || kinds?.includes('reference') === true

/** `isMarked`: whether the form proves that it is this reference, so that the check digit is not the only evidence. */
function readAs(canonical: string, rule: ReferenceRule, isMarked: boolean): Reading {
  const result = check(canonical, rule)
  const country = rule.countries[0]
  const parts = partsIfWellFormed(result, (text) => ({
    reference_type: rule.type,
    ...(country !== undefined && { country }),
    ...rule.parts(text),
  }))
  const details = { found: noHolders, notes: [`${rule.name}. ${rule.usage}`], formatted: rule.format(canonical) }
  return createReading('reference', result, {
    ...details,
    parts: parts ?? { reference_type: rule.type },
    isIndicative: !isMarked,
  })
}
