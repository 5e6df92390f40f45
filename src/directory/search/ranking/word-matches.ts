/** What one word of the query gives each bank. */
import { isWithin, type Range } from '../../storage/bank-table.ts'
import { fieldBits, fieldMask, postingsWithin, type SearchIndex } from '../indexing/search-index.ts'
import type { Place } from '../query/places.ts'
import { type NameField, nameFields } from '../text/searchable-names.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { LookupCache } from './lookup-cache.ts'
import { TermExpansion } from './term-expansion.ts'

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
  // So much less that neither renown nor being open makes up for it: the bank with the current code comes first.
  other_code: 0.25,
  city: 0.5,
  region: 0.35,
}

export const weightsByField = Float32Array.from(nameFields, (field) => fieldWeights[field])

const codeFields: NameField[] = ['bic', 'lei', 'ussd', 'code', 'other_code']
const isOfCode = Uint8Array.from(nameFields, (field) => (codeFields.includes(field) ? 1 : 0))
/** What it takes to look at all names of a bank, beside what it takes to look at one name of a word. */
const filledSteps = 10
/** What a word takes, beside what each name takes in which it stands. */
const spreadSteps = 5
/** What it takes to find where a range begins and ends in the names of a word. */
const rangeSteps = 10
/** Likeness of a word that is there as it was typed, also if it was typed in two. */
const wholeWord = 0.95

/** What the name of its country or state is worth to a bank that does not have it in its own; that of a city there. */
const placeWeight = 0.7
const cityWeight = 0.35
const regionField = nameFields.indexOf('region')

/** What the slots of a search have in common. */
export interface WordMatchesParts {
  /** A word that stands in more names waits until its banks have to be listed. */
  namesMax: number
  work: WorkBudget
  lookups: LookupCache
  /** By word: 1 if any slot has it. */
  marks: Uint8Array
}

export class WordMatches {
  readonly index: SearchIndex
  readonly namesMax: number
  readonly work: WorkBudget
  readonly words: TermExpansion
  /**
   * By bank; `banks` lists all that have any: first those that are `found` by it, then others of a city's country. Of what
   * waits, none are found, and only those listed that were filled in; later at least those of the ranges looked for.
   */
  readonly scoreByBank: Float32Array
  readonly banks: Uint32Array
  found = 0
  listed = 0
  /** How many banks have it, in all countries. */
  count = 0
  /** Whether it waits: its banks are listed only where they have to be. */
  isDeferred = false

  constructor(index: SearchIndex, { namesMax, work, lookups, marks }: WordMatchesParts) {
    this.index = index
    this.namesMax = namesMax
    this.work = work
    this.words = new TermExpansion(index.vocabulary, { lookups, marks, work })
    this.scoreByBank = new Float32Array(index.popularity.length)
    this.banks = new Uint32Array(index.popularity.length)
  }

  /** Gives each bank that has such a word its share; `mayWait`: or puts that off if there are very many. */
  collect(place: Place | undefined, mayWait: boolean): void {
    const { words } = this
    if (!words.hasMore && (place === undefined || this.listed > 0)) return
    words.hasMore = false
    this.#forgetGain()
    this.isDeferred = mayWait && this.#names() > this.namesMax
    if (this.isDeferred) return
    for (const word of words.list) {
      if (this.work.isSpent) break
      const isLocal = words.local.size > 0 && words.local.has(word)
      this.#spreadWord(word, isLocal ? place?.ranges : undefined)
    }
    this.found = this.listed
    if (place?.kind === 'state') this.#spreadState(place)
    else if (place) {
      const weight = place.kind === 'city' ? cityWeight : placeWeight
      for (const [from, to] of place.ranges) {
        this.work.add(to - from)
        for (let bank = from; bank < to; bank++) this.#add(bank, weight)
      }
    }
    if (place?.kind !== 'city') this.found = this.listed
    this.count = this.found
  }

