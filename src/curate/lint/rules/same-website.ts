/** Two open banks in a country with the same website are usually one bank that came from two lists. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { type Finding, finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const sameWebsite: Rule = {
  name: 'same-website',
  summary: 'A website belongs to one open bank in a country.',
  find,
}

/** The scheme and a leading "www." do not make it another site. */
const site = (website: string): string => website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

function* find({ banks }: LintedData): Iterable<Finding> {
  const shared = groupsOf(banks.filter(isOpen), ({ country, website }) =>
    website === undefined ? [] : [`${country} ${site(website)}`],
  )
  for (const [key, holders] of shared) {
    const problem = `its website ${key.slice(3)} belongs to ${idsOf(holders)}`
    yield finding(holders[1], problem, 'merge the records, or give each bank its own page', key.slice(3))
  }
}
