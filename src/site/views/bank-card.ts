/** The card of a bank: what is needed to pay comes first, then register numbers, facts and sources. */
import type { BankDetail } from '../../directory/records/bank-record.ts'
import { type Html, html } from '../html.ts'
import { accountCheck } from './answers/account-at-bank.ts'
import { badge } from './bank-row.ts'
import { codeGroups, paymentCodes } from './codes/bank-codes.ts'
import { codeGroup, datedSource, heading, sourceText } from './codes/code-list.ts'
import { bic as bicScheme, type CodeChoice, longLabel, mainCode, noChoice, shortLabel } from './codes/shown-code.ts'
import { copyButton, copyCode, copyLink } from './copy-button.ts'
import { humanize, isGone, statusLabels, typeLabel } from './labels.ts'
import { bankJsonPath, bankPath, countryPath, reportPath } from './page-paths.ts'
import { formatCount, formatDate } from './text/text-format.ts'
import { countryName, flag, type ViewContext } from './view-context.ts'

export interface CardOptions {
  /** Level of the bank's name: 1 on a page of its own, 2 next to a list. */
  level?: 1 | 2
  /** The bank that took this one over, if the caller knows its name. */
  successor?: { id: string; name: string } | undefined
  /** The code to show first and to mark. */
  choice?: CodeChoice | undefined
}

export function bankCard(context: ViewContext, bank: BankDetail, options: CardOptions = {}): Html {
  const { level = 2, successor, choice = noChoice } = options
  return html`<article class="bank-card" data-bank="${bank.id}">
${cardHead(context, bank, level, choice)}
${statusNotice(context, bank, successor)}
${toPay(context, bank, level, choice)}
${providers(context, bank, level)}
${accountCheck(context, bank)}
${identity(context, bank, level)}
${facts(bank)}
${bank.notes.map((note) => html`<p class="note">${note}</p>`)}
${sourceList(bank)}
${actions(context, bank)}
</article>`
}

/** Above the card of a bank without a list. */
export const breadcrumbs = (context: ViewContext, country: string): Html =>
  html`<nav class="breadcrumbs" aria-label="Breadcrumbs"><a href="${context.base}/">All countries</a> › <a href="${countryPath(context, country)}">${countryName(context, country)}</a></nav>`

/** Stays visible while the card scrolls. */
function cardHead(context: ViewContext, bank: BankDetail, level: 1 | 2, choice: CodeChoice): Html {
  const { name, country, type, city, region, status } = bank
  const shownName = html`${name}${status === 'active' ? undefined : html` ${badge(status, statusLabels[status] ?? status)}`}`
  const location = [typeLabel(type), [city, region].filter(Boolean).join(', ')].filter(Boolean)
  return html`<header class="bank-card-head">
${level === 1 ? html`<h1 class="bank-card-name">${shownName}</h1>` : html`<h2 class="bank-card-name" tabindex="-1">${shownName}</h2>`}
<p class="bank-card-lead">${flag(context, country)}<a href="${countryPath(context, country)}">${countryName(context, country)}</a>${location.map((part) => html` · ${part}`)}</p>
${mainCodeLine(context, bank, choice)}
</header>`
}

/** The main code with one large button. Says so if the bank has no code of the chosen kind, or several. */
function mainCodeLine(context: ViewContext, bank: BankDetail, choice: CodeChoice): Html | undefined {
  const main = mainCode(bank, choice)
  if (!main) return undefined
  const { scheme } = choice
  const missing =
    scheme !== '' && scheme !== main.scheme && !bank.codes[scheme]
      ? html`<span class="main-code-missing">no ${withoutCode(shortLabel(context, scheme))} code</span>`
      : undefined
  return html`<p class="main-code"><span class="main-code-label">${longLabel(context, main.scheme)}</span>${copyCode(context, main, { bank })}${missing}</p>`
}

const withoutCode = (label: string): string => label.replace(/ code$/i, '')

