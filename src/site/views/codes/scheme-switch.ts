/** The choice of the code that the rows of a country show: links, so that it works without script and can be shared. */
import { type Html, html } from '../../html.ts'
import type { ViewContext } from '../view-context.ts'
import { longLabel, schemesIn, shortLabel } from './shown-code.ts'

/**
 * `chosen`: id of a code scheme or `bic`, or an empty string for the usual code of each bank. `pathOf`: the path of the same
 * list with a choice. Undefined if the country has no codes to choose from.
 */
export function schemeSwitch(
  context: ViewContext,
  country: string,
  chosen: string,
  pathOf: (scheme: string) => string,
): Html | undefined {
  const schemes = schemesIn(context, country)
  if (schemes.length === 0) return undefined
  const link = (scheme: string, text: string, title: string): Html =>
    html`<li><a class="facet" data-scheme="${scheme}" title="${title}" href="${pathOf(scheme)}"${scheme === chosen ? html` aria-current="true"` : undefined}>${text}</a></li>`
  const links = schemes.map((scheme) => link(scheme, shortLabel(context, scheme), longLabel(context, scheme)))
  return html`<div class="scheme-switch" role="group" aria-label="Code to show"><ul><li class="facet-label" aria-hidden="true">Show</li>${link('', 'Usual code', 'The code that most payments use')}${links}</ul></div>`
}
