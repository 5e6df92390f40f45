/** What a client asked for in `Accept`, `Accept-Encoding` and `If-None-Match`. */

export type Encoding = 'br' | 'gzip' | 'identity'

/** Best first. A client that refuses everything gets the plain text all the same: better than an error. */
const codings = ['br', 'gzip', 'identity'] as const

/** Browsers and libraries send a handful of different headers, over and over. */
const picked = new Map<string, Encoding>()
const pickedMax = 200

export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  const known = picked.get(acceptEncoding)
  if (known) return known
  const coding = bestCoding(readWishes(acceptEncoding))
  if (picked.size < pickedMax && acceptEncoding.length < 100) picked.set(acceptEncoding, coding)
  return coding
}

function bestCoding(wishes: Wish[]): Encoding {
  const wish = (coding: string): number => wishes.find(({ name }) => name === coding)?.weight ?? -1
  const any = wish('*')
  let best: Encoding = 'identity'
  let bestWeight = 0
  for (const coding of codings) {
    const named = wish(coding)
    const weight = named >= 0 ? named : any
    if (weight > bestWeight) {
      best = coding
      bestWeight = weight
    }
  }
  return best
}

/** A page only to whoever names it, and does not want JSON or text more. */
export function prefersPage(accept: string | undefined): boolean {
  if (!accept?.includes('text/html')) return false
  const wishes = readWishes(accept)
  const weightOf = (name: string): number => wishes.find((wish) => wish.name === name)?.weight ?? 0
  const page = weightOf('text/html')
  return page > 0 && page >= Math.max(weightOf('application/json'), weightOf('text/plain'))
}

/** JSON only where it is wanted more than text: a higher weight, or the same and named first. */
export function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const wishes = readWishes(accept).filter(({ weight }) => weight > 0)
  const best = (names: string[]) =>
    wishes.filter(({ name }) => names.includes(name)).toSorted((a, b) => b.weight - a.weight)[0]
  const json = best(['application/problem+json', 'application/json', 'application/*'])
  const text = best(['text/plain', 'text/*', '*/*'])
  if (!json) return false
  return !text || json.weight > text.weight || (json.weight === text.weight && json.position < text.position)
}

/**
 * The tag of `ifNoneMatch` that stands for the form that would be sent: the same text in the same coding. At which
 * level it was compressed does not matter to whoever has it already.
 */
export function matchingTag(ifNoneMatch: string, tag: string): string | undefined {
  if (ifNoneMatch.trim() === '*') return tag
  return ifNoneMatch.match(/"[^"]*"/g)?.find((known) => withoutLevel(known) === withoutLevel(tag))
}

const withoutLevel = (tag: string): string => tag.replace(/(-[a-z]+)\d+"$/, '$1"')

interface Wish {
  name: string
  weight: number
  position: number
}

function readWishes(header: string): Wish[] {
  return header.split(',').map((part, position) => {
    const [name = '', ...parameters] = part.split(';')
    const q = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find((value) => value)
    return { name: name.trim().toLowerCase(), weight: q === undefined ? 1 : Math.min(Number(q) || 0, 1), position }
  })
}