function statusNotice(context: ViewContext, bank: BankDetail, known: CardOptions['successor']): Html | undefined {
  const { status, status_since: since, successor } = bank
  if (status === 'active') return undefined
  const date = since === null ? '' : ` (${formatDate(since)})`
  const sentences: Record<string, string> = {
    unverified: 'No source that we trust confirms that this bank is open.',
    merged: `Merged into another bank${date}. Do not use its codes.`,
    closed: `Closed${date}. Do not use its codes.`,
  }
  const name = known?.id === successor ? known?.name : successor
  const link =
    successor &&
    html` Successor: <a href="${bankPath(context, successor)}" data-bank="${successor}">${name ?? successor}</a>.`
  return html`<p class="notice warn"><strong>${sentences[status] ?? humanize(status)}</strong>${link}</p>`
}

function toPay(context: ViewContext, bank: BankDetail, level: 1 | 2, choice: CodeChoice): Html {
  const groupLevel = level === 1 ? 3 : 4
  const main = mainCode(bank, choice)
  const groups = codeGroups(bank, 'payment').map((group) => ({
    group,
    content: codeGroup(group, { context, bank, level: groupLevel, main, asked: choice.code }),
  }))
  const current = groups
    .filter(({ group }) => group.status === 'current')
    .sort((a, b) => Number(b.group.scheme === main?.scheme) - Number(a.group.scheme === main?.scheme))
  const others = groups.filter(({ group }) => group.status !== 'current')
  return html`<section class="to-pay">
${heading(level + 1, 'To pay')}
${advice(context, bank)}
${current.map(({ content }) => content)}
${bicGroup(context, bank, groupLevel, main?.scheme === bicScheme)}
${others.map(({ content }) => content)}
${railGroup(context, bank, groupLevel)}
</section>`
}

/** The rails in words. Only a list of all participants can say no, so a rail without one is "not known". */
function railGroup(context: ViewContext, bank: BankDetail, level: 3 | 4): Html | undefined {
  if (bank.rails.length === 0 || isGone(bank)) return undefined
  const rows = bank.rails.map(({ rail, reachable, as_of: date }) => {
    const word = reachable === null ? 'not known' : reachable ? 'yes' : 'no'
    const dated = date === null ? undefined : html`<span class="code-source">list of ${formatDate(date)}</span>`
    return html`<li class="code-row"><span class="code-value">${context.rails.get(rail)?.label ?? rail}: ${word}</span>${dated}</li>`
  })
  return html`<div class="code-group rails">
${heading(level, 'Rails')}
<p class="used-for">The systems through which money reaches this bank.${context.isStatic ? undefined : html` <a href="${context.base}/docs/1.0/rails">What this means</a>`}</p>
<ul class="code-rows">${rows}</ul>
</div>`
}

/** Says what to do if there is no code, or if the right one depends on the account. */
function advice(context: ViewContext, bank: BankDetail): Html | undefined {
  const { code, country } = bank
  if (code !== null || isGone(bank)) return undefined
  const { codes, noun } = paymentCodes(context, bank)
  const [scheme = ''] = context.countries.get(country)?.schemes ?? []
  const name = context.schemes.get(scheme)?.label ?? 'bank code'
  const check = (before: string): Html | undefined =>
    context.isStatic ? undefined : html`${before} <a href="${context.base}/check">check it here</a>`
  const isOfSchemes = new Set(codes.map(({ scheme }) => scheme)).size > 1
  if (codes.length > 1)
    return html`<p class="advice">The right ${noun} depends on the account${isOfSchemes ? ' and on the kind of payment' : ''}. Use the one that your customer gives you${check(', and')}.</p>`
  if (codes.length === 1) return undefined
  return html`<p class="advice">We have no ${inSentence(name)} for this bank. Ask your customer for the ${inSentence(name)}${check(';')}.</p>`
}

/** Writes a label in lower case, unless it starts with an abbreviation. */
const inSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

