/**
 * Readers for bank codes: codes that a bank has, codes in an assigned range, unknown codes, and codes that have lost
 * their leading zeros.
 */
import * as bankCode from '../../../identifiers/bank-code.ts'
import { matchesPattern } from '../../../identifiers/pattern-check.ts'
import * as clearingNumber from '../../../identifiers/se-clearing.ts'
import type { Check } from '../../../identifiers/verdict.ts'
import type { Scheme } from '../../records/scheme.ts'
import { createReading, joinSentences, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import { allowsCountry, createRequest, type ResolveRequest } from '../request.ts'
import { givenCountry, hasNoOwnReader, preferredSchemes, type ResolveContext } from '../resolve-context.ts'
import { readAsRoutingNumber } from './north-america.ts'
import { lacksZero, readSortCode } from './united-kingdom.ts'

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
  const { use, used_for: usedFor } = scheme
  const notes = [use === 'provider' ? `This code is only for ${usedFor}.` : null, ...(details.notes ?? [])]
  return createReading('bank_code', check, { ...details, notes, scheme: scheme.id, parts })
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
 * Reads a code of the given country without its leading zeros as the full code, if a bank has that code. Otherwise
 * zeros explain nothing, and the text is more likely to lack another digit.
 */
export function readShortenedCode(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted, countries, text } = request
  // In 40-00-4, a digit is missing at the end.
  if (/\d\D+\d/.test(text) && !lacksZero(request)) return []
  const readings = context.addZeros(compacted, countries).flatMap(({ scheme, code }) => {
    const reading = readFullCode(code, scheme, request, context)
    return reading && reading.holders.length > 0 ? [withZerosNote(reading)] : []
  })
  // US routing numbers for transfers and for wires are two schemes with one reading.
  const distinct = [...new Map(readings.map((reading) => [`${reading.kind} ${reading.scheme}`, reading])).values()]
  return weakenOthers(distinct, context)
}

function readFullCode(
  code: string,
  scheme: Scheme,
  request: ResolveRequest,
  context: ResolveContext,
): Reading | undefined {
  if (scheme.identifier === 'us_aba') return readAsRoutingNumber(code, context)
  if (scheme.identifier === 'gb_sort_code') return readSortCode(createRequest(code, request, ['GB']), context)[0]
  const entries = context.holders.codes(code, scheme.id)
  return createCodeReading(code, scheme, { found: context.holders.ofCodes(entries) })
}

export const zerosNote = (code: string): string => `Leading zeros were added: ${code}.`

const withZerosNote = (reading: Reading): Reading => ({
  ...reading,
  note: joinSentences([zerosNote(reading.check.canonical), reading.note]),
})

/** Codes of several schemes in a country can differ only in their zeros, and belong to different banks. */
function weakenOthers(readings: Reading[], { countryOf }: ResolveContext): Reading[] {
  const bankOf = ({ holders: [first] }: Reading): number => first?.bank ?? -1
  return readings.map((reading) => {
    const isClear = readings.every(
      (other) => bankOf(other) === bankOf(reading) || countryOf(bankOf(other)) !== countryOf(bankOf(reading)),
    )
    if (isClear || reading.verdict !== 'valid') return reading
    return { ...reading, verdict: 'possible', note: joinSentences([reading.note, otherZeros]) }
  })
}

const otherZeros = 'With another number of zeros, it is the code of another bank; send the full code.'

/** Reads the text as a code of the scheme even if it does not match the scheme's pattern. */
export function explainAsCode(text: string, scheme: Scheme, { holders }: ResolveContext): Reading {
  const reading = createCodeReading(text, scheme, { found: noHolders, notes: [unknownCode] })
  const { check } = reading
  if (check.passed || check.suggestion === null) return reading
  // Keep the suggestion only if a bank has that code.
  const isHeld = holders.codes(check.suggestion, scheme.id).length > 0
  return isHeld ? reading : { ...reading, check: { ...check, suggestion: null } }
}
