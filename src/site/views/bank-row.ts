/**
 * A bank as a row of a grid: flag, name, place in words and a code with its kind as a copy button. A matched code that is
 * former or unconfirmed is struck through and has no button, so that it never looks like a fact.
 */
import type { Bank } from '../../directory/records/bank-record.ts'
import type { HolderSummary } from '../../directory/resolve/resolve-schema.ts'
import type { FoundBank } from '../../directory/search/search-schema.ts'
import { type Html, html } from '../html.ts'
import { paymentCodes } from './codes/bank-codes.ts'
import { bic, codesIn, countCodes, longLabel, type ShownCode, schemeFor, shortLabel } from './codes/shown-code.ts'
import { copyCode } from './copy-button.ts'
import { isGone, matchLabels, relationLabels, statusLabels, typeLabel } from './labels.ts'
import { bankPath } from './page-paths.ts'
import { formatCount } from './text/text-format.ts'
import { countryName, flag, type ViewContext } from './view-context.ts'

/** A bank in a list, in search results (with `matched`) or in a reading (with `relation`). */
export type RowBank = Pick<
  Bank,
  'id' | 'name' | 'country' | 'type' | 'city' | 'region' | 'code' | 'code_scheme' | 'bic' | 'status'
> &
  Partial<Pick<Bank, 'codes'>> &
  Partial<Pick<FoundBank, 'matched'>> &
  Partial<Pick<HolderSummary, 'relation' | 'since'>>

export interface RowOptions {
  /** The country of the whole list: its rows repeat neither the flag nor the name. */
  country?: string | undefined
  /** The code that was asked for, as in the readings of a bank code. */
  code?: ShownCode | undefined
  /** Code schemes that the reader chose, or `bic`, the most important first. The first that the bank's country has counts. */
  schemes?: readonly string[] | undefined
  /** The start of the row's element id. Rows of the same bank in two grids of a page need different ids. */
  idPrefix?: string | undefined
}

export function bankRow(context: ViewContext, bank: RowBank, options: RowOptions = {}): Html {
  const { id, name, country, status } = bank
  const shownName = highlight(name, spansInName(bank))
  const scheme = schemeFor(context, country, ...(options.schemes ?? []))
  const asked = options.code ?? matchedCode(context, bank)
  const marks = html` data-bank="${id}"${asked && html` data-code="${asked.value}"`}`
  return html`<div class="bank-row" role="row" id="${options.idPrefix ?? 'row'}-${id}"${marks}><div class="bank-row-main" role="gridcell"><a href="${bankPath(context, id, scheme)}">${country === options.country ? undefined : flag(context, country)}<span class="bank-row-name"><span>${shownName}</span>${status === 'active' ? undefined : badge(status, statusLabels[status] ?? status)}${relationBadge(bank)}</span><span class="bank-row-more">${secondLine(context, bank, options, scheme)}</span></a></div><div class="bank-row-code" role="gridcell">${codeCell(context, bank, options, scheme)}</div></div>
`
}

/** What to highlight in the name: it is what matched, or contains the other name that did. */
function spansInName({ name, matched }: RowBank): Spans {
  const isName = matched?.field === 'name' || matched?.field === 'short_name' || matched?.field === 'aliases'
  const at = isName ? name.indexOf(matched.text) : -1
  return at === -1 ? [] : (matched?.spans ?? []).map(([from = 0, to = 0]) => [at + from, at + to])
}

export const badge = (name: string, text: string = name): Html => html`<span class="badge ${name}">${text}</span>`

/** How the bank is related to an identifier, unless it simply holds it. */
export function relationBadge({ relation, since }: Pick<RowBank, 'relation' | 'since'>): Html | undefined {
  const label = relation && relationLabels[relation]
  return label ? badge(relation, [label, since].filter(Boolean).join(', ')) : undefined
}

/** "Lagos · Nigeria · Commercial bank", with what matched, unless that is the name or a code that is shown anyway. */
function secondLine(context: ViewContext, bank: RowBank, { country }: RowOptions, scheme: string): Html {
  const { type, city, region, matched } = bank
  const place =
    matched?.field === 'city' && matched.text === city
      ? html`${highlight(matched.text, matched.spans)}${region ? `, ${region}` : ''}`
      : [city, region].filter(Boolean).join(', ')
  const parts = [
    { name: '', text: matchedText(context, bank, scheme) },
    { name: '', text: place },
    // On a phone, the flag is enough, and the type is left out if there is anything else.
    { name: 'row-country', text: bank.country === country ? '' : countryName(context, bank.country) },
    { name: 'row-type', text: typeLabel(type) },
  ].filter(({ text }) => text !== '')
  const isShort = parts[0]?.name !== ''
  return html`${parts.map(({ name, text }, at) => {
    const part = at === 0 ? text : html` · ${text}`
    return name === '' || isShort ? part : html`<span class="${name}">${part}</span>`
  })}`
}

