/**
 * Suggests a correction for an invalid identifier: the valid identifier that a small typo could have turned into it. To
 * avoid guessing, a candidate is suggested only if no other candidate passes the check, or if it corrects a typo that
 * is far more likely than the others.
 */
import { either, kindOf, type Structure } from './structure.ts'
import { type Check, type CheckName, type Fault, invalid, passed } from './verdict.ts'

export interface Typo {
  /**
   * Whether the typo adds or loses a character. Only such a typo can explain a wrong length, and it cannot explain any
   * other error.
   */
  changesLength: boolean
  /** Returns all texts that this typo could have turned into the given text. */
  candidates: (text: string) => string[]
  /** Whether this typo is so much more likely than others that it wins even if they explain the error too. */
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

  function onlyOne(candidateTypos: readonly Typo[]): string | null {
    let found: string | null = null
    for (const { candidates } of candidateTypos) {
      for (const candidate of candidates(text)) {
        if (candidate === found || !passes(candidate)) continue
        if (found !== null) return null
        found = candidate
      }
    }
    return found
  }
}

const digitLike: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2', G: '6' }
const letterLike: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B', 2: 'Z', 6: 'G' }

/** Replaces every letter that looks like a digit with that digit. */
export const readAsDigits = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => digitLike[letter] ?? letter)

/** A letter typed instead of a digit that looks like it, or the reverse, at one position or several. */
export const lookalikes = (structure: Structure): Typo => ({
  changesLength: false,
  candidates: (text) => lookalikesOf(text, structure),
})

export function lookalikesOf(text: string, structure: Structure): string[] {
  if (text.length !== structure.length) return []
  const misplaced: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (!(kindOf(text.charCodeAt(at)) & (structure.kinds[at] as number))) misplaced.push(at)
  }
  // A character that is not allowed at its position must be wrong. If all are allowed, any of them may be wrong.
  return misplaced.length > 0 ? replaceMisplaced(text, misplaced) : replaceLetters(text, structure)
}

/** Replaces all characters that are not allowed at their position, because each of them must be wrong. */
function replaceMisplaced(text: string, misplaced: number[]): string[] {
  const characters = text.split('')
  for (const at of misplaced) {
    const character = text.charAt(at)
    const other = digitLike[character] ?? letterLike[character]
    if (other === undefined) return []
    characters[at] = other
  }
  const fixed = characters.join('')
  if (!misplaced.some((at) => text.charAt(at) === '1')) return [fixed]
  // People type 1 instead of L as often as instead of I. `fixed` has I, so add a candidate with L.
  for (const at of misplaced) if (text.charAt(at) === '1') characters[at] = 'L'
  return [fixed, characters.join('')]
}

/**
 * Replaces letters with digits at positions that allow both, but never digits with letters: most characters at these
 * positions are digits, and with so many candidates, a wrong one would too often pass the check by chance.
 */
function replaceLetters(text: string, { kinds }: Structure): string[] {
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

/** A leading zero that was dropped by a spreadsheet, which reads digits as a number. */
export const lostZero: Typo = { changesLength: true, candidates: (text) => [`0${text}`] }

/**
 * A lost digit, anywhere. So many candidates pass a check by chance that only known ones count: `passes` returns whether
 * the identifier passes all checks and belongs to a known bank.
 */
export const lostDigit = (passes: (candidate: string) => boolean): Typo => ({
  changesLength: true,
  candidates: (text) => {
    const candidates: string[] = []
    for (let at = 0; at <= text.length; at++) {
      for (let digit = 0; digit <= 9; digit++) {
        // Before an equal digit, it gives the same text as after it.
        if (text.charCodeAt(at) - 48 === digit) continue
        const candidate = `${text.slice(0, at)}${digit}${text.slice(at)}`
        if (passes(candidate)) candidates.push(candidate)
      }
    }
    return candidates
  },
})

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

interface IdentifierRules {
  /** The names of all checks that `faultOf` performs, in order. */
  checks: readonly CheckName[]
  faultOf(text: string): Fault | null
  typos: readonly Typo[]
  /** If set, a correction is suggested only if this function returns true for it. */
  isKnown?: ((text: string) => boolean) | undefined
  /** Whether a lost digit is corrected, too. It needs `isKnown`. */
  correctsLostDigit?: true
  /** Whether the identifier is an account number with a check digit. */
  coversAccount?: true
}

/** The check for most kinds of identifier: finds the error, and suggests a correction if a single typo explains it. */
export function checkWithSuggestion(text: string, rules: IdentifierRules): Check {
  const { checks, faultOf, typos, isKnown, coversAccount = false } = rules
  const fault = faultOf(text)
  if (!fault) return passed(text, checks, coversAccount ? { accountChecked: true } : {})
  const isPossible = (candidate: string): boolean => faultOf(candidate) === null && (isKnown?.(candidate) ?? true)
  const canLackDigit = rules.correctsLostDigit && isKnown && fault.reason === 'length'
  const suggestion = suggest(text, fault, canLackDigit ? [...typos, lostDigit(isPossible)] : typos, isPossible)
  return invalid(text, fault, checks, {
    suggestion,
    accountChecked: coversAccount ? fault.reason === 'checksum' : null,
  })
}
