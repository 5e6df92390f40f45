/** Readers of bank codes of every scheme: held by a record, in an assigned range, or without their leading zeros. */
import * as bankCode from '../../../identifiers/bank-code.ts'
import * as clearingNumber from '../../../identifiers/se-clearing.ts'
import { type Check, invalid } from '../../../identifiers/verdict.ts'
import type { Scheme } from '../../records/scheme.ts'
import { givenCountry, preferredSchemes, type ResolveContext } from '../context.ts'
import { createReading, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import { allowsCountry, type ResolveRequest } from '../request.ts'

/** A scheme with an identifier of its own, such as the US routing number, has a reader of its own. */
const isPlain = ({ identifier }: Scheme): boolean => identifier === undefined

export function readBankCode(request: ResolveRequest, { holders, schemes, countryOf }: ResolveContext): Reading[] {
  const { compacted } = request
  const entries = holders.codes(compacted).filter(({ bank }) => allowsCountry(request, countryOf(bank)))
  // Nigeria writes a 9 in front of the codes of other institutions where six digits are needed.
  if (allowsCountry(request, 'NG') && /^9\d{5}$/.test(compacted)) {
    entries.push(...holders.codes(compacted.slice(1)).filter(({ scheme }) => scheme === 'ng_cbn_ofi'))
  }
  const byScheme = Map.groupBy(entries, ({ scheme }) => scheme)
  return [...byScheme].flatMap(([id, ofScheme]) => {
    const scheme = schemes.get(id) as Scheme
    if (!isPlain(scheme)) return []
    return [createCodeReading(ofScheme[0]?.value ?? compacted, scheme, { found: holders.ofCodes(ofScheme) })]
  })
}

/** A code of the given country in a range that the issuer assigned to a bank. */
export function readCodeInRange(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  return rangedSchemes(request, context).flatMap((scheme) => {
    const { range, ...found } = findInRange(compacted, scheme, context)
    return range ? [createCodeReading(compacted, scheme, { found })] : []
  })
}

/** Schemes of the given country with assigned ranges that the text has the form of. */
const rangedSchemes = (request: ResolveRequest, context: ResolveContext): Scheme[] => {
  const country = givenCountry(request, context)
  if (!country) return []
  return [...context.schemes.values()].filter(
    ({ id, country: owner, pattern }) =>
      owner === country.code && context.holders.hasAssignedRanges(id) && new RegExp(pattern).test(request.compacted),
  )
}

/** The fifth digit of a clearing number is a check digit and no part of the range. */
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

/** A code of the right form for the given country that no bank in the directory has. */
export function readUnknownCode(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  const country = givenCountry(request, context)
  if (!country) return []
  // Only the preferred schemes: nearly any number has the form of some register's.
  const preferred = preferredSchemes(context, country.code).filter(
    (scheme) => isPlain(scheme) && new RegExp(scheme.pattern).test(compacted),
  )
  return [...new Set([...preferred, ...rangedSchemes(request, context)])].map((scheme) =>
    createCodeReading(compacted, scheme, { found: noHolders, notes: [unknownCode] }),
  )
}

const unknownCode = 'No bank in the directory has this code.'

/** A code that lost its leading zeros in a spreadsheet: invalid, with the whole code as suggestion. */
export function readShortenedCode({ compacted, countries }: ResolveRequest, context: ResolveContext): Reading[] {
  if (!/^\d{1,8}$/.test(compacted)) return []
  const readings: Reading[] = []
  for (const scheme of context.schemes.values()) {
    const length = Number(/^\^\\d\{(\d+)\}\$$/.exec(scheme.pattern)?.[1])
    if (!countries.includes(scheme.country) || !isPlain(scheme) || !(length > compacted.length)) continue
    const whole = compacted.padStart(length, '0')
    const entries = context.holders.codes(whole).filter((entry) => entry.scheme === scheme.id)
    if (entries.length === 0) continue
    const message = `The code "${scheme.label}" has ${length} digits: leading zeros are missing.`
    const check = invalid(compacted, { reason: 'length', message, at: null }, ['length'], { suggestion: whole })
    readings.push(createReading('bank_code', check, { scheme: scheme.id, parts: null, found: noHolders }))
  }
  return readings
}

/** Reads as the first preferred code of a country whatever the text looks like. */
export function explainAsCode(text: string, scheme: Scheme, { holders }: ResolveContext): Reading {
  const reading = createCodeReading(text, scheme, { found: noHolders, notes: [unknownCode] })
  const { check } = reading
  if (check.passed || check.suggestion === null) return reading
  // A code that no bank has is not what was meant.
  const isHeld = holders.codes(check.suggestion).some((entry) => entry.scheme === scheme.id)
  return isHeld ? reading : { ...reading, check: { ...check, suggestion: null } }
}
