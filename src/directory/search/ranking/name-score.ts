/** The name score of a bank: how much of the query is in one of its names, and how much of the name is in the query. */

import type { SearchIndex } from '../indexing/search-index.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { nameScoreWeights } from '../ranking-weights.ts'
import { stepCosts, type WorkBudget, wordsMax } from '../search-limits.ts'
import { type NameField, nameFields } from '../text/searchable-names.ts'
import { unitsMax } from '../text/tokenizer.ts'
import { type WordMatches, weightsByField } from './word-matches.ts'

export interface ScoredBank {
  bank: number
  score: number
  /** The field of the best-matching name. */
  field: NameField
  query: readonly QueryWord[]
  /** Indexed by query word: the word of that name that it matches, or -1. */
  words: readonly number[]
}

/** The input for name scores: the query words, the banks that match each word, the penalties and the location boost. */
export interface ScoredQuery {
  query: readonly QueryWord[]
  matches: readonly WordMatches[]
  penalties: Float64Array
  boost: ((bank: number) => number) | undefined
}

/** How much each part adds to the score of a name. */
export interface NameScoreParts {
  words: number
  coverage: number
  firstWord: number
  order: number
  wholeName: number
}

/**
 * The score of a query word. `word` is the matching word of the name, or -1 if another name or the bank's location
 * matches better, or if nothing matches.
 */
export interface WordScore {
  word: number
  similarity: number
  /** Similarity times field weight or, if `word` is -1, the bank's score for the query word times `elsewhereFactor`. */
  score: number
}

/**
 * Not re-entrant: shared scratch arrays hold the results for the last scored name. `isExpanded`: indexed by vocabulary
 * word; 1 if any query word may stand for it (see `TermExpansion`).
 */
