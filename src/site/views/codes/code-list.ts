/** The codes of one scheme on a bank's card, each with its date and its source. */
import type { BankDetail } from '../../../directory/records/bank-record.ts'
import { type Html, html } from '../../html.ts'
import { badge } from '../bank-row.ts'
import { copyButton, copyChip, copyLabelled } from '../copy-button.ts'
import { codeNoun, redistributionLabels } from '../labels.ts'
import { capitalized, formatCount, formatDate, formatMonth, formatNumber, isOld } from '../text/text-format.ts'
import type { ViewContext } from '../view-context.ts'
import type { CodeDetail, CodeGroup } from './bank-codes.ts'
import { isAsked, type ShownCode } from './shown-code.ts'

type Source = BankDetail['sources'][number]

/** Groups with more codes get a filter and a list that scrolls. */
const rowsMax = 6

export interface CodeListOptions {
  context: ViewContext
  bank: BankDetail
  /** Level of the headings of the groups. */
  level: 3 | 4
  /** The code in the head of the card, which a group with a single code does not repeat. */
  main?: ShownCode | undefined
  /** The code to mark, which comes first in its group. */
  asked?: string | undefined
}

export function codeGroup(found: CodeGroup, options: CodeListOptions): Html {
  const { asked = '' } = options
  const group = {
    ...found,
    codes: found.codes.toSorted((a, b) => Number(isAsked(b, asked)) - Number(isAsked(a, asked))),
  }
  const { label, usedFor, status, codes } = group
  const isLong = codes.length > rowsMax
  const marks = status === 'current' ? undefined : badge(status)
  return html`<div class="code-group ${status}">
${heading(options.level, html`${label}${isLong ? html` <span class="count">${formatNumber(codes.length)}</span>` : undefined}${marks}${commonAge(group, options)}`)}
${status === 'former' ? undefined : html`<p class="used-for">${capitalized(usedFor)}</p>`}
${status === 'unconfirmed' ? unconfirmedReason(group, options) : undefined}
${isLong ? longList(group, options) : html`<ul class="code-rows">${codes.map((code) => codeRow(code, codes.length === 1, options))}</ul>`}
</div>`
}

export const heading = (level: number, content: Html | string): Html =>
  level === 4 ? html`<h4>${content}</h4>` : level === 3 ? html`<h3>${content}</h3>` : html`<h2>${content}</h2>`

/** If all codes of the group are from one old list, a badge next to the heading says so; otherwise each old code has one. */
function commonAge({ codes }: CodeGroup, { context }: CodeListOptions): Html | undefined {
  const date = commonDate(codes)
  return date !== undefined && codes.length > 1 && isOld(date, context.today) ? ageBadge(date) : undefined
}

const ageBadge = (date: string): Html => html`<span class="badge old">as of ${formatMonth(date)}</span>`

const commonDate = ([first, ...rest]: CodeDetail[]): string | undefined =>
  rest.every(({ as_of: date }) => date === first?.as_of) ? first?.as_of : undefined

function unconfirmedReason({ codes }: CodeGroup, { bank }: CodeListOptions): Html {
  const publishers = [...new Set(codes.map(({ source }) => sourceOf(bank, source)?.publisher ?? source))]
  const notes = bank.notes.filter((note) => codes.some(({ value }) => note.includes(value)))
  return html`<p class="reason">Listed by ${publishers.join(' and ')}, but no source that we trust confirms it. Check before you pay.${notes.map((note) => html` ${note}`)}</p>`
}

const sourceOf = ({ sources }: BankDetail, id: string): Source | undefined => sources.find((source) => source.id === id)

