/** The changes in all countries: for each month, how many banks of each country changed and how. */
import type { Directory } from '../../directory/lookups.ts'
import { type Html, html } from '../html.ts'
import { type Frame, renderPage } from '../pages/page-layout.ts'
import { changesPath } from '../views/page-paths.ts'
import { formatNumber } from '../views/text/text-format.ts'
import type { EventKind } from './bank-events.ts'
import { feedLinks, reach } from './country-changes-page.ts'
import { changesByMonth, eventKinds, type Month, monthName } from './months.ts'

const monthsMax = 12
/** The others are folded. */
const countriesMax = 20

/** The columns of the table: all changes of codes are in one. */
const columns: { label: string; kinds: readonly EventKind[] }[] = [
  { label: 'New', kinds: ['new'] },
  { label: 'Renamed', kinds: ['renamed'] },
  { label: 'Merged', kinds: ['merged'] },
  { label: 'Closed', kinds: ['closed'] },
  { label: 'No longer listed', kinds: ['delisted'] },
  { label: 'Codes', kinds: ['code_added', 'code_changed', 'code_removed'] },
  { label: 'Other facts', kinds: ['other'] },
]

export function* renderChanges(frame: Frame, directory: Directory): Generator<void, string> {
  const names = new Map(directory.countries.map(({ code, display_name: name }) => [code, name]))
  const months = yield* changesByMonth(yield* directory.releasesIn())
  const sections: Html[] = []
  for (const month of months.slice(0, monthsMax)) {
    sections.push(monthSection(frame, month, names))
    yield
  }
  const main = html`<article class="prose changes"><h1>Changes</h1>
<p class="lead">${reach(directory)} ${feedLinks(changesPath(frame))}</p>
<p>The figures count banks; a bank that several releases changed counts several times. The page of a country names them.
<a href="${frame.base}/news">News</a> has what changed in the service.</p>
${sections}</article>`
  return renderPage(frame, {
    title: 'Changes · Bank Lookup',
    description: 'New, renamed, merged and closed banks and changed codes, by month and country.',
    main,
    section: 'news',
    path: changesPath({ base: '' }),
    feed: { title: 'Changes in all countries', path: changesPath({ base: '' }) },
  })
}

type Row = [code: string, counts: number[]]

function monthSection(frame: Frame, { month, changes }: Month, names: ReadonlyMap<string, string>): Html {
  const rows = rowsOf(changes)
  const folded = rows.splice(countriesMax)
  const label = `Changes in ${monthName(month)} by country`
  const tableOf = (
    some: readonly Row[],
    name: string,
  ): Html => html`<div class="table" tabindex="0" role="region" aria-label="${name}"><table>
<thead><tr><th scope="col">Country</th>${columns.map(({ label: text }) => html`<th scope="col" class="number">${text}</th>`)}</tr></thead>
<tbody>${some.map(
    ([code, counts]) =>
      html`<tr><th scope="row">${countryLink(frame, code, month, names)}</th>${counts.map((count) => html`<td class="number">${count === 0 ? '' : formatNumber(count)}</td>`)}</tr>
`,
  )}</tbody></table></div>
`
  return html`<h2 id="${month}">${monthName(month)}</h2>
${tableOf(rows, label)}${
  folded.length > 0
    ? html`<details><summary>${folded.length} more countries</summary>${tableOf(folded, `${label}, continued`)}</details>`
    : undefined
}`
}

/** Most changes first. */
function rowsOf(changes: Month['changes']): Row[] {
  const rows = new Map<string, number[]>()
  for (const kind of eventKinds) {
    const column = columns.findIndex(({ kinds }) => kinds.includes(kind))
    for (const { country } of changes.get(kind) ?? []) {
      const counts = rows.get(country) ?? columns.map(() => 0)
      rows.set(country, counts)
      counts[column] = (counts[column] as number) + 1
    }
  }
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
  return [...rows].sort(([, one], [, other]) => sum(other) - sum(one))
}

/** A country that a reduced build lacks has no page. */
const countryLink = (frame: Frame, code: string, month: string, names: ReadonlyMap<string, string>): Html | string => {
  const name = names.get(code)
  return name === undefined ? code : html`<a href="${changesPath(frame, code)}#${month}">${name}</a>`
}
