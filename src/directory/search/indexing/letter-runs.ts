/** Finds words by consecutive letters: by their second and third letters, or by any three letters. */
import type { SortedWords } from './sorted-words.ts'

/**
 * A hash table of words, keyed by the hash of two or three consecutive letters. Different letters may have the same
 * hash, so callers must compare the letters.
 */
export interface Buckets {
  /** In `words`, the bucket of `hash` runs from `starts[hash]` up to, but not including, `starts[hash + 1]`. */
  starts: Uint32Array
  words: Uint32Array
}

/** Part of the index tables, because filling the buckets takes longer than reading them from the cache. */
export interface LetterRuns {
  /** By the second and third letter of a word. */
  pairs: Buckets
  /** By any three consecutive letters of a word. */
  triples: Buckets
}

export function* buildLetterRuns(sorted: SortedWords): Generator<void, LetterRuns> {
  const pairs = fillBuckets(sorted, 1)
  yield
  const triples = fillBuckets(sorted, Number.POSITIVE_INFINITY)
  yield
  return { pairs, triples }
}

type Visit = (word: number) => void

const bucketCount = 1 << 14
const hashOf = (first: number, second: number, third: number): number =>
  (Math.imul(first, 961) + Math.imul(second, 31) + third) & (bucketCount - 1)

/**
 * Takes `LetterRuns.pairs`. Returns a function that visits, in alphabetical order, the words with the given second and
 * third letters, and words whose letters merely have the same hash. It returns the number of words visited.
 */
export function createLetterPairs({ starts, words }: Buckets): (second: number, third: number, visit: Visit) => number {
  return (second, third, visit) => {
    const hash = hashOf(0, second, third)
    for (let at = starts[hash] as number; at < (starts[hash + 1] as number); at++) visit(words[at] as number)
    return (starts[hash + 1] as number) - (starts[hash] as number)
  }
}

/** The cost of comparing one word, in steps of the work budget. */
const compareSteps = 5

/**
 * Takes `LetterRuns.triples`. Returns a function that visits, in alphabetical order, the words that contain `part`,
 * which needs at least three letters. It compares only the words that contain the rarest three-letter run in `part`,
 * and returns the number of steps taken.
 */
export function createSubstringFinder(
  { letters, starts: wordStarts }: SortedWords,
  { starts, words }: Buckets,
): (part: string, visit: Visit) => number {
  const hasPart = (word: number, part: string): boolean => {
    const first = part.charCodeAt(0)
    const last = (wordStarts[word + 1] as number) - part.length
    for (let from = wordStarts[word] as number; from <= last; from++) {
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
      // Skip duplicates: a word that contains the three letters twice is in the bucket twice.
      if (word !== before && hasPart(word, part)) visit(word)
      before = word
    }
    return part.length + compareSteps * (to - from)
  }
}

/**
 * `runsMax`: how many groups of three consecutive letters to store per word. If it is 1, only the second and third
 * letters of each word are hashed.
 */
function fillBuckets(sorted: SortedWords, runsMax: number): Buckets {
  const { fuzzyWords, starts: wordStarts } = sorted
  const hashes = hashRuns(sorted, runsMax)
  const starts = new Uint32Array(bucketCount + 2)
  // Count the words for `hash` in entry `hash + 2`. After the counts are added up, entry `hash + 1` is where the bucket
  // starts. Filling the bucket advances that entry to the end of the bucket, which is where the next bucket starts.
  for (let at = 0; at < hashes.length; at++) {
    const entry = (hashes[at] as number) + 2
    starts[entry] = (starts[entry] as number) + 1
  }
  for (let hash = 1; hash < starts.length; hash++) {
    starts[hash] = (starts[hash] as number) + (starts[hash - 1] as number)
  }
  const words = new Uint32Array(hashes.length)
  let at = 0
  for (let index = 0; index < fuzzyWords.length; index++) {
    const word = fuzzyWords[index] as number
    for (const end = at + runCount(wordStarts, word, runsMax); at < end; at++) {
      const entry = (hashes[at] as number) + 1
      const next = starts[entry] as number
      words[next] = word
      starts[entry] = next + 1
    }
  }
  return { starts, words }
}

const runCount = (wordStarts: Uint32Array, word: number, runsMax: number): number =>
  Math.max(0, Math.min(runsMax, (wordStarts[word + 1] as number) - (wordStarts[word] as number) - 2))

/** Returns the hashes of all runs of all fuzzy words, in order. */
function hashRuns({ letters, starts, fuzzyWords }: SortedWords, runsMax: number): Uint16Array {
  const hashes = new Uint16Array(fuzzyWords.reduce((sum, word) => sum + runCount(starts, word, runsMax), 0))
  let length = 0
  for (let index = 0; index < fuzzyWords.length; index++) {
    const word = fuzzyWords[index] as number
    const start = starts[word] as number
    for (let run = 0, runs = runCount(starts, word, runsMax); run < runs; run++) {
      const first = runsMax === 1 ? 0 : (letters[start + run] as number)
      hashes[length++] = hashOf(first, letters[start + run + 1] as number, letters[start + run + 2] as number)
    }
  }
  return hashes
}
