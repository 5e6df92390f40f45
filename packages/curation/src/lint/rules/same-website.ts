/** Reports open banks in a country with the same website. They are usually one bank that came from two lists. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { finding, isOpen, type Rule } from '../rule.ts'

export const sameWebsite: Rule = {
  name: 'same-website',
  summary: 'A website belongs to at most one open bank per country.',
  *find({ banks }) {
    const shared = groupsOf(banks.filter(isOpen), ({ country, website }) =>
      website === undefined ? [] : [`${country} ${site(website)}`],
    )
    for (const [key, holders] of shared) {
      const problem = `website ${key.slice(3)} belongs to several open banks: ${idsOf(holders)}`
      yield finding(holders[1], problem, 'merge the records, or use a separate page for each bank', key.slice(3))
    }
  },
}

/**
 * Removes the URL scheme, a leading "www." and a trailing slash, because URLs that differ only in these lead to the
 * same site.
 */
const site = (website: string): string => website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
