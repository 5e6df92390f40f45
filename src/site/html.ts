/** HTML as a value: the `html` template tag escapes its values unless they are `Html` already. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | undefined | null | readonly Value[]

export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, piece, at) => `${text}${render(values[at - 1])}${piece}`))
}

/** Marks text as HTML without escaping it. Only for trusted HTML, such as our own rendered Markdown. */
export const raw = (text: string): Html => new Html(text)

function render(value: Value): string {
  if (value instanceof Html) return value.text
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? value.map(render).join('') : escapeText(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] as string)

/** The inverse of `escapeText`. */
export const unescapeText = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] as string)

const characters = Object.fromEntries(Object.entries(entities).map(([character, entity]) => [entity, character]))
