/** Colours JSON in the page. Other code comes highlighted from the server. */
import { create } from './create-element.ts'

const tokens =
  /("(?:\\.|[^"\\])*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\b(?:true|false|null)\b|… [\d,]+ more(?: lines)?/g

export function jsonNodes(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const [whole, string, colon = ''] = match
    const token = string ?? whole
    nodes.push(text.slice(end, match.index), create('span', { class: `hl-${kindOf(token, colon)}` }, token), colon)
    end = match.index + whole.length
  }
  return [...nodes, text.slice(end)]
}

function kindOf(token: string, colon: string): string {
  if (token.startsWith('"')) return colon === '' ? 'string' : 'attr'
  if (token.startsWith('…')) return 'comment'
  return /^[tfn]/.test(token) ? 'literal' : 'number'
}
