/** The feed of a country or region: an entry for each data release that changed its banks, with what changed. */
import type { Directory } from '../../directory/lookups.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import type { ListChange } from '../../directory/records/list-change.ts'
import type { CountryRelease } from '../../directory/views/changes-since.ts'
import { type Html, html } from '../html.ts'
import { bankPath, countryPath } from '../views/page-paths.ts'
import { formatCount, formatNumber } from '../views/text/text-format.ts'
import { nameInSentence } from '../views/view-context.ts'
import type { Feed, FeedEntry } from './feeds.ts'
import { tagUri } from './news.ts'

/** Feed readers keep older entries. */
const releasesMax = 30
/** A release can change thousands of banks. `GET /v1/changes` has all of them. */
const changesMax = 100

/** Yields every millisecond or two. */
export function* countryFeed(country: SupportedCountry, directory: Directory): Generator<void, Feed> {
  const { code, display_name } = country
  const name = nameInSentence(code, display_name)
  const releases = yield* directory.releasesIn(country)
  const entries: FeedEntry[] = []
  for (const release of releases.slice(0, releasesMax)) {
    entries.push(entryOf(release, country, directory))
    yield
  }
  return {
    title: `Bank Lookup: banks in ${name}`,
    description: `What data releases changed in the list of banks in ${name}.`,
    path: countryPath(root, code),
    entries,
  }
}

const root = { base: '' }

function entryOf(
  { from, to, date, changes }: CountryRelease,
  country: SupportedCountry,
  directory: Directory,
): FeedEntry {
  const path = countryPath(root, country.code)
  const counts = (Object.keys(groups) as ListChange['kind'][])
    .map((kind) => [changes.filter((change) => change.kind === kind).length, groups[kind].word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
  const published = `${date}T00:00:00Z`
  return {
    id: tagUri(date, `${path.slice(1)}/${to}`),
    title: `${country.display_name}: ${formatCount(changes.length, 'bank')} changed`,
    summary: `Banks in ${nameInSentence(country.code, country.display_name)}: ${counts.join(', ')}. Data revision ${to}.`,
    path,
    published,
    updated: published,
    html: contentOf(changes, { from, code: country.code, directory }).text,
  }
}

const groups: Record<ListChange['kind'], { word: string; title: string }> = {
  added: { word: 'new', title: 'New in the list' },
  removed: { word: 'no longer listed', title: 'No longer in the list' },
  changed: { word: 'with other details', title: 'Changed' },
}

function contentOf(
  changes: readonly ListChange[],
  { from, code, directory }: { from: string; code: string; directory: Directory },
): Html {
  const shown = changes.slice(0, changesMax)
  const more = changes.length - shown.length
  const address = `/v1/changes?since=${from}&country=${code.toLowerCase()}`
  const lists = Object.entries(groups).map(([kind, { title }]) => {
    const ofKind = shown.filter((change) => change.kind === kind)
    if (ofKind.length === 0) return undefined
    return html`<h2>${title}</h2><ul>${ofKind.map((change) => itemOf(change, directory))}</ul>`
  })
  const rest = more > 0 && html`<p>And ${formatNumber(more)} more: <a href="${address}">all changes as JSON</a>.</p>`
  return html`${lists}${rest || undefined}`
}

/** A bank that is gone from a reduced build has no page. */
function itemOf({ id, summary }: ListChange, { findBank, hasBank }: Directory): Html {
  if (!hasBank(id)) return html`<li>${id}: ${summary}</li>`
  const { name }: { name: string } = JSON.parse(findBank(id) as string)
  return html`<li><a href="${bankPath(root, id)}">${name}</a>: ${summary}</li>`
}
