/** The changes in the list of a country's banks, by month and by what happened. */
import type { Directory } from '../../directory/lookups.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { type Html, html } from '../html.ts'
import { type Frame, renderPage } from '../pages/page-layout.ts'
import { bankPath, changesPath, countryPath } from '../views/page-paths.ts'
import { formatCount, formatDate, formatNumber } from '../views/text/text-format.ts'
import { nameInSentence } from '../views/view-context.ts'
import type { BankEvent, CodeEvent, EventKind } from './bank-events.ts'
import { type BankChange, changesByMonth, eventKinds, type Month, monthName } from './months.ts'

/** All changes of a kind and a month are in the API. */
const shownMax = 100
const unfoldedMax = 10
const monthsMax = 12

const titles: Record<EventKind, string> = {
  new: 'New in the list',
  renamed: 'Renamed',
  merged: 'Merged',
  closed: 'Closed',
  delisted: 'No longer listed',
  code_added: 'Codes added',
  code_changed: 'Codes changed',
  code_removed: 'Codes removed',
  other: 'Other facts',
}

export function* renderCountryChanges(
  frame: Frame,
  country: SupportedCountry,
  directory: Directory,
): Generator<void, string> {
  const { code, display_name: name } = country
  const inSentence = nameInSentence(code, name)
  const path = changesPath({ base: '' }, code)
  const months = yield* changesByMonth(yield* directory.releasesIn(country))
  const sections: Html[] = []
  for (const month of months.slice(0, monthsMax)) sections.push(yield* monthSection(frame, month, directory))
  const main = html`<article class="prose changes">
<nav class="breadcrumbs" aria-label="Breadcrumbs"><a href="${frame.base}/">All countries</a> › <a href="${countryPath(frame, code)}">${name}</a></nav>
<h1>Changes: ${name}</h1>
<p class="lead">${reach(directory)} ${feedLinks(`${frame.base}${countryPath({ base: '' }, code)}`)}</p>
${months.length === 0 && directory.packed.releases.length > 0 ? html`<p>No release since then changed a bank here.</p>` : undefined}
${sections}
${older(frame, directory, code)}
<p><a href="${changesPath(frame)}">Changes in all countries</a></p>
</article>`
  return renderPage(frame, {
    title: `Changes in ${inSentence} · Bank Lookup`,
    description: `New, renamed, merged and closed banks and changed codes in ${inSentence}, month by month.`,
    main,
    section: 'explore',
    path,
    feed: { title: `Changes: banks in ${inSentence}`, path: countryPath({ base: '' }, code) },
  })
}

/** Says from when the history reaches, or that there is none. */
export function reach({ packed: { releases } }: Pick<Directory, 'packed'>): string {
  const [oldest] = releases
  return oldest
    ? `What data releases changed since ${formatDate(oldest.date)}, when the history starts.`
    : 'This build of the data has no history of changes.'
}

/** `path`: the address above the feeds. */
export const feedLinks = (path: string): Html =>
  html`Feed of changes: <a href="${path}/feed.atom">Atom</a> or <a href="${path}/feed.json">JSON Feed</a>.`

function older({ base }: Frame, { packed: { releases } }: Directory, code: string): Html | undefined {
  const [oldest] = releases
  const address = `${base}/v1/changes?since=${oldest?.from}&country=${code.toLowerCase()}`
  return oldest && html`<p>Programs read <a href="${address}">all changes as JSON</a>, with each bank as it is now.</p>`
}

function* monthSection(frame: Frame, { month, changes }: Month, directory: Directory): Generator<void, Html> {
  const parts: Html[] = []
  for (const kind of eventKinds) {
    const ofKind = changes.get(kind)
    if (ofKind) parts.push(yield* kindSection(frame, { kind, month, changes: ofKind }, directory))
  }
  return html`<h2 id="${month}">${monthName(month)}</h2>
${parts}`
}

function* kindSection(
  frame: Frame,
  { kind, month, changes }: { kind: EventKind; month: string; changes: BankChange[] },
  directory: Directory,
): Generator<void, Html> {
  const title = html`<h3 id="${month}-${kind.replace('_', '-')}">${titles[kind]} <span class="count">${formatNumber(changes.length)}</span></h3>`
  if (kind === 'other')
    return html`${title}
<p>${formatCount(changes.length, 'bank')} with other changes, such as a type, a city, a website or a source.</p>
`
  const items: Html[] = []
  for (const change of changes.slice(0, shownMax)) {
    items.push(changeItem(frame, change, directory))
    yield
  }
  const more = changes.length - items.length
  const rest = items.splice(unfoldedMax)
  const folded =
    rest.length > 0 &&
    html`<details><summary>${formatNumber(rest.length + more)} more</summary><ul>${rest}</ul>
${more > 0 ? html`<p>And ${formatNumber(more)} more in the JSON.</p>` : undefined}</details>`
  return html`${title}
<ul>${items}</ul>
${folded || undefined}
`
}

function changeItem(frame: Frame, { id, date, events }: BankChange, directory: Directory): Html {
  const bank = bankLink(frame, id, directory)
  const when = html` <time class="change-date" datetime="${date}">${formatDate(date).replace(/ \d+$/, '')}</time>`
  return html`<li>${events.every(isCode) ? html`${bank}: ${codesText(events, directory)}` : eventText(frame, bank, events[0] as BankEvent, directory)}${when}</li>
`
}

/** A bank that a reduced build lacks has no page. */
function bankLink(frame: Frame, id: string, { findBank }: Directory): Html {
  const json = findBank(id)
  return json === undefined ? html`${id}` : html`<a href="${bankPath(frame, id)}">${JSON.parse(json).name}</a>`
}

function eventText(frame: Frame, bank: Html, event: BankEvent, directory: Directory): Html {
  switch (event.kind) {
    case 'renamed':
      return html`${bank}, formerly “${event.from}”`
    case 'merged':
      return event.successor ? html`${bank} merged into ${bankLink(frame, event.successor, directory)}` : bank
    case 'closed':
      return event.successor ? html`${bank}, taken over by ${bankLink(frame, event.successor, directory)}` : bank
    default:
      return bank
  }
}

const isCode = (event: BankEvent): event is CodeEvent => 'scheme' in event

const codesText = (events: CodeEvent[], { packed: { schemes } }: Directory): Html => {
  const labelOf = (scheme: string): string => schemes.get(scheme)?.label ?? scheme.toUpperCase()
  return html`${events.map((event, at) => html`${at > 0 ? ', ' : ''}${labelOf(event.scheme)} <code>${event.value}</code> ${codeVerb(event)}`)}`
}

function codeVerb({ kind, scheme, detail }: CodeEvent): string {
  if (kind === 'code_added') return 'added'
  if (kind === 'code_removed') return 'removed'
  return scheme === 'bic' ? `replaces ${detail}` : `is now ${detail}`
}
