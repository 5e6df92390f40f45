/** Readers for US routing numbers and for the two formats of Canadian routing numbers: electronic and cheque. */
import * as aba from '../../../identifiers/aba.ts'
import * as caCheque from '../../../identifiers/ca-cheque.ts'
import * as caEft from '../../../identifiers/ca-eft.ts'
import type { Check, Parts } from '../../../identifiers/verdict.ts'
import type { CodeEntry } from '../../storage/code-index.ts'
import type { Holders } from '../holders/holders.ts'
import { createReading, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import { allowsCountry, isCountryGiven, type ResolveRequest } from '../request.ts'
import type { ResolveContext } from '../resolve-context.ts'

export function readRoutingNumber(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted, label } = request
  if (!allowsCountry(request, 'US')) return []
  // Accept one digit too many or too few, and letters that may be misread digits, so that a typo can be explained.
  const isNearMiss = isCountryGiven(request, 'US') && /^(?=(?:\D*\d){5})[0-9A-Z]{8,10}$/.test(compacted)
  if (!/^\d{9}$/.test(compacted) && !isNearMiss && label !== 'us_aba') return []
  return [readAsRoutingNumber(compacted, context)]
}

/** Reads the text as a routing number even if its format is wrong. */
export function readAsRoutingNumber(text: string, { holders, schemes }: ResolveContext): Reading {
  const entriesOf = (number: string): CodeEntry[] =>
    holders.codes(number).filter(({ scheme }) => schemes.get(scheme)?.identifier === 'us_aba')
  const check = aba.check(text, (number) => entriesOf(number).length > 0)
  const found = check.passed ? holders.ofCodes(entriesOf(check.canonical)) : noHolders
  const isUnknown = check.passed && found.holders.length === 0
  const notes = [isUnknown ? 'No bank in the directory has this routing number.' : null]
  return createReading('us_aba', check, { parts: partsIfWellFormed(check, aba.parts), found, notes })
}

export function readCanadian(request: ResolveRequest, { holders }: ResolveContext): Reading[] {
  if (!allowsCountry(request, 'CA')) return []
  const { compacted, text } = request
  const isGiven = isCountryGiven(request, 'CA')
  const eft = caEft.compact(compacted)
  if (!/^\d{7,9}$/.test(eft)) return []
  if (/^0\d{8}$/.test(eft)) {
    const reading = readAsEft(eft, holders)
    // Most nine-digit numbers are US routing numbers, so unless the request names Canada, accept only a number that a
    // bank holds.
    return reading.holders.length > 0 || isGiven ? [reading] : []
  }
  if (/^\d{5}[-\s]\d{3}$/.test(text)) return [readAsCheque(compacted, holders)]
  if (isGiven && /^\d{4}-\d{3}$/.test(text)) return [readAsCheque(compacted, holders)]
  // Some people write the institution before the branch, as in an electronic routing number, but omit the leading zero.
  if (/^\d{3}[-\s]\d{5}$/.test(text)) return [readAsEft(`0${compacted}`, holders)]
  if (!isGiven || !/^\d{8}$/.test(compacted)) return []
  const both = [readAsCheque(compacted, holders), readAsEft(`0${compacted}`, holders)]
  const known = both.filter((reading) => reading.holders.length > 0)
  return known.length > 0 ? known : both.slice(0, 1)
}

// The parts of an electronic (EFT) number include the cheque number of the same branch, and vice versa, because most
// branches have both.
export const readAsEft = (eft: string, holders: Holders): Reading =>
  createCanadianReading('ca_eft', caEft.check(eft), holders, (number) => ({
    ...caEft.parts(number),
    cheque: caCheque.format(caEft.toCheque(number)),
  }))

const readAsCheque = (cheque: string, holders: Holders): Reading =>
  createCanadianReading('ca_cheque', caCheque.check(cheque), holders, (number) => ({
    ...caCheque.parts(number),
    eft: caCheque.toEft(number),
  }))

function createCanadianReading(
  kind: 'ca_eft' | 'ca_cheque',
  check: Check,
  holders: Holders,
  partsOf: (number: string) => Parts,
): Reading {
  const parts = partsIfWellFormed(check, partsOf)
  const institution = parts?.institution ?? ''
  const entries = holders.codes(institution, 'ca_institution')
  const found = check.passed ? holders.ofCodes(entries) : noHolders
  const isUnknown = check.passed && found.holders.length === 0
  const notes = [isUnknown ? `No bank in the directory has the institution number ${institution}.` : null]
  return createReading(kind, check, { parts, found, notes })
}
