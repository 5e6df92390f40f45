/** Marks parts of a text. */
import { type Html, html } from '../../html.ts'

/** Each range has a start and an exclusive end, in UTF-16 code units. */
export type Spans = readonly (readonly number[])[]

export function highlight(text: string, spans: Spans): Html {
  let end = 0
  const pieces = spans.map(([from = 0, to = 0]) => {
    const piece = html`${text.slice(end, from)}<mark>${text.slice(from, to)}</mark>`
    end = to
    return piece
  })
  return html`${pieces}${text.slice(end)}`
}

/** Marks where two texts of the same length differ. Most typos change only a character or two. */
export function highlightDifferences(text: string, other: string | null): Html {
  if (other === null || other.length !== text.length) return html`${text}`
  const spans: [number, number][] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === other[at]) continue
    const last = spans.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else spans.push([at, at + 1])
  }
  return highlight(text, spans)
}
