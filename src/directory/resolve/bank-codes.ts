/** Bank codes of every scheme, whole or without the zeros that a spreadsheet took. */
import * as bankCode from '../../identifiers/bank-code.ts'
import { type Parts, refused } from '../../identifiers/verdict.ts'
import { type Asked, type Context, mayBe, nobody, reading } from './asked.ts'
import type { Reading } from './reading.ts'

export function asBankCode(asked: Asked, { holders, countryOf }: Context): Reading[] {
  const { compacted } = asked
  const entries = holders.codes(compacted).filter(({ bank }) => mayBe(asked, countryOf(bank)))
  // Nigeria writes a 9 in front of the codes of other institutions where six digits are needed.
  if (mayBe(asked, 'NG') && /^9\d{5}$/.test(compacted)) {
    entries.push(...holders.codes(compacted.slice(1)).filter(({ scheme }) => scheme === 'ng_cbn_ofi'))
  }
  const byScheme = Map.groupBy(entries, ({ scheme }) => scheme)
  const readings: Reading[] = []
  for (const [id, ofScheme] of byScheme) {
    if (readElsewhere.has(id)) continue
    const verdict = bankCode.check(ofScheme[0]?.value ?? compacted, id)
    const parts = (code: string): Parts => bankCode.parts(code, id)
    readings.push({ ...reading('bank_code', verdict, parts, holders.ofCodes(ofScheme)), scheme: id })
  }
  return readings
}

/** These have readings of their own. */
const readElsewhere = new Set(['us_aba', 'us_fedwire', 'gb_sort_code'])

/** A code as the country named has them, that no bank has in our data: that it exists is not for the form to say. */
export function asUnknownCode({ compacted, countries }: Asked, { schemes, preferred }: Context): Reading[] {
  const [country = ''] = countries
  if (countries.length !== 1) return []
  // Not the numbers of registers: nearly anything has the form of some.
  const ids = (preferred.get(country) ?? []).filter((id) => !readElsewhere.has(id))
  return ids
    .filter((id) => new RegExp(schemes.get(id)?.pattern ?? '').test(compacted))
    .map((id) => ({
      ...reading('bank_code', bankCode.check(compacted, id), (code) => bankCode.parts(code, id), nobody, unknownCode),
      scheme: id,
    }))
}

const unknownCode = 'In our data no bank has this code.'

/** A code that lost its zeros in a spreadsheet: refused, with what was meant. */
export function asShortenedCode({ compacted, countries }: Asked, { holders, schemes }: Context): Reading[] {
  if (!/^\d{1,8}$/.test(compacted)) return []
  const readings: Reading[] = []
  for (const scheme of schemes.values()) {
    const length = Number(/^\^\\d\{(\d+)\}\$$/.exec(scheme.pattern)?.[1])
    if (!countries.includes(scheme.country) || readElsewhere.has(scheme.id) || !(length > compacted.length)) continue
    const whole = compacted.padStart(length, '0')
    if (!holders.codes(whole).some((entry) => entry.scheme === scheme.id)) continue
    const fault = {
      reason: 'length',
      message: `The code "${scheme.label}" has ${length} digits: leading zeros were lost.`,
      at: null,
    } as const
    readings.push({ ...reading('bank_code', refused(compacted, fault, whole), () => ({}), nobody), scheme: scheme.id })
  }
  return readings
}