/** `isMain`: whether the head of the card shows the BIC of the bank, which is then not repeated. */
function bicGroup(context: ViewContext, bank: BankDetail, level: 3 | 4, isMain: boolean): Html | undefined {
  const { bic_details: details } = bank
  if (details.length === 0) return undefined
  const isFormer = isGone(bank)
  const rows = details.map(({ bic: value, source, as_of: date }) => {
    const shown = isFormer
      ? html`<s><code>${value}</code></s>`
      : html`<code>${value}</code>${copyButton(value, `BIC ${value}`)}`
    const isInHead = isMain && details.length === 1
    const dated =
      source === null || date === null
        ? undefined
        : datedSource({ date, source, isCurrent: !isFormer }, { context, bank })
    return html`<li class="code-row">${isInHead ? undefined : html`<span class="code-value">${shown}</span>`}${dated}</li>`
  })
  return html`<div class="code-group ${isFormer ? 'former' : 'current'}">
${heading(level, html`BIC (SWIFT code)${isFormer ? badge('former') : undefined}`)}
${isFormer ? undefined : html`<p class="used-for">International and SEPA transfers</p>`}
<ul class="code-rows">${rows}</ul>
</div>`
}

/** Codes of payment providers, folded: each is for requests to one provider only. */
function providers(context: ViewContext, bank: BankDetail, level: 1 | 2): Html | undefined {
  const groups = codeGroups(bank, 'provider')
  if (groups.length === 0 || isGone(bank)) return undefined
  const issuers = groups.map(({ label }) => label.split(' ')[0] as string)
  return html`<details class="identity providers"><summary>Payment providers<span class="count">${[...new Set(issuers)].join(', ')}</span></summary>
${groups.map((group) => codeGroup(group, { context, bank, level: level === 1 ? 3 : 4 }))}</details>`
}

/** Register numbers, folded: no payment uses them. */
function identity(context: ViewContext, bank: BankDetail, level: 1 | 2): Html {
  const { id, lei } = bank
  const fact = (term: string, value: string): Html =>
    html`<div><dt>${term}</dt><dd><code>${value}</code>${copyButton(value, `${term} ${value}`)}</dd></div>`
  return html`<details class="identity"><summary>Identity<span class="count">${[lei && 'LEI', ...registerNames(bank), 'ID'].filter(Boolean).join(', ')}</span></summary>
${codeGroups(bank, 'identity').map((group) => codeGroup(group, { context, bank, level: level === 1 ? 3 : 4 }))}
<dl class="facts">${lei && fact('LEI', lei)}${fact('ID in this directory', id)}</dl></details>`
}

const registerNames = (bank: BankDetail): string[] => [
  ...new Set(codeGroups(bank, 'identity').map(({ label }) => label.split(' ')[0] as string)),
]

function facts({
  short_name: short,
  legal_name: legal,
  aliases,
  website,
  ussd,
  confidence,
  sources,
}: BankDetail): Html {
  const newest = sources
    .map(({ date }) => date)
    .sort()
    .at(-1)
  const entries: [string, Html | string | null][] = [
    ['Short name', short],
    ['Legal name', legal],
    ['Also known as', aliases.join(', ')],
    ['Website', website && webLink(website)],
    ['USSD', ussd && html`<code>${ussd}</code>`],
    [
      'Confidence',
      `${humanize(confidence)}: ${formatCount(sources.length, 'source')}${newest ? `, newest ${formatDate(newest)}` : ''}`,
    ],
  ]
  return html`<dl class="facts">${entries
    .filter(([, value]) => value)
    .map(([term, value]) => html`<div><dt>${term}</dt><dd>${value ?? ''}</dd></div>`)}</dl>`
}

function webLink(url: string): Html | string {
  if (!/^https?:\/\//.test(url)) return url
  const host = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return html`<a href="${url}" rel="noopener noreferrer nofollow">${host}</a>`
}

const sourceList = ({ sources }: BankDetail): Html =>
  html`<details class="sources"><summary>${formatCount(sources.length, 'source')}</summary><ul>${sources.map((source) => html`<li>${sourceText(source)}</li>`)}</ul></details>`

function actions(context: ViewContext, { id, name }: BankDetail): Html {
  const { base, isStatic } = context
  const report = html`<a class="button" href="${reportPath(context, { bank: id })}" rel="nofollow">Report an error<span class="visually-hidden"> in ${name}</span></a>`
  return html`<p class="bank-card-actions">${copyLink(bankPath(context, id))}<button type="button" class="copy copy-only button" data-copy-from="v1/banks/${id}">Copy JSON</button><a class="button" href="${base}/${bankJsonPath(context, id)}">Open JSON</a>${isStatic ? undefined : report}</p>`
}
