/** Two open banks of a country at one address are mostly one bank that came from two lists. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { bankFinding, type Finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const sameWebsite: Rule = {
  name: 'same-website',
  summary: 'A website is that of one open bank of a country.',
  find,
}

/** Whether it is asked for with TLS or with www makes no other site of it. */
const site = (website: string): string => website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

function* find({ banks }: LintedData): Iterable<Finding> {
  const shared = groupsOf(banks.filter(isOpen), ({ country, website }) =>
    website === undefined ? [] : [`${country} ${site(website)}`],
  )
  for (const [key, holders] of shared) {
    const problem = `its website ${key.slice(3)} is that of ${idsOf(holders)}`
    yield bankFinding(holders[1], problem, 'make them one bank, or give each the page that is its own', key.slice(3))
  }
}
