/**
 * A bank as a row of a grid: flag, name, country in words and the code as a copy button. A matched code that is former or
 * unconfirmed is struck through and has no button, so that it never looks like a fact.
 */
import type { Bank } from '../../directory/records/bank-record.ts'
import type { HolderSummary } from '../../directory/resolve/resolve-schema.ts'
import type { FoundBank } from '../../directory/search/search-schema.ts'
import { type Html, html } from '../html.ts'
import { paymentCodes } from './codes/bank-codes.ts'
import { copyCode } from './copy-button.ts'
import { isGone, matchLabels, relationLabels, statusLabels, typeLabel } from './labels.ts'
import { bankPath } from './page-paths.ts'
import { formatCount } from './text/text-format.ts'
import { countryName, flag, type ViewContext } from './view-context.ts'

/** A bank in a list, in search results (with `matched`) or in a reading (with `relation`, without `codes`). */
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
  /** A code to show instead of the bank's own, as in the readings of a bank code. */
  code?: string | undefined
  /** The start of the row's element id. Rows of the same bank in two grids of a page need different ids. */
  idPrefix?: string | undefined
}

export function bankRow(context: ViewContext, bank: RowBank, options: RowOptions = {}): Html {
  const { id, name, country, status, matched } = bank
  const shownName = matched?.field === 'name' ? highlight(matched.text, matched.spans) : name
  const code = codeCell(context, bank, options)
  return html`<div class="bank-row" role="row" id="${options.idPrefix ?? 'row'}-${id}" data-bank="${id}"><div class="bank-row-main" role="gridcell"><a href="${bankPath(context, id)}">${country === options.country ? undefined : flag(context, country)}<span class="bank-row-name"><span>${shownName}</span>${status === 'active' ? undefined : badge(status, statusLabels[status] ?? status)}${relationBadge(bank)}</span><span class="bank-row-more">${secondLine(context, bank, options, code.label)}</span></a></div><div class="bank-row-code" role="gridcell">${code.content}</div></div>
`
}

export const badge = (name: string, text: string = name): Html => html`<span class="badge ${name}">${text}</span>`

/** How the bank is related to an identifier, unless it simply holds it. */
export function relationBadge({ relation, since }: Pick<RowBank, 'relation' | 'since'>): Html | undefined {
  const label = relation && relationLabels[relation]
  return label ? badge(relation, [label, since].filter(Boolean).join(', ')) : undefined
}

/** "Nigeria · Lagos · Commercial bank", with what matched, unless that is the name or a code that is shown anyway. */
function secondLine(context: ViewContext, bank: RowBank, { country }: RowOptions, codeLabel: string): Html {
  const { type, city, region, matched } = bank
  const parts: (Html | string)[] = [
    bank.country === country ? '' : countryName(context, bank.country),
    matchedText(context, bank),
    codeLabel,
    matched?.field === 'city' && matched.text === city
      ? html`${highlight(matched.text, matched.spans)}${region ? `, ${region}` : ''}`
      : [city, region].filter(Boolean).join(', '),
    typeLabel(type),
  ].filter((part) => part !== '')
  return html`${parts.map((part, at) => (at === 0 ? part : html` · ${part}`))}`
}

function matchedText(context: ViewContext, { matched, city, code }: RowBank): Html | string {
  if (!matched || matched.field === 'name') return ''
  // A bank without a code shows its BIC in place of it.
  if (matched.field === 'bic' && code === null) return ''
  if (matched.field === 'city' && matched.text === city) return ''
  const { field, text, spans, scheme } = matched
  if (field === 'codes')
    return isForPayments(context, scheme) ? '' : html`${schemeLabel(context, scheme)} ${highlight(text, spans)}`
  const label = matchLabels[field]
  return html`${label && `${label} `}${highlight(text, spans)}`
}

const isForPayments = ({ schemes }: ViewContext, scheme: string | null): boolean =>
  scheme === null || schemes.get(scheme)?.use === 'payment'

const schemeLabel = ({ schemes }: ViewContext, scheme: string | null): string =>
  (scheme !== null && schemes.get(scheme)?.label) || ''

/** `label`: what the code is, if it is not the usual code of the bank. */
function codeCell(context: ViewContext, bank: RowBank, options: RowOptions): { content: Html; label: string } {
  const { matched } = bank
  if (matched?.field === 'codes' && isForPayments(context, matched.scheme)) return matchedCode(context, bank, matched)
  const code = options.code ?? bank.code
  if (code !== null) return { content: copyCode(code), label: '' }
  const { codes, noun } = paymentCodes(context, bank)
  const [only] = codes
  if (matched?.field !== 'bic' && only) {
    return codes.length === 1
      ? { content: copyCode(only.value), label: schemeLabel(context, only.scheme) }
      : { content: html`<span class="count">${formatCount(codes.length, noun)}</span>`, label: '' }
  }
  const bic = matched?.field === 'bic' ? matched.text : bank.bic
  if (bic === null) return { content: html`<span class="count">no code</span>`, label: '' }
  const shown = matched?.field === 'bic' ? highlight(matched.text, matched.spans) : bic
  if (isGone(bank)) return { content: html`<s class="doubtful">${shown}</s>`, label: '' }
  return { content: html`<span class="code-kind">BIC </span>${copyCode(bic, { shown })}`, label: '' }
}

function matchedCode(context: ViewContext, bank: RowBank, { text, spans, scheme, status }: FoundBank['matched']) {
  const shown = highlight(text, spans)
  const label = text === bank.code ? '' : schemeLabel(context, scheme)
  if (status === 'former' || status === 'unconfirmed') {
    return { content: html`${badge(status)} <s class="doubtful">${shown}</s>`, label }
  }
  return { content: copyCode(text, { shown }), label }
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