function codeRow(detail: CodeDetail, isOnly: boolean, options: CodeListOptions): Html {
  const { scheme, value, status, label } = detail
  const { main, asked = '' } = options
  if (isOnly && status === 'current' && main?.scheme === scheme && main.value === value)
    return html`<li class="code-row">${codeSource(detail, options)}</li>`
  const shown = isAsked(detail, asked) ? html`<mark>${value}</mark>` : value
  const code = status === 'former' ? html`<s><code>${shown}</code></s>` : html`<code>${shown}</code>`
  const copy =
    status === 'former'
      ? undefined
      : copyButton(value, `${status === 'unconfirmed' ? 'unconfirmed ' : ''}${label} ${value}`)
  return html`<li class="code-row"><span class="code-value">${code}${copy}</span>${codeSource(detail, options)}</li>`
}

/** The BIC, the date and, on tap, the source of a code. */
function codeSource({ bic, as_of: date, source, status }: CodeDetail, options: CodeListOptions): Html {
  const dated = datedSource({ date, source, isCurrent: status === 'current' }, options)
  return html`${bic && html`<span class="code-bic">BIC ${bic}</span>`}${dated}`
}

/** The date of a fact and, on tap, its source. The date of an old current fact is a badge. */
export function datedSource(
  { date, source: id, isCurrent }: { date: string; source: string; isCurrent: boolean },
  { context, bank }: Pick<CodeListOptions, 'context' | 'bank'>,
): Html {
  const source = sourceOf(bank, id)
  const isAged = isCurrent && isOld(date, context.today)
  return html`<details class="code-source"><summary>${isAged ? ageBadge(date) : formatDate(date)}<span class="visually-hidden">: source</span></summary><p>${source ? sourceText(source) : id}</p></details>`
}

/** The list, its publisher, date and terms. */
export function sourceText({ title, publisher, date, licence, redistribution, url }: Source): Html {
  const name = url ? html`<a href="${url}" rel="noopener noreferrer nofollow">${title}</a>` : title
  return html`${name}. ${publisher}, ${formatDate(date)}. Licence: ${licence} (${redistributionLabels[redistribution] ?? redistribution}).`
}

/** Many codes: a field to filter them, a list that scrolls, and a button that copies all of them. */
function longList({ scheme, label, status, codes }: CodeGroup, options: CodeListOptions): Html {
  const noun = codeNoun(label)
  const values = codes.map(({ value }) => value)
  const id = `filter-${scheme}-${status}`
  const isDated = commonDate(codes) === undefined
  return html`<p class="code-filter script-only"><label class="visually-hidden" for="${id}">Find in ${formatCount(codes.length, noun)}</label><input id="${id}" type="search" placeholder="Find in ${formatCount(codes.length, noun)}" autocomplete="off" spellcheck="false" data-filters-codes></p>
<ul class="code-columns" tabindex="0" aria-label="${label}">${codes.map((code) => columnItem(code, isDated, options))}</ul>
${status === 'current' ? html`<p class="code-actions">${copyLabelled(values.join('\n'), 'Copy all')}</p>` : undefined}
${groupSources(codes, options)}`
}

/** `isDated`: whether the codes have different dates, so that each shows its own. */
function columnItem(detail: CodeDetail, isDated: boolean, { context, bank, asked = '' }: CodeListOptions): Html {
  const { label, value, status, bic, as_of: date } = detail
  const more = [
    ...(bic === null || bic === bank.bic ? [] : [html` BIC ${bic}`]),
    ...(isDated ? [html` ${isOld(date, context.today) ? ageBadge(date) : formatMonth(date)}`] : []),
  ]
  const code = status === 'former' ? html`<s><code>${value}</code></s>` : copyChip(value, label)
  return html`<li${isAsked(detail, asked) ? html` class="asked"` : undefined}>${code}${more.length > 0 ? html`<small>${more}</small>` : undefined}</li>`
}

function groupSources(codes: CodeDetail[], { bank }: CodeListOptions): Html {
  const items = [...Map.groupBy(codes, ({ source }) => source)].map(([id, ofSource]) => {
    const source = sourceOf(bank, id)
    return html`<li>${formatCount(ofSource.length, 'code')}: ${source ? sourceText(source) : id}</li>`
  })
  return html`<details class="code-source"><summary>Source of these codes</summary><ul>${items}</ul></details>`
}
