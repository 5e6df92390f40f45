/** The names of all banks, as the numbers of their words, in lists that grow with every step. */

import { nameFields } from '../text/searchable-names.ts'
import { type FoldedWords, hashStart, hashStep } from '../text/tokenizer.ts'
import type { NameTexts } from './field-texts.ts'
import { enlarged } from './grow-array.ts'

export interface NameLists {
  names: number
  banks: Uint32Array
  /** Indexes into `nameFields`. */
  fields: Uint8Array
  /** Where the words of each name start. */
  starts: Uint32Array
  wordCount: number
  words: Uint32Array
  /** By word: 1 if it stands in a name or place, and not only for initials or in a code. */
  inNames: Uint8Array
}

/** Initials that have no number yet, and where in the list of words it belongs. */
export interface Initials extends FoldedWords {
  places: Uint32Array
}

/**
 * Room for the initials of names of so many units: two for every three words. Where these stood in a text nobody asks.
 * The less memory is taken, the less likely the runtime is to look for garbage meanwhile.
 */
export const initialsFor = (units: number): Initials => {
  const most = Math.ceil(units / 3)
  return {
    count: 0,
    letters: new Uint16Array(units),
    ends: new Uint32Array(most),
    hashes: new Int32Array(most),
    from: new Uint32Array(0),
    to: new Uint32Array(0),
    ofTexts: new Uint32Array(0),
    places: new Uint32Array(most),
  }
}

/** The numbers of words that do not count for initials: particles first, then legal forms. */
export interface Optional {
  particles: number
  all: number
}

export const openNameLists = (): NameLists => ({
  names: 0,
  banks: new Uint32Array(1 << 17),
  fields: new Uint8Array(1 << 17),
  starts: new Uint32Array(1 << 17),
  wordCount: 0,
  words: new Uint32Array(1 << 18),
  inNames: new Uint8Array(1 << 16),
})

const lettersMin = 3
const nameField = nameFields.indexOf('name')
const initialsField = nameFields.indexOf('initials')
const codeFields = ['bic', 'lei', 'ussd', 'code', 'other_code']
const isCode = Uint8Array.from(nameFields, (field) => (codeFields.includes(field) ? 1 : 0))

/** Adds the names of these texts, with initials; `numbers` are those of their words. */
export function addNames(
  lists: NameLists,
  texts: NameTexts,
  words: FoldedWords,
  numbers: Uint32Array,
  initials: Initials,
  optional: Optional,
): void {
  const { banks, fields, starts, words: nameWords, inNames } = lists
  initials.count = 0
  let names = lists.names
  let next = lists.wordCount
  let word = 0
  let plainStart = 0
  let plainEnd = 0
  for (let text = 0; text < texts.count; text++) {
    const field = texts.fields[text] as number
    const end = words.ofTexts[text] as number
    const isName = 1 - (isCode[field] as number)
    if (texts.spelledOut[text] === 0) {
      plainStart = word
      plainEnd = end
    }
    banks[names] = texts.banks[text] as number
    fields[names] = field
    starts[names++] = next
    for (; word < end; word++) {
      const number = numbers[word] as number
      nameWords[next++] = number
      inNames[number] = (inNames[number] as number) | isName
    }
    if (field !== nameField || (text + 1 < texts.count && texts.spelledOut[text + 1] === 1)) continue
    const before = initials.count
    addInitials(initials, words, numbers, plainStart, plainEnd, optional)
    for (let added = before; added < initials.count; added++) {
      banks[names] = texts.banks[text] as number
      fields[names] = initialsField
      starts[names++] = next
      initials.places[added] = next++
    }
  }
  lists.names = names
  lists.wordCount = next
}

/** "United Bank for Africa" is called UBA, by some UBFA. Of two letters nobody could tell whose they are. */
function addInitials(
  initials: Initials,
  words: FoldedWords,
  numbers: Uint32Array,
  start: number,
  end: number,
  optional: Optional,
): void {
  if (end - start < lettersMin) return
  // Without legal forms, then without particles too.
  let before = 0
  for (let without = optional.particles; without >= 0; without -= optional.particles) {
    const letters = collectInitials(initials, words, numbers, start, end, without, optional.all)
    if (letters < lettersMin || letters === before) return
    before = letters
    initials.count++
  }
}

/** Of the words but for those with a number from `without` up to `upTo`. Answers how many letters these are. */
function collectInitials(
  { count, letters, ends, hashes }: Initials,
  words: FoldedWords,
  numbers: Uint32Array,
  start: number,
  end: number,
  without: number,
  upTo: number,
): number {
  const first = count === 0 ? 0 : (ends[count - 1] as number)
  let next = first
  let hash = hashStart
  for (let word = start; word < end; word++) {
    const number = numbers[word] as number
    if (number >= without && number < upTo) continue
    const letter = words.letters[word === 0 ? 0 : (words.ends[word - 1] as number)] as number
    letters[next++] = letter
    hash = (Math.imul(hash, hashStep) + letter) | 0
  }
  ends[count] = next
  hashes[count] = hash
  return next - first
}

/** Before a step that adds at most so many. */
export function makeRoom(lists: NameLists, names: number, words: number, vocabulary: number): void {
  const [namesMax, wordsMax] = [lists.names + names, lists.wordCount + words]
  if (namesMax > lists.banks.length) {
    lists.banks = enlarged(lists.banks, new Uint32Array(namesMax * 2))
    lists.fields = enlarged(lists.fields, new Uint8Array(namesMax * 2))
    lists.starts = enlarged(lists.starts, new Uint32Array(namesMax * 2))
  }
  if (wordsMax > lists.words.length) lists.words = enlarged(lists.words, new Uint32Array(wordsMax * 2))
  if (vocabulary > lists.inNames.length) lists.inNames = enlarged(lists.inNames, new Uint8Array(vocabulary * 2))
}
