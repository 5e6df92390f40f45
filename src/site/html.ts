/** HTML as a value: what is put into a template is escaped, unless it is HTML already. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | readonly Part[]

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, piece, at) => `${text}${written(parts[at - 1])}${piece}`))
}

/** For text that is HTML by its origin: rendered from our own Markdown. */
export const raw = (text: string): Html => new Html(text)

function written(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === undefined) return ''
  return typeof part === 'object' ? part.map(written).join('') : escapeText(String(part))
}

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => named[sign] as string)
