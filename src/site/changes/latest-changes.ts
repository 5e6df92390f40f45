/** One line of the start page: when the data changed last, and where. */
import type { LatestChanges } from '../../directory/views/changes-since.ts'
import { type Html, html } from '../html.ts'
import { changesPath } from '../views/page-paths.ts'
import { formatDate } from '../views/text/text-format.ts'
import { countryName, type ViewContext } from '../views/view-context.ts'

/** With two names, the line fits on a phone. */
const namesMax = 2

export function latestChanges(context: ViewContext, { date, countries }: LatestChanges): Html {
  const names = countries.slice(0, namesMax).map((code) => countryName(context, code))
  const more = countries.length - names.length
  const where = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ').replace(/, ([^,]*)$/, ' and $1')
  return html`
<p class="latest-changes"><a href="${changesPath(context)}">Changed</a> <time datetime="${date}">${formatDate(date)}</time>: ${where}</p>`
}
