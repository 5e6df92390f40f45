/** Finds the numbers of banks and accounts in a text, and reads each of them. Bare digits without any evidence are left out. */
import * as accountForm from '../../../identifiers/account-form.ts'
import type { SupportedCountry } from '../../records/country-record.ts'
import { hasCheckDigit, type Reading, type ReadingKind } from '../reading.ts'
import type { ResolveContext } from '../resolve-context.ts'
import { foundMax } from '../resolve-schema.ts'
import { type ReadingLookups, type ReadingView, readingToJson } from '../to-json.ts'
import { findSpans, type NumberSpan } from './number-spans.ts'

export interface NumberSearch {
  /** What is looked up, for the cost of the request. */
  lookedUp: readonly string[]
  /** Returns the numbers as a JSON array. Yields like a search. */
  steps: Generator<void, string>
}

export interface NumberReaders {
  read(text: string, countries: readonly string[]): Reading[]
  /** Reads a number at the banks that have exactly this name. Returns no reading if there are none. */
  readNamed(name: string, number: string, country: SupportedCountry | undefined): Generator<void, Reading[]>
  lookups: ReadingLookups
  context: Pick<ResolveContext, 'countryOf' | 'accountForms'>
}

interface Found {
  span: NumberSpan
  readings: Reading[]
}

/** Each takes some searches. */
const namedMax = 50

/** `countries`: the codes of the country or region in the request. */
export function startFind(
  text: string,
  country: SupportedCountry | undefined,
  countries: readonly string[],
  view: ReadingView,
  readers: NumberReaders,
): NumberSearch {
  const { accountForms } = readers.context
  const lengthOf = (code: string): number | undefined => {
    const form = accountForms.inIban(code)
    return form && accountForm.lengthsOf(form).max + 4
  }
  const spans = limitNames(findSpans(text, lengthOf))
  return { lookedUp: lookedUpIn(spans), steps: findIn(spans, country, countries, view, readers) }
}

function limitNames(spans: NumberSpan[]): NumberSpan[] {
  let named = 0
  return spans.filter(({ evidence }) => evidence !== 'name' || ++named <= namedMax)
}

/** One text per number: with the name of a bank if it may have one, which costs as much as a search. */
function lookedUpIn(spans: readonly NumberSpan[]): string[] {
  const byStart = Map.groupBy(spans, ({ start }) => start)
  return [...byStart.values()].map((same) => {
    const named = same.find(({ names }) => names)
    return named ? `${named.names?.[0]} ${named.text}` : (same[0] as NumberSpan).text
  })
}

function* findIn(
  spans: readonly NumberSpan[],
  country: SupportedCountry | undefined,
  countries: readonly string[],
  view: ReadingView,
  readers: NumberReaders,
): Generator<void, string> {
  const found: Found[] = []
  const isFree = ({ start, end }: NumberSpan): boolean =>
    found.every(({ span }) => end <= span.start || start >= span.end)
  // The code of a bank says in which country the account number next to it is, so codes come first.
  const isAccount = ({ evidence, label, isJoined = false }: NumberSpan): boolean =>
    evidence === 'name' || (label?.kind === 'account' && !isJoined)
  for (const span of [...spans.filter((one) => !isAccount(one)), ...spans.filter(isAccount)]) {
    yield
    if (!isFree(span)) continue
    const readings = yield* readSpan(
      span,
      country,
      countries.length > 0 ? countries : nearby(span, found, readers),
      readers,
    )
    if (readings.length > 0) found.push({ span, readings })
  }
  const wanted = view.kinds ? ofKinds(found, view.kinds) : found
  const inOrder = wanted.sort((a, b) => a.span.start - b.span.start).slice(0, foundMax)
  const items = inOrder.map(({ span: { start, end }, readings }) => {
    const shown = readings.slice(0, view.readingsMax).map((reading) => readingToJson(reading, readers.lookups, view))
    return `{"start":${start},"end":${end},"readings":[${shown.join(',')}]}`
  })
  return `[${items.join(',')}]`
}

function ofKinds(found: readonly Found[], kinds: readonly ReadingKind[]): Found[] {
  return found
    .map(({ span, readings }) => ({ span, readings: readings.filter(({ kind }) => kinds.includes(kind)) }))
    .filter(({ readings }) => readings.length > 0)
}

/** Returns the readings of a number; none if it is too doubtful. */
function* readSpan(
  span: NumberSpan,
  country: SupportedCountry | undefined,
  countries: readonly string[],
  { read, readNamed }: NumberReaders,
): Generator<void, Reading[]> {
  const { evidence, text, names = [] } = span
  if (evidence !== 'name') {
    const own = span.label?.country
    const alone = read(text, countries)
    const readings = alone.length === 0 && own !== undefined && countries.length === 0 ? read(text, [own]) : alone
    return isLikely(span, readings[0]) ? readings : []
  }
  for (const name of names) {
    const readings = yield* readNamed(name, text, country)
    const [best] = readings
    // The numbers of Nigerian wallets have no check digit.
    const isEnough = best && (hasCheckDigit(best) || best.kind === 'nuban' || span.label?.kind === 'account')
    if (isEnough && best.check.passed) return readings
  }
  return []
}

/** How far an account number may be from the code of its bank, in characters. */
const distanceMax = 120

const codeKinds: readonly ReadingKind[] = ['us_aba', 'gb_sort_code', 'ca_eft', 'ca_cheque', 'bank_code']

/** Returns the country of the nearest code of a bank. */
function nearby({ start, end, label }: NumberSpan, found: readonly Found[], { context }: NumberReaders): string[] {
  if (label?.kind !== 'account') return []
  const near = found
    .map(({ span, readings: [best] }) => ({ best, distance: Math.max(start - span.end, span.start - end) }))
    .filter(({ best, distance }) => best && codeKinds.includes(best.kind) && distance <= distanceMax)
    .sort((a, b) => a.distance - b.distance)
  const holder = near[0]?.best?.holders[0]
  return holder ? [context.countryOf(holder.bank)] : []
}

/** Whether the form, the check digits or the label prove enough. */
function isLikely({ evidence, label, text }: NumberSpan, best: Reading | undefined): best is Reading {
  if (!best) return false
  const { kind, check, holders } = best
  const [holder] = holders
  if (evidence === 'iban')
    return kind === 'iban' && (check.passed || label?.kind === 'iban' || check.suggestion !== null)
  if (evidence === 'reference') return kind === 'reference' && hasCheckDigit(best)
  if (evidence === 'printed') return kind === 'gb_account' && hasCheckDigit(best)
  if (evidence === 'bic')
    return kind === 'bic' && check.passed && ((label?.kind === 'bic' && !/[a-z]/.test(text)) || isExact(best))
  if (evidence === 'code')
    return (kind === 'lei' && hasCheckDigit(best)) || (kind === 'bank_code' && holder !== undefined)
  return check.passed
    ? kind !== 'reference' || label?.kind === 'reference'
    : check.suggestion !== null || /checksum$/.test(check.reason)
}

/** Whether a bank has the whole BIC: words in capital letters can start like the BIC of a bank. */
const isExact = ({ verdict, holders }: Reading): boolean =>
  holders.length > 0 && (verdict === 'valid' || verdict === 'former')
