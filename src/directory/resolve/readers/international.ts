/** Readers of identifiers that name their country and kind themselves: IBAN, BIC, LEI, and our own ids. */
import * as bic from '../../../identifiers/bic.ts'
import * as iban from '../../../identifiers/iban.ts'
import { nameOf } from '../../../identifiers/iban-errors.ts'
import * as lei from '../../../identifiers/lei.ts'
import { passed } from '../../../identifiers/verdict.ts'
import type { ResolveContext } from '../context.ts'
import { holdersOfIban, holdersOfInvalidIban, withoutUnknownBank } from '../holders/iban-holders.ts'
import { createReading, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import type { ResolveRequest } from '../request.ts'

export function readIban(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { text: written, compacted, label, countries } = request
  const text = iban.compact(compacted)
  // Two letters, then two digits; a letter that looks like a digit may stand for one of them.
  const looksIt =
    /^[A-Z]{2}(?=.?\d)[0-9OILSBZG]{2}[A-Z0-9]{6,}$/.test(text) &&
    /\d.*\d.*\d.*\d/.test(text) &&
    !written.startsWith('//')
  if (compacted.startsWith('LEI') || (!looksIt && label !== 'iban' && !compacted.startsWith('IBAN'))) return []
  return [readAsIban(text, countries, context)]
}

/** Reads as an IBAN whatever the text looks like. `given`: the countries that the caller named. */
export function readAsIban(text: string, given: readonly string[], context: ResolveContext): Reading {
  const check = iban.check(text, context.aliasOf)
  const parts = iban.parts(check.canonical)
  if (!check.passed) {
    const suggested = withoutUnknownBank(check, context)
    const { notes, ...found } = holdersOfInvalidIban(suggested, context)
    return createReading('iban', suggested, { parts, found, notes })
  }
  const { notes, isIndication, ...found } = holdersOfIban(check.canonical, context)
  const isElsewhere = given.length > 0 && !given.includes(check.canonical.slice(0, 2))
  const elsewhere = isElsewhere ? `This is ${nameOf(check.canonical)}, not of the country in the request.` : null
  return createReading('iban', check, { parts, found, notes: [elsewhere, ...notes], isIndication })
}

export function readBic(request: ResolveRequest, { holders, countries: known, numberOf }: ResolveContext): Reading[] {
  const { compacted, text, label, countries } = request
  const code = bic.compact(compacted)
  const looksIt = /^[A-Z][A-Z0-9]{3}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code)
  // Some of our own ids look like one, too.
  if (label !== 'bic' && (!looksIt || numberOf(text.toLowerCase()) !== undefined)) return []
  const check = bic.check(code)
  const parts = partsIfWellFormed(check, bic.parts)
  if (!check.passed) return [createReading('bic', check, { parts, found: noHolders })]
  const { isExact, ...found } = holders.ofBic(check.canonical)
  const country = check.canonical.slice(4, 6)
  const isElsewhere = countries.length > 0 && !countries.includes(country)
  const notes = [
    isElsewhere ? `This is a BIC of ${country}, not of the country in the request.` : null,
    check.canonical.charAt(7) === '0' ? 'The 0 in the eighth place marks a test BIC.' : null,
  ]
  if (found.holders.length === 0) {
    notes.push(
      known.has(country) ? 'No bank in the directory has this BIC.' : `The directory has no banks in ${country}.`,
    )
  } else if (!isExact) {
    notes.push('This exact BIC is not in the directory; these banks have one with the same beginning.')
  }
  return [createReading('bic', check, { parts, found, notes, isIndication: !isExact && found.holders.length > 0 })]
}

export function readLei({ compacted, label }: ResolveRequest, { holders }: ResolveContext): Reading[] {
  const code = lei.compact(compacted)
  const looksIt = /^[A-Z0-9]{18}[0-9OI]{2}$/.test(code) && !/^[A-Z]{2}\d{18}$/.test(code)
  return looksIt || label === 'lei' ? [readAsLei(code, holders)] : []
}

export function readAsLei(code: string, holders: ResolveContext['holders']): Reading {
  const check = lei.check(code, (known) => holders.ofLei(known).holders.length > 0)
  const found = check.passed ? holders.ofLei(check.canonical) : noHolders
  const unknown = check.passed && found.holders.length === 0 ? 'No bank in the directory has this LEI.' : null
  return createReading('lei', check, { parts: partsIfWellFormed(check, lei.parts), found, notes: [unknown] })
}

export function readBankId({ text }: ResolveRequest, { holders, numberOf }: ResolveContext): Reading[] {
  const id = text.toLowerCase()
  const bank = /^[a-z]{2}(-[a-z0-9]+)+$/.test(id) ? numberOf(id) : undefined
  if (bank === undefined) return []
  const parts = { country: id.slice(0, 2).toUpperCase() }
  return [createReading('bank_id', passed(id, []), { parts, found: holders.ofBank(bank) })]
}