  /** Lists the banks that were put off, at least those of the ranges if there are any. */
  loadPostings(ranges: readonly Range[] | undefined): void {
    const { list } = this.words
    this.isDeferred = false
    // To find the ranges in the names of very many words takes longer than to list all banks.
    const isLong = list.length * (ranges?.length ?? 0) * rangeSteps > this.#names()
    for (const word of list) {
      if (this.work.isSpent) break
      this.#spreadWord(word, isLong ? undefined : ranges)
    }
    this.found = this.listed
  }

  /** Gives at least these banks their share of what was put off. */
  scoreOnly(banks: Uint32Array, count: number): void {
    if (count * filledSteps > this.#names()) {
      this.loadPostings(undefined)
      return
    }
    const { bankStarts, nameStarts, nameWords, nameFields: fields } = this.index
    const { similarity: likeness } = this.words
    this.work.add(count * filledSteps)
    for (let at = 0; at < count; at++) {
      const bank = banks[at] as number
      const last = bankStarts[bank + 1] as number
      let end = nameStarts[bankStarts[bank] as number] as number
      for (let name = bankStarts[bank] as number; name < last; name++) {
        let place = end
        end = nameStarts[name + 1] as number
        for (; place < end; place++) {
          const value = likeness[nameWords[place] as number] as number
          if (value === 0) continue
          const field = fields[name] as number
          if (isOfCode[field] === 1 && this.#leavesOutCodes(value)) continue
          this.#add(bank, value * (weightsByField[field] as number))
        }
      }
    }
  }

  /** In how many names the words stand that were typed or begin so. */
  #names(): number {
    const [from, to] = this.words.typed
    return (this.index.wordStarts[to] as number) - (this.index.wordStarts[from] as number)
  }

  /** Of three letters and fewer some code begins with any. */
  #leavesOutCodes(value: number): boolean {
    return this.words.isShort && value < wholeWord
  }

  #spreadWord(word: number, ranges: readonly Range[] | undefined): void {
    const { wordStarts } = this.index
    if (ranges === undefined) this.#spreadNames(word, wordStarts[word] as number, wordStarts[word + 1] as number)
    for (const range of ranges ?? []) {
      this.work.add(rangeSteps)
      this.#spreadNames(word, ...postingsWithin(this.index, word, range))
    }
  }

  #spreadNames(word: number, start: number, end: number): void {
    const { postings } = this.index
    const { scoreByBank: gain, banks } = this
    const value = this.words.similarity[word] as number
    const isCodeLeftOut = this.#leavesOutCodes(value)
    let listed = this.listed
    this.work.add(spreadSteps + end - start)
    // The loop that takes longest, so it calls nothing.
    for (let at = start; at < end; at++) {
      const posting = postings[at] as number
      const field = posting & fieldMask
      if (isCodeLeftOut && isOfCode[field] === 1) continue
      const bank = posting >>> fieldBits
      const worth = value * (weightsByField[field] as number)
      const before = gain[bank] as number
      if (worth <= before) continue
      if (before === 0) banks[listed++] = bank
      gain[bank] = worth
    }
    this.listed = listed
  }

  #spreadState({ ranges, words }: Place): void {
    const { vocabulary, postings, wordStarts } = this.index
    const word = vocabulary.find(words[0] as string)
    if (word < 0) return
    this.work.add((wordStarts[word + 1] as number) - (wordStarts[word] as number))
    for (let at = wordStarts[word] as number; at < (wordStarts[word + 1] as number); at++) {
      const posting = postings[at] as number
      const bank = posting >>> fieldBits
      if ((posting & fieldMask) !== regionField || !isWithin(bank, ranges)) continue
      this.#add(bank, placeWeight)
    }
  }

  #add(bank: number, worth: number): void {
    const before = this.scoreByBank[bank] as number
    if (worth <= before) return
    if (before === 0) this.banks[this.listed++] = bank
    this.scoreByBank[bank] = worth
  }

  #forgetGain(): void {
    for (let at = 0; at < this.listed; at++) this.scoreByBank[this.banks[at] as number] = 0
    this.listed = 0
    this.found = 0
    this.count = 0
    this.isDeferred = false
  }

  clear(): void {
    this.#forgetGain()
    this.words.clear()
  }
}
