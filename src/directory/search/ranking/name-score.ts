/** Compares a bank with the query name by name: how much of the query is in it, and how much of it is in the query. */

import type { SearchIndex } from '../indexing/search-index.ts'
import { type QueryWord, wordsMax } from '../query/parse-query.ts'
import { type NameField, nameFields } from '../text/searchable-names.ts'
import { unitsMax } from '../text/tokenizer.ts'
import type { WorkBudget } from '../work-budget.ts'
import { type WordMatches, weightsByField } from './word-matches.ts'

export interface ScoredBank {
  bank: number
  score: number
  /** Which kind of its names fits best, and which of that name's words were found by which of the query. */
  field: NameField
  found: { word: number; by: string }[]
}

/** What it takes to compare a bank, beside what each word of its names takes for each word of the query. */
const comparedSteps = 100

/** From here on every word is as it was typed. */
const wholeShare = 0.94

export type NameScorer = (
  slots: readonly WordMatches[],
  query: readonly QueryWord[],
  bank: number,
  malus: number,
) => ScoredBank

/** `marks`: by word, 1 if any of the slots has it. */
export function createNameScorer(index: SearchIndex, work: WorkBudget, marks: Uint8Array): NameScorer {
  const { nameStarts, nameWords, nameFields: fields, bankStarts, popularity: renown } = index
  const rarity = raritiesOf(index)
  const covered = new Float32Array(unitsMax)
  const places = new Int32Array(wordsMax)
  const bestPlaces = new Int32Array(wordsMax)

  const hasMarked = (name: number): boolean => {
    const end = nameStarts[name + 1] as number
    for (let place = nameStarts[name] as number; place < end; place++) {
      if (marks[nameWords[place] as number] === 1) return true
    }
    return false
  }

  const scoreName = (
    slots: readonly WordMatches[],
    query: readonly QueryWord[],
    bank: number,
    name: number,
    total: number,
  ): number => {
    const start = nameStarts[name] as number
    const length = (nameStarts[name + 1] as number) - start
    work.add(length * query.length * 2)
    const weight = weightsByField[fields[name] as number] as number
    for (let word = 0; word < length; word++) covered[word] = 0
    let [matched, found, before, inOrder] = [0, 0, -1, true]
    for (let at = 0; at < query.length; at++) {
      const { words, scoreByBank: gain } = slots[at] as WordMatches
      const { similarity: likeness } = words
      let best = 0
      let place = -1
      for (let word = 0; word < length; word++) {
        // Of two alike the one that is still free.
        const value = (likeness[nameWords[start + word] as number] as number) * (covered[word] === 0 ? 1 : 0.99)
        if (value > best) {
          best = value
          place = word
        }
      }
      const elsewhere = 0.8 * (gain[bank] as number)
      const isHere = place >= 0 && best * weight >= elsewhere
      matched += (query[at] as QueryWord).weight * (isHere ? best * weight : elsewhere)
      places[at] = isHere ? place : -1
      if (!isHere) continue
      found++
      covered[place] = Math.max(covered[place] as number, best)
      if (place < before) inOrder = false
      before = place
    }
    let all = 0
    let known = 0
    for (let word = 0; word < length; word++) {
      const rare = rarity[nameWords[start + word] as number] as number
      all += rare
      known += rare * (covered[word] as number)
    }
    const isWhole = inOrder && found === query.length && found === length && known > wholeShare * all
    return (
      matched / total +
      (all === 0 ? 0 : 0.3 * weight * (known / all)) +
      ((covered[0] as number) > 0 ? 0.05 : 0) +
      (inOrder && found > 1 ? 0.03 : 0) +
      (isWhole && found > 1 ? 0.02 * weight : 0)
    )
  }

  return (slots, query, bank, malus) => {
    const total = query.reduce((sum, { weight }) => sum + weight, 0)
    const first = bankStarts[bank] as number
    const compared: ScoredBank = { bank, score: Number.NEGATIVE_INFINITY, field: 'name', found: [] }
    let bestName = first
    const end = bankStarts[bank + 1] as number
    work.add(comparedSteps + (nameStarts[end] as number) - (nameStarts[first] as number))
    for (let name = first; name < end; name++) {
      // A name without a word of the query scores no more than the first of its kind.
      if (name > first && !hasMarked(name)) continue
      const score = scoreName(slots, query, bank, name, total)
      if (score <= compared.score) continue
      compared.score = score
      bestName = name
      for (let at = 0; at < query.length; at++) bestPlaces[at] = places[at] as number
    }
    compared.score += 0.3 * (renown[bank] as number) - malus
    compared.field = nameFields[fields[bestName] as number] as NameField
    for (let at = 0; at < query.length; at++) {
      const place = bestPlaces[at] as number
      if (place < 0) continue
      const word = nameWords[(nameStarts[bestName] as number) + place] as number
      compared.found.push({ word, by: (query[at] as QueryWord).text })
    }
    return compared
  }
}

/** How much a word says of the name it stands in: "bank" next to nothing. */
function raritiesOf({ wordStarts, popularity: renown }: SearchIndex): Float32Array {
  const rarity = new Float32Array(wordStarts.length - 1)
  for (let word = 0; word < rarity.length; word++) {
    rarity[word] = Math.log(2 + renown.length / (1 + (wordStarts[word + 1] as number) - (wordStarts[word] as number)))
  }
  return rarity
}
