/** Checks code ranges against the rest of the data, and merges the overlay's ranges into the shipped ones. */
import type { BankRecord } from '../../directory/records/bank-record.ts'
import { type CodeRange, rangeName } from '../../directory/records/code-range.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { KnownReferences } from '../cross-references.ts'
import { DatasetError } from '../dataset-error.ts'

/** The sort order of the ranges in the file. */
const compareRanges = (a: CodeRange, b: CodeRange): number => {
  if (a.scheme !== b.scheme) return a.scheme < b.scheme ? -1 : 1
  return a.first < b.first ? -1 : a.first > b.first ? 1 : 0
}

/** Checks a range on its own, without the other ranges. Returns the error, or null if there is none. */
export function rangeError(range: CodeRange, { schemes, sources, patterns }: KnownReferences): string | null {
  const { scheme: id, first, last, banks, evidence, account, source } = range
  const scheme = schemes.get(id)
  if (!scheme) return `its scheme ${id} is not in schemes.json`
  const mismatch = [first, last].find((code) => !patterns.get(id)?.test(code))
  if (mismatch !== undefined) return `${mismatch} does not match ${scheme.pattern}`
  if (first.length !== last.length) return 'its first and last codes differ in length'
  if (first > last) return 'its first code is larger than its last'
  if (!sources.has(source)) return `its source ${source} is not in sources.json`
  if (evidence === 'assigned' && banks.length > 1) return 'an assigned range belongs to one bank'
  return account ? accountError(account, scheme) : null
}

function accountError({ type, comment, digits }: NonNullable<CodeRange['account']>, scheme: Scheme): string | null {
  const [min, max] = digits as readonly [number, number]
  if (scheme.identifier !== 'se_clearing') return `only clearing numbers can have "account", not ${scheme.id}`
  if (min > max) return 'the minimum in its account digits is larger than the maximum'
  if (type === 1 && (comment === 3 || min !== 7 || max !== 7))
    return 'an account of type 1 has comment 1 or 2 and 7 digits'
  return null
}

/**
 * Checks a range against the previous one in the file: for example, they must not overlap. Returns the error or null.
 */
export function rangeOrderError(range: CodeRange, before: CodeRange | undefined): string | null {
  if (!before) return null
  if (compareRanges(before, range) > 0)
    return `it follows ${before.scheme} ${rangeName(before)}, but ranges must be sorted`
  const overlaps = before.scheme === range.scheme && range.first <= before.last
  if (overlaps) return `it overlaps ${rangeName(before)}`
  const isMixed = before.scheme === range.scheme && (before.evidence === 'assigned') !== (range.evidence === 'assigned')
  return isMixed ? 'either all ranges of a scheme are assigned or none is' : null
}

/** An overlay range replaces the shipped ranges where they overlap; the rest of each shipped range is kept. */
export function mergeRanges(shipped: readonly CodeRange[], overlay: readonly CodeRange[]): CodeRange[] {
  const remaining = overlay.reduce<CodeRange[]>(
    (ranges, own) => ranges.flatMap((range) => subtract(range, own)),
    [...shipped],
  )
  return [...remaining, ...overlay].sort(compareRanges)
}

function subtract(range: CodeRange, own: CodeRange): CodeRange[] {
  const isDisjoint = range.scheme !== own.scheme || own.last < range.first || range.last < own.first
  if (isDisjoint || range.first.length !== own.first.length) return [range]
  return [
    ...(range.first < own.first ? [{ ...range, last: neighbour(own.first, -1) }] : []),
    ...(own.last < range.last ? [{ ...range, first: neighbour(own.last, 1) }] : []),
  ]
}

const neighbour = (code: string, step: 1 | -1): string => String(Number(code) + step).padStart(code.length, '0')

/**
 * Checks that the banks in the ranges exist. A bank can be anywhere in the data, so call `add` for every bank, and
 * `check` after the last one. `isLoaded`: whether the banks of a country are loaded; others cannot be checked.
 */
export function collectRangeBanks(
  ranges: readonly CodeRange[],
  schemes: Map<string, Scheme>,
  isLoaded: (country: string) => boolean,
): { add(bank: BankRecord): void; check(): void } {
  const missing = new Map(
    ranges.flatMap((range) => {
      const country = schemes.get(range.scheme)?.country ?? ''
      return isLoaded(country) ? range.banks.map((id) => [`${id} ${country}`, { id, range }] as const) : []
    }),
  )
  return {
    add: ({ id, country }) => missing.delete(`${id} ${country}`),
    check: () => {
      for (const { id, range } of missing.values()) {
        const country = schemes.get(range.scheme)?.country
        const name = `${range.scheme} ${rangeName(range)}`
        throw DatasetError.at({ file: 'code-ranges.json' }, `${name}: its bank ${id} is not a bank in ${country}`)
      }
    },
  }
}
