/** The words of the vocabulary that one word of the query may stand for. */

import type { Vocabulary } from '../indexing/vocabulary.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { LookupCache } from './lookup-cache.ts'

const codeLettersMin = 4
const otherNameFactor = 0.95
/** What it takes to note a word. */
const notedSteps = 2

export class TermExpansion {
  readonly vocabulary: Vocabulary
  readonly lookups: LookupCache
  readonly work: WorkBudget
  /** By word, from 0 to 1; `list` has those with any. */
  readonly similarity: Float32Array
  readonly list: number[] = []
  /** By word: 1 if any of the slots has it in its list. */
  readonly marks: Uint8Array
  /** Of these the ones that count within the place only: other names of a city. */
  readonly local = new Set<number>()
  /** What was typed, whether it may only begin a word, and which words are it or begin so. */
  text = ''
  isLast = false
  typed: readonly [number, number] = [0, 0]
  /** Whether what was typed is too short to be the beginning of a code. */
  isShort = false
  /** Whether words were added since it was last set to false. */
  hasMore = false

  constructor(vocabulary: Vocabulary, { lookups, marks, work }: Pick<TermExpansion, 'lookups' | 'marks' | 'work'>) {
    this.vocabulary = vocabulary
    this.lookups = lookups
    this.marks = marks
    this.work = work
    this.similarity = new Float32Array(vocabulary.size)
  }

  #note(word: number, value: number): void {
    const before = this.similarity[word] as number
    if (before >= value) return
    if (before === 0) this.list.push(word)
    this.similarity[word] = value
    this.marks[word] = 1
    this.hasMore = true
  }

  /** The word that was typed itself; others may come after it. */
  lookUpTyped(text: string, isLast: boolean): void {
    this.text = text
    this.isLast = isLast
    this.isShort = text.length < codeLettersMin
    this.typed = this.lookUp(text, isLast, 1)
  }

  /** Answers which words these were: from the first, up to but without the second. */
  lookUp(text: string, isLast: boolean, factor: number): readonly [number, number] {
    const { vocabulary } = this
    const exact = vocabulary.find(text)
    if (exact >= 0) this.#note(exact, factor)
    if (!isLast && text.length < 3) return exact < 0 ? [0, 0] : [exact, exact + 1]
    const [least, rest] = isLast ? [0.75, 0.2] : [0.6, 0.25]
    const [from, to] = vocabulary.startingWith(text)
    this.work.add((to - from) * notedSteps)
    for (let word = from; word < to; word++) {
      if (word !== exact) this.#note(word, factor * (least + (rest * text.length) / vocabulary.lengthOf(word)))
    }
    return [from, to]
  }

  /** Another name of the city that was named. */
  lookUpOtherName(name: string): void {
    const word = this.vocabulary.find(name)
    if (word < 0 || this.similarity[word] !== 0) return
    this.local.add(word)
    this.#note(word, otherNameFactor)
  }

  lookUpMisspelt(text: string, isLast: boolean, factor: number): void {
    const { vocabulary } = this
    const { length } = text
    if (length < 3) return
    const first = text.charCodeAt(0)
    const near = this.lookups.near(text)
    for (let at = 0; at < near.length; at += 3) {
      const [word, edits, editsOfStart] = [near[at] as number, near[at + 1] as number, near[at + 2] as number]
      const likeness = factor * (vocabulary.firstOf(word) === first ? 0.88 : 0.7)
      if (edits <= 2) this.#note(word, likeness * (1 - edits / length))
      // Who is still typing has misspelt only the beginning.
      else if (isLast) this.#note(word, 0.85 * likeness * (1 - editsOfStart / length))
    }
  }

  /** Where it is a part of a word. */
  lookUpPart(text: string): void {
    const { vocabulary } = this
    const { length } = text
    // Very many words have some three letters in them: "ing" is in all savings banks.
    if (length < 3 || (length === 3 && vocabulary.find(text) >= 0)) return
    for (const word of this.lookups.containing(text)) {
      this.#note(word, 0.45 + (0.25 * length) / vocabulary.lengthOf(word))
    }
  }

  clear(): void {
    for (const word of this.list) {
      this.similarity[word] = 0
      this.marks[word] = 0
    }
    this.list.length = 0
    this.local.clear()
  }
}
