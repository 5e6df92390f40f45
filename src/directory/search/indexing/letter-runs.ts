/** Finds words by letters they have in a row: by their second and third letter, or by any three. */
import type { SortedWords } from './sorted-words.ts'

/** Runs of letters by their hash; those of several runs may be in one bucket, so a visitor has to compare. */
interface Buckets {
  /** Entry `hash + 1` is where the bucket of `hash` ends. */
  starts: Uint32Array
  words: Uint32Array
}

const bucketCount = 1 << 14
const hashOf = (first: number, second: number, third: number): number =>
  (Math.imul(first, 961) + Math.imul(second, 31) + third) & (bucketCount - 1)

/**
 * Words of at least three letters that have these two behind the first, in the order of the alphabet. Returns how many
 * were visited.
 */
export function createLetterPairs(sorted: SortedWords): (second: number, third: number, visit: Visit) => number {
  const { starts, words } = fillBuckets(sorted, 1)
  return (second, third, visit) => {
    const hash = hashOf(0, second, third)
    for (let at = starts[hash] as number; at < (starts[hash + 1] as number); at++) visit(words[at] as number)
    return (starts[hash + 1] as number) - (starts[hash] as number)
  }
}

type Visit = (word: number) => void

/** What it takes to compare a word. */
const comparedSteps = 5

/**
 * Words with this part, of three letters or more, in the order of the alphabet: those that have its rarest three letters
 * are compared. Returns how many steps that took.
 */
export function createSubstringFinder(sorted: SortedWords): (part: string, visit: Visit) => number {
  const { letters, starts: wordStarts, lengths } = sorted
  const { starts, words } = fillBuckets(sorted, Number.POSITIVE_INFINITY)

  const hasPart = (word: number, part: string): boolean => {
    const first = part.charCodeAt(0)
    const start = wordStarts[word] as number
    const last = start + (lengths[word] as number) - part.length
    for (let from = start; from <= last; from++) {
      if (letters[from] !== first) continue
      let at = 1
      while (at < part.length && letters[from + at] === part.charCodeAt(at)) at++
      if (at === part.length) return true
    }
    return false
  }

  return (part, visit) => {
    let [from, to] = [0, Number.POSITIVE_INFINITY]
    for (let at = 0; at + 2 < part.length; at++) {
      const hash = hashOf(part.charCodeAt(at), part.charCodeAt(at + 1), part.charCodeAt(at + 2))
      const [start, end] = [starts[hash] as number, starts[hash + 1] as number]
      if (end - start < to - from) [from, to] = [start, end]
    }
    let before = -1
    for (let at = from; at < to; at++) {
      const word = words[at] as number
      // A word that has the three letters twice is there twice.
      if (word !== before && hasPart(word, part)) visit(word)
      before = word
    }
    return part.length + comparedSteps * (to - from)
  }
}

/** `most`: how many runs of a word go into buckets; 1 is the one behind its first letter, which does not count then. */
function fillBuckets({ letters, starts: wordStarts, lengths, names }: SortedWords, most: number): Buckets {
  const starts = new Uint32Array(bucketCount + 2)
  const each = (visit: (hash: number, word: number) => void): void => {
    for (let name = 0; name < names.length; name++) {
      const word = names[name] as number
      const start = wordStarts[word] as number
      const runs = Math.min(most, (lengths[word] as number) - 2)
      for (let run = 0; run < runs; run++) {
        const first = most === 1 ? 0 : (letters[start + run] as number)
        visit(hashOf(first, letters[start + run + 1] as number, letters[start + run + 2] as number), word)
      }
    }
  }
  // Counted two entries further, so that filling moves each start to where the bucket starts.
  each((hash) => {
    starts[hash + 2] = (starts[hash + 2] as number) + 1
  })
  for (let hash = 1; hash < starts.length; hash++) {
    starts[hash] = (starts[hash] as number) + (starts[hash - 1] as number)
  }
  const words = new Uint32Array(starts.at(-1) as number)
  each((hash, word) => {
    const next = starts[hash + 1] as number
    words[next] = word
    starts[hash + 1] = next + 1
  })
  return { starts, words }
}
