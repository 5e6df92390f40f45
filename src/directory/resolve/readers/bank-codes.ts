/**
 * Readers for bank codes: codes that a bank has, codes in an assigned range, unknown codes, and codes that have lost
 * their leading zeros.
 */
import * as bankCode from '../../../identifiers/bank-code.ts'
import { matchesPattern } from '../../../identifiers/pattern-check.ts'
import * as clearingNumber from '../../../identifiers/se-clearing.ts'
import { type Check, invalid } from '../../../identifiers/verdict.ts'
import type { Scheme } from '../../records/scheme.ts'
import { givenCountry, hasNoOwnReader, preferredSchemes, type ResolveContext } from '../context.ts'
import { createReading, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import { allowsCountry, type ResolveRequest } from '../request.ts'

export function readBankCode(request: ResolveRequest, { holders, schemes, countryOf }: ResolveContext): Reading[] {
  const { compacted } = request
  const entries = holders.codes(compacted).filter(({ bank }) => allowsCountry(request, countryOf(bank)))
  // Nigerian institutions other than banks have five-digit codes. Where six digits are required, a 9 is put in front,
  // so look up the code without it.
  if (allowsCountry(request, 'NG') && /^9\d{5}$/.test(compacted)) {
    entries.push(...holders.codes(compacted.slice(1), 'ng_cbn_ofi'))
  }
  if (entries.length === 0) return []
  const byScheme = Map.groupBy(entries, ({ scheme }) => scheme)
  return [...byScheme].flatMap(([id, schemeEntries]) => {
    const scheme = schemes.get(id) as Scheme
    if (!hasNoOwnReader(scheme)) return []
    return [createCodeReading(schemeEntries[0]?.value ?? compacted, scheme, { found: holders.ofCodes(schemeEntries) })]
  })
}

/** Reads a code of the given country that is in a range assigned to a bank. */
export function readCodeInRange(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  return rangedSchemes(request, context).flatMap((scheme) => {
    const { range, ...found } = findInRange(compacted, scheme, context)
    return range ? [createCodeReading(compacted, scheme, { found })] : []
  })
}

/** Returns the schemes of the given country that assign codes in ranges and whose pattern matches the text. */
function rangedSchemes(request: ResolveRequest, context: ResolveContext): Scheme[] {
  const country = givenCountry(request, context)
  if (!country) return []
  return context.rangedSchemes.filter(
    ({ country: owner, pattern }) => owner === country.code && matchesPattern(request.compacted, pattern),
  )
}

/**
 * Finds the range that contains the code. The fifth digit of a Swedish clearing number is a check digit, which is not
 * part of the range, so it is removed first.
 */
export const findInRange = (code: string, { id, identifier }: Scheme, { holders }: ResolveContext) =>
  holders.ofRange(id, identifier === 'se_clearing' ? code.slice(0, clearingNumber.clearingLength) : code)

const checkCode = (code: string, scheme: Scheme): Check =>
  scheme.identifier === 'se_clearing' ? clearingNumber.check(code) : bankCode.check(code, scheme)

function createCodeReading(
  code: string,
  scheme: Scheme,
  details: Pick<Parameters<typeof createReading>[2], 'found' | 'notes'>,
): Reading {
  const check = checkCode(code, scheme)
  const parts = partsIfWellFormed(check, (canonical) => bankCode.parts(canonical, scheme))
  return createReading('bank_code', check, { ...details, scheme: scheme.id, parts })
}

/** Reads a well-formed code of the given country that no bank in the directory has. */
export function readUnknownCode(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  const country = givenCountry(request, context)
  if (!country) return []
  // Use only the country's preferred schemes and those with ranges: nearly any number matches the pattern of some other
  // scheme, such as a company register.
  const preferred = preferredSchemes(context, country.code).filter(
    (scheme) => hasNoOwnReader(scheme) && matchesPattern(compacted, scheme.pattern),
  )
  return [...new Set([...preferred, ...rangedSchemes(request, context)])].map((scheme) =>
    createCodeReading(compacted, scheme, { found: noHolders, notes: [unknownCode] }),
  )
}

const unknownCode = 'No bank in the directory has this code.'

/**
 * Adds leading zeros that a spreadsheet may have dropped. If a bank has the full code, returns an invalid reading that
 * suggests it.
 */
export function readShortenedCode({ compacted, countries }: ResolveRequest, context: ResolveContext): Reading[] {
  if (!/^\d{1,8}$/.test(compacted)) return []
  const readings: Reading[] = []
  for (const { scheme, length } of context.fixedLengthSchemes) {
    if (length <= compacted.length || !countries.includes(scheme.country)) continue
    const fullCode = compacted.padStart(length, '0')
    if (context.holders.codes(fullCode, scheme.id).length === 0) continue
    const message = `A code of type "${scheme.label}" has ${length} digits; the leading zeros are missing.`
    const check = invalid(compacted, { reason: 'length', message, at: null }, ['length'], { suggestion: fullCode })
    readings.push(createReading('bank_code', check, { scheme: scheme.id, parts: null, found: noHolders }))
  }
  return readings
}

/** Reads the text as a code of the scheme even if it does not match the scheme's pattern. */
export function explainAsCode(text: string, scheme: Scheme, { holders }: ResolveContext): Reading {
  const reading = createCodeReading(text, scheme, { found: noHolders, notes: [unknownCode] })
  const { check } = reading
  if (check.passed || check.suggestion === null) return reading
  // Keep the suggestion only if a bank has that code.
  const isHeld = holders.codes(check.suggestion, scheme.id).length > 0
  return isHeld ? reading : { ...reading, check: { ...check, suggestion: null } }
}
