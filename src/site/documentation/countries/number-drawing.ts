/** Draws an example number with a label below each part: which characters are the bank, the branch, check digits and the account. */
import type { NumberPart } from '../../../directory/accounts/number-parts.ts'
import { type Html, html } from '../../html.ts'
import { humanize } from '../../views/labels.ts'

type PartKind = 'check' | 'bank' | 'branch' | 'account'

const kinds: [kind: PartKind, names: RegExp][] = [
  ['check', /check/],
  ['branch', /branch|sort_code|transit|clearing/],
  ['bank', /bank|institution|provider|federal_reserve/],
]

const kindOf = (name: string): PartKind => kinds.find(([, names]) => names.test(name))?.[0] ?? 'account'

const labelOf = ({ name, label }: NumberPart): string => label ?? humanize(name)

/** `title`: what the number is. Returns undefined for a number of one part, which needs no drawing. */
export const numberDrawing = (title: string, parts: readonly NumberPart[]): Html | undefined =>
  parts.length < 2
    ? undefined
    : html`<figure class="number-parts"><figcaption>Parts of an example: ${title}</figcaption><ol>${parts.map(
        (part) => html`<li class="${kindOf(part.name)}"><code>${part.text}</code> <span>${labelOf(part)}</span></li>`,
      )}</ol></figure>`

export const numberText = (parts: readonly NumberPart[]): string | undefined =>
  parts.length < 2 ? undefined : `Example: ${parts.map((part) => `\`${part.text}\` ${labelOf(part)}`).join(', ')}`