function matchedText(context: ViewContext, bank: RowBank, scheme: string): Html | string {
  const { matched, city, code } = bank
  if (!matched || spansInName(bank).length > 0) return ''
  // A bank without a code shows its BIC in place of it.
  if (matched.field === 'bic' && code === null && (scheme === '' || scheme === bic)) return ''
  if (matched.field === 'city' && matched.text === city) return ''
  const { field, text, spans } = matched
  if (field === 'codes') {
    if (isMatchShown(context, bank, scheme) || matched.scheme === null) return ''
    return html`${isForPayments(context, matched.scheme) ? shortLabel(context, matched.scheme) : longLabel(context, matched.scheme)} ${highlight(text, spans)}`
  }
  const label = matchLabels[field]
  return html`${label && `${label} `}${highlight(text, spans)}`
}

const isForPayments = ({ schemes }: ViewContext, scheme: string | null): boolean =>
  scheme === null || schemes.get(scheme)?.use === 'payment'

/** The code that a search found, if payments use it. */
function matchedCode(context: ViewContext, { matched }: RowBank): ShownCode | undefined {
  if (matched?.field !== 'codes' || matched.scheme === null || !isForPayments(context, matched.scheme)) return undefined
  return { scheme: matched.scheme, value: matched.text }
}

const isDoubtful = ({ matched }: RowBank): boolean => matched?.status === 'former' || matched?.status === 'unconfirmed'

/** Whether the code that a search found takes the place of the usual code, but not of the kind that the reader chose. */
function isMatchShown(context: ViewContext, bank: RowBank, chosen: string): boolean {
  const match = matchedCode(context, bank)
  return match !== undefined && (isDoubtful(bank) || chosen === '' || chosen === match.scheme)
}

/** `chosen`: the scheme that the reader chose, or an empty string for the bank's usual code. */
function codeCell(context: ViewContext, bank: RowBank, options: RowOptions, chosen: string): Html {
  const { matched } = bank
  const match = matchedCode(context, bank)
  if (match && matched && isMatchShown(context, bank, chosen)) {
    const shown = highlight(matched.text, matched.spans)
    if (!isDoubtful(bank)) return copyCode(context, match, { shown, bank })
    const kind = html`<span class="code-kind">${shortLabel(context, match.scheme)}</span>`
    return html`${badge(matched.status ?? '')} ${kind} <s class="doubtful">${shown}</s>`
  }
  if (chosen !== '') return codeOfScheme(context, bank, chosen)
  if (options.code) return copyCode(context, options.code, { bank })
  if (bank.code !== null && bank.code_scheme !== null) return codeOfScheme(context, bank, bank.code_scheme)
  const { codes, noun } = paymentCodes(context, bank)
  const [only] = codes
  if (matched?.field === 'bic' || !only) return bicCell(context, bank)
  return codes.length === 1
    ? copyCode(context, only, { bank })
    : html`<span class="count">${formatCount(codes.length, noun)}</span>`
}

function codeOfScheme(context: ViewContext, bank: RowBank, scheme: string): Html {
  if (scheme === bic) return bicCell(context, bank, 'no BIC')
  const [value, ...more] = codesIn(bank, scheme)
  if (value === undefined) {
    const kind = shortLabel(context, scheme)
    return html`<span class="count">no ${/code$/i.test(kind) ? kind : `${kind} code`}</span>`
  }
  if (more.length > 0) return html`<span class="count">${countCodes(context, scheme, more.length + 1)}</span>`
  return copyCode(context, { scheme, value }, { bank })
}

function bicCell(context: ViewContext, bank: RowBank, none = 'no code'): Html {
  const { matched } = bank
  const value = matched?.field === 'bic' ? matched.text : bank.bic
  if (value === null) return html`<span class="count">${none}</span>`
  const shown = matched?.field === 'bic' ? highlight(matched.text, matched.spans) : value
  if (isGone(bank)) return html`<span class="code-kind">BIC</span> <s class="doubtful">${shown}</s>`
  return copyCode(context, { scheme: bic, value }, { shown, bank })
}

/** Each range has a start and an exclusive end, in UTF-16 code units. */
type Spans = readonly (readonly number[])[]

export function highlight(text: string, spans: Spans): Html {
  let end = 0
  const pieces = spans.map(([from = 0, to = 0]) => {
    const piece = html`${text.slice(end, from)}<mark>${text.slice(from, to)}</mark>`
    end = to
    return piece
  })
  return html`${pieces}${text.slice(end)}`
}

/** Marks where two texts of the same length differ. Most typos change only a character or two. */
export function highlightDifferences(text: string, other: string | null): Html {
  if (other === null || other.length !== text.length) return html`${text}`
  const spans: [number, number][] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === other[at]) continue
    const last = spans.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else spans.push([at, at + 1])
  }
  return highlight(text, spans)
}
