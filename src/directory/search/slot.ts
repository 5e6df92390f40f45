/** What one word of the query may stand for, and what that gives each bank. */
import { isWithin } from '../numbered.ts'
import type { SearchIndex } from './index.ts'
import { type NameField, nameFields } from './names.ts'
import type { Place } from './places.ts'

/** How much a word is worth where it stands. */
const fieldWeights: Record<NameField, number> = {
  name: 1,
  short_name: 1,
  alias: 0.95,
  legal_name: 0.85,
  initials: 0.75,
  bic: 0.7,
  lei: 0.7,
  ussd: 0.7,
  code: 0.7,
  city: 0.5,
  region: 0.35,
}

export const weightsByField = Float32Array.from(nameFields, (field) => fieldWeights[field])

const codeFields: NameField[] = ['bic', 'lei', 'ussd', 'code']
const isOfCode = Uint8Array.from(nameFields, (field) => (codeFields.includes(field) ? 1 : 0))
const codeLettersMin = 4
/** Likeness of a word that is there as it was typed, also if it was typed in two. */
const wholeWord = 0.95

/** What the name of its country or state is worth to a bank that does not have it in its own; that of a city there. */
const placeWeight = 0.7
const cityWeight = 0.35
const otherNameFactor = 0.95
const regionField = nameFields.indexOf('region')

export class Slot {
  readonly index: SearchIndex
  /** By word of the vocabulary, from 0 to 1. */
  readonly likeness: Float32Array
  readonly alike: number[] = []
  /** Of these the ones that count within the place only: other names of a city. */
  readonly local = new Set<number>()
  /** By bank; `banks` lists all that have any: first the `count` that are found by it, then others of a city's country. */
  readonly gain: Float32Array
  readonly banks: Uint32Array
  count = 0
  listed = 0
  /** Whether what was typed is too short to be the beginning of a code. */
  isShort = false
  /** Whether words were noted since the banks got their share. */
  isStale = false

  constructor(index: SearchIndex) {
    this.index = index
    this.likeness = new Float32Array(index.vocabulary.size)
    this.gain = new Float32Array(index.renown.length)
    this.banks = new Uint32Array(index.renown.length)
  }

  note(word: number, value: number): void {
    const before = this.likeness[word] as number
    if (before >= value) return
    if (before === 0) this.alike.push(word)
    this.likeness[word] = value
    this.isStale = true
  }

  lookUp(text: string, isLast: boolean, factor: number): void {
    const { vocabulary } = this.index
    if (factor === 1) this.isShort = text.length < codeLettersMin
    const exact = vocabulary.find(text)
    if (exact >= 0) this.note(exact, factor)
    if (!isLast && text.length < 3) return
    const [least, rest] = isLast ? [0.75, 0.2] : [0.6, 0.25]
    const [from, to] = vocabulary.startingWith(text)
    for (let word = from; word < to; word++) {
      if (word !== exact) this.note(word, factor * (least + (rest * text.length) / vocabulary.lengthOf(word)))
    }
  }

  /** Another name of the city that was named. */
  lookUpOtherName(name: string): void {
    const word = this.index.vocabulary.find(name)
    if (word < 0 || this.likeness[word] !== 0) return
    this.local.add(word)
    this.note(word, otherNameFactor)
  }

  lookUpMisspelt(text: string, isLast: boolean, factor: number): void {
    const { vocabulary } = this.index
    const { length } = text
    if (length < 3) return
    const first = text.charCodeAt(0)
    vocabulary.near(text, length < 7 ? 1 : 2, (word, edits, editsOfStart) => {
      const likeness = factor * (vocabulary.firstOf(word) === first ? 0.88 : 0.7)
      if (edits <= 2) this.note(word, likeness * (1 - edits / length))
      // Who is still typing has misspelt only the beginning.
      else if (isLast) this.note(word, 0.85 * likeness * (1 - editsOfStart / length))
    })
    // Very many words have some three letters in them: "ing" is in all savings banks.
    if (length === 3 && vocabulary.find(text) >= 0) return
    vocabulary.containing(text, (word) =>
      this.note(word, factor * (0.45 + (0.25 * length) / vocabulary.lengthOf(word))),
    )
  }

  /** Gives each bank that has such a word its share. */
  spread(place: Place | undefined): void {
    if (!this.isStale && (place === undefined || this.listed > 0)) return
    this.isStale = false
    const { nameBanks, nameFields: fields, wordStarts, wordNames } = this.index
    const { gain, banks, likeness } = this
    this.forgetGain()
    let count = 0
    const { isShort } = this
    for (const word of this.alike) {
      const value = likeness[word] as number
      const within = this.local.has(word) ? place?.ranges : undefined
      const end = wordStarts[word + 1] as number
      for (let at = wordStarts[word] as number; at < end; at++) {
        const name = wordNames[at] as number
        // Of three letters and fewer some code begins with any.
        if (isShort && value < wholeWord && isOfCode[fields[name] as number] === 1) continue
        const bank = nameBanks[name] as number
        if (within && !isWithin(bank, within)) continue
        const worth = value * (weightsByField[fields[name] as number] as number)
        const before = gain[bank] as number
        if (worth <= before) continue
        if (before === 0) banks[count++] = bank
        gain[bank] = worth
      }
    }
    this.listed = count
    if (place?.kind === 'state') this.#spreadState(place)
    else if (place) {
      const weight = place.kind === 'city' ? cityWeight : placeWeight
      for (const [from, to] of place.ranges) for (let bank = from; bank < to; bank++) this.#add(bank, weight)
    }
    this.count = place?.kind === 'city' ? count : this.listed
  }

  #spreadState({ ranges, words }: Place): void {
    const { vocabulary, nameBanks, nameFields: fields, wordStarts, wordNames } = this.index
    const word = vocabulary.find(words[0] as string)
    if (word < 0) return
    for (let at = wordStarts[word] as number; at < (wordStarts[word + 1] as number); at++) {
      const name = wordNames[at] as number
      const bank = nameBanks[name] as number
      if (fields[name] !== regionField || !isWithin(bank, ranges)) continue
      this.#add(bank, placeWeight)
    }
  }

  /** A bank of the place that was named. */
  #add(bank: number, weight: number): void {
    if (this.gain[bank] === 0) this.banks[this.listed++] = bank
    this.gain[bank] = Math.max(this.gain[bank] as number, weight)
  }

  forgetGain(): void {
    for (let at = 0; at < this.listed; at++) this.gain[this.banks[at] as number] = 0
    this.listed = 0
    this.count = 0
  }

  clear(): void {
    this.forgetGain()
    for (const word of this.alike) this.likeness[word] = 0
    this.alike.length = 0
    this.local.clear()
  }
}