export function createNameScorer(index: SearchIndex, work: WorkBudget, isExpanded: Uint8Array) {
  const { nameStarts, nameWords, nameFields: fields, bankStarts, searchProminence, rarity } = index
  const article = index.vocabulary.find('the')
  // Scratch arrays for the last scored name. `coveredBy` is indexed by position in the name: how well the query covers
  // that word. The others are indexed by query word: the position of its match in the name (-1 if there is none), its
  // similarity and its score.
  const coveredBy = new Float32Array(unitsMax)
  const positions = new Int32Array(wordsMax)
  const similarities = new Float64Array(wordsMax)
  const wordScores = new Float64Array(wordsMax)
  // The bank's highest-scoring name so far, and the `positions` for that name.
  const bestPositions = new Int32Array(wordsMax)
  let bestName = 0

  const hasExpandedWord = (name: number): boolean => {
    const end = nameStarts[name + 1] as number
    for (let position = nameStarts[name] as number; position < end; position++) {
      if (isExpanded[nameWords[position] as number] === 1) return true
    }
    return false
  }

  /** `explained`: an object to fill with the parts of the score. */
  const scoreName = (
    { query, matches }: ScoredQuery,
    bank: number,
    name: number,
    totalWeight: number,
    explained?: NameScoreParts,
  ): number => {
    const start = nameStarts[name] as number
    const length = (nameStarts[name + 1] as number) - start
    work.add(length * query.length * 2)
    const fieldWeight = weightsByField[fields[name] as number] as number
    const { elsewhereFactor, repeatedFactor } = nameScoreWeights
    for (let word = 0; word < length; word++) coveredBy[word] = 0
    let [weighted, found, previous, isInOrder] = [0, 0, -1, true]
    for (let at = 0; at < query.length; at++) {
      const { expansion, scoreByBank } = matches[at] as WordMatches
      const { similarity } = expansion
      let best = 0
      let position = -1
      for (let word = 0; word < length; word++) {
        // If the name has a word twice, prefer the occurrence that no query word has matched yet.
        const factor = coveredBy[word] === 0 ? 1 : repeatedFactor
        const value = (similarity[nameWords[start + word] as number] as number) * factor
        if (value > best) {
          best = value
          position = word
        }
      }
      const elsewhere = elsewhereFactor * (scoreByBank[bank] as number)
      const isHere = position >= 0 && best * fieldWeight >= elsewhere
      const score = isHere ? best * fieldWeight : elsewhere
      weighted += (query[at] as QueryWord).weight * score
      positions[at] = isHere ? position : -1
      similarities[at] = best
      wordScores[at] = score
      if (!isHere) continue
      found++
      coveredBy[position] = Math.max(coveredBy[position] as number, best)
      if (position < previous) isInOrder = false
      previous = position
    }
    let all = 0
    let covered = 0
    for (let word = 0; word < length; word++) {
      const rare = rarity[nameWords[start + word] as number] as number
      all += rare
      covered += rare * (coveredBy[word] as number)
    }
    const { coverage, firstWord, order, wholeName, wholeNameCoverage } = nameScoreWeights
    const isWhole = isInOrder && found === query.length && found === length && covered > wholeNameCoverage * all
    // People leave out "The" at the start of a name.
    const first = nameWords[start] === article && length > 1 ? 1 : 0
    const wordsPart = weighted / totalWeight
    const coveragePart = all === 0 ? 0 : coverage * fieldWeight * (covered / all)
    const firstWordPart = (coveredBy[first] as number) > 0 ? firstWord : 0
    const orderPart = isInOrder && found > 1 ? order : 0
    const wholeNamePart = isWhole && found > 1 ? wholeName * fieldWeight : 0
    if (explained) {
      explained.words = wordsPart
      explained.coverage = coveragePart
      explained.firstWord = firstWordPart
      explained.order = orderPart
      explained.wholeName = wholeNamePart
    }
    return wordsPart + coveragePart + firstWordPart + orderPart + wholeNamePart
  }

  const score = (scored: ScoredQuery, bank: number): ScoredBank => {
    const { query, penalties, boost } = scored
    const totalWeight = totalWeightOf(query)
    const first = bankStarts[bank] as number
    const end = bankStarts[bank + 1] as number
    bestName = first
    let bestScore = Number.NEGATIVE_INFINITY
    work.add(stepCosts.comparedBank + (nameStarts[end] as number) - (nameStarts[first] as number))
    for (let name = first; name < end; name++) {
      // Skip names without any query word: they cannot score higher than the first name.
      if (name > first && !hasExpandedWord(name)) continue
      const nameScore = scoreName(scored, bank, name, totalWeight)
      if (nameScore <= bestScore) continue
      bestScore = nameScore
      bestName = name
      for (let at = 0; at < query.length; at++) bestPositions[at] = positions[at] as number
    }
    const penalty = (penalties[bank] as number) - (boost?.(bank) ?? 0)
    const words: number[] = []
    const start = nameStarts[bestName] as number
    for (let at = 0; at < query.length; at++) {
      const position = bestPositions[at] as number
      words.push(position < 0 ? -1 : (nameWords[start + position] as number))
    }
    return {
      bank,
      score: bestScore + (nameScoreWeights.prominence * (searchProminence[bank] as number) - penalty),
      field: nameFields[fields[bestName] as number] as NameField,
      query,
      words,
    }
  }

  /** Breaks down the score of the bank's best-matching name. */
  const explain = (scored: ScoredQuery, bank: number): { parts: NameScoreParts; words: WordScore[] } => {
    score(scored, bank)
    const parts: NameScoreParts = { words: 0, coverage: 0, firstWord: 0, order: 0, wholeName: 0 }
    scoreName(scored, bank, bestName, totalWeightOf(scored.query), parts)
    const start = nameStarts[bestName] as number
    const words = scored.query.map((_, at): WordScore => {
      const position = positions[at] as number
      return {
        word: position < 0 ? -1 : (nameWords[start + position] as number),
        similarity: position < 0 ? 0 : (similarities[at] as number),
        score: wordScores[at] as number,
      }
    })
    return { parts, words }
  }

  return { score, explain }
}

const totalWeightOf = (query: readonly QueryWord[]): number => query.reduce((sum, { weight }) => sum + weight, 0)
