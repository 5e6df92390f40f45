/**
 * Suggests what was probably meant by an invalid identifier: the valid one that a small typo turns into it. A guess
 * among several does not help, so there is a suggestion only where one candidate passes the check, or where one typo is
 * by far the likeliest.
 */
import { either, kindOf, type Shape } from './structure.ts'
import type { Fault } from './verdict.ts'

export interface Typo {
  /** Whether it adds or loses a character: only such a typo explains a wrong length, and it explains nothing else. */
  changesLength: boolean
  /** All texts that the typo could have turned into this one. */
  candidates: (text: string) => string[]
  /** Whether it decides although another typo explains the fault too, because it is so much likelier. */
  isLikeliest?: true
}

export function suggest(
  text: string,
  { reason }: Fault,
  typos: readonly Typo[],
  passes: (candidate: string) => boolean,
): string | null {
  const possible = typos.filter(({ changesLength }) => changesLength === (reason === 'length'))
  const likeliest = possible.filter(({ isLikeliest }) => isLikeliest)
  return onlyOne(likeliest) ?? onlyOne(possible)

  function onlyOne(tried: readonly Typo[]): string | null {
    const [found, another] = new Set(tried.flatMap(({ candidates }) => candidates(text)).filter(passes))
    return found !== undefined && another === undefined ? found : null
  }
}

const digitLike: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2', G: '6' }
const letterLike: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B', 2: 'Z', 6: 'G' }

/** All letters that look like digits taken for these. */
export const readAsDigits = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => digitLike[letter] ?? letter)

/** A letter was read as a digit or a digit as a letter, in one place or wherever it stands. */
export const lookalikes = (shape: Shape): Typo => ({
  changesLength: false,
  candidates: (text) => lookalikesOf(text, shape),
})

export function lookalikesOf(text: string, shape: Shape): string[] {
  if (text.length !== shape.length) return []
  const misplaced: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (!(kindOf(text.charCodeAt(at)) & (shape.kinds[at] as number))) misplaced.push(at)
  }
  // What cannot stand where it does must be the mistake. Where everything may stand, any of them may be.
  return misplaced.length > 0 ? replaced(text, misplaced) : misread(text, shape)
}

/** All of these places are wrong; none of them may stay as it is. */
function replaced(text: string, misplaced: number[]): string[] {
  const characters = text.split('')
  for (const at of misplaced) {
    const character = text.charAt(at)
    const other = digitLike[character] ?? letterLike[character]
    if (other === undefined) return []
    characters[at] = other
  }
  const fixed = characters.join('')
  if (!misplaced.some((at) => text.charAt(at) === '1')) return [fixed]
  // A 1 is as often an L as it is an I.
  for (const at of misplaced) if (text.charAt(at) === '1') characters[at] = 'L'
  return [fixed, characters.join('')]
}

/**
 * Where both may stand, only letters are taken for misread digits: such places mostly hold digits, and to try a letter
 * for each of them finds one that fits by chance too often.
 */
function misread(text: string, { kinds }: Shape): string[] {
  const candidates: string[] = []
  const everywhere = new Map<string, string>()
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const other = kinds[at] === either ? digitLike[character] : undefined
    if (other === undefined) continue
    candidates.push(text.slice(0, at) + other + text.slice(at + 1))
    const before = everywhere.get(character) ?? text
    everywhere.set(character, before.slice(0, at) + other + before.slice(at + 1))
  }
  return candidates.concat([...everywhere.values()])
}

export const swappedNeighbours: Typo = {
  changesLength: false,
  candidates: (text) => {
    const candidates: string[] = []
    for (let at = 0; at + 1 < text.length; at++) {
      const [left, right] = [text.charAt(at), text.charAt(at + 1)]
      if (left !== right) candidates.push(text.slice(0, at) + right + left + text.slice(at + 2))
    }
    return candidates
  },
}

/** Spreadsheets take text of digits for a number and drop the zero in front. */
export const lostZero: Typo = { changesLength: true, candidates: (text) => [`0${text}`] }

export const doubledCharacter: Typo = {
  changesLength: true,
  candidates: (text) => {
    const candidates: string[] = []
    for (let at = 1; at < text.length; at++) {
      if (text.charAt(at) === text.charAt(at - 1)) candidates.push(text.slice(0, at) + text.slice(at + 1))
    }
    return candidates
  },
}
