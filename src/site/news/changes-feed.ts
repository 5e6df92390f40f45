/** The feed of changes in all countries: an entry for each data release, with the number of changed banks by country. */
import type { Directory } from '../../directory/lookups.ts'
import type { CountryRelease } from '../../directory/views/changes-since.ts'
import { html } from '../html.ts'
import { changesPath } from '../views/page-paths.ts'
import { formatCount } from '../views/text/text-format.ts'
import type { Feed, FeedEntry } from './feeds.ts'
import { tagUri } from './news.ts'

/** Feed readers keep older entries. */
const releasesMax = 30

const root = { base: '' }

/** Yields every millisecond or two. */
export function* changesFeed(directory: Directory): Generator<void, Feed> {
  const releases = yield* directory.releasesIn()
  const names = new Map(directory.countries.map(({ code, display_name: name }) => [code, name]))
  return {
    title: 'Bank Lookup: changes in all countries',
    description: 'What data releases changed in the lists of banks.',
    path: changesPath(root),
    entries: releases.slice(0, releasesMax).map((release) => entryOf(release, names)),
  }
}

function entryOf({ to, date, changes }: CountryRelease, names: ReadonlyMap<string, string>): FeedEntry {
  const counts = [...Map.groupBy(changes, ({ country }) => country)]
    .map(([code, ofCountry]) => ({ code, count: ofCountry.length }))
    .sort((one, other) => other.count - one.count)
  const items = counts.map(({ code, count }) => {
    const name = names.get(code)
    // A reduced build has no pages for the countries that it lacks.
    const country = name === undefined ? code : html`<a href="${changesPath(root, code)}">${name}</a>`
    return html`<li>${country}: ${formatCount(count, 'bank')}</li>`
  })
  const published = `${date}T00:00:00Z`
  return {
    id: tagUri(date, `changes/${to}`),
    title: `${formatCount(changes.length, 'bank')} changed in ${formatCount(counts.length, 'country')}`,
    summary: `Data revision ${to}. ${counts
      .slice(0, 5)
      .map(({ code }) => names.get(code) ?? code)
      .join(', ')}${counts.length > 5 ? ' and others' : ''}.`,
    path: changesPath(root),
    published,
    updated: published,
    html: html`<ul>${items}</ul>`.text,
  }
}
