/** The flag of a country: an image without a text alternative, because the name of the country is always next to it. */
import { type Html, html } from '../html.ts'
import type { ViewContext } from './view-context.ts'

/** Shows nothing if the site is not built. */
export const flag = ({ assets }: Pick<ViewContext, 'assets'>, code: string, size = 20): Html | undefined =>
  assets === undefined
    ? undefined
    : html`<img class="flag" src="${assets}/flags/${code.toLowerCase()}.svg" width="${size}" height="${size}" alt="" loading="lazy">`
