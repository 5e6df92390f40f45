/** Limits on the work and memory of a search, whatever the query, and the budget that counts its work. */

/**
 * The maximum number of steps in a search; a step takes a few nanoseconds. Past this limit, a search looks up no more
 * misspellings; past `mostlySpentShare` of the limit, it tries no more rewrites. One in 150 queries in
 * `bench/relevance/` gets that far.
 */
export const stepsMax = 80_000
export const mostlySpentShare = 0.7

/** The best candidates are compared name by name and sorted in pages of this length. */
export const pageLength = 30

/** The maximum number of candidates that get a name score. The others follow, ordered by rough score. */
export const comparedMax = 60

/**
 * This many candidates are ranked first: enough for the last page that a request can reach, unless very many of them
 * share a successor. Only then are more ranked, each time this many times as many.
 */
export const rankedMax = 1_500
export const rankedFactor = 4

/** Query words past this number are ignored: no query needs more, and each word takes memory for every bank. */
export const wordsMax = 8

/**
 * A word that occurs in more names than this may be deferred: its posting lists are read only if the other query words
 * do not narrow down the candidates.
 */
export const eagerNamesMax = 2_000

/** The maximum number of candidates that a search scores once its budget is spent. */
export const spentCandidatesMax = 2_000

/**
 * Queries with more words than this are not rewritten phonetically, because looking up misspellings is the slowest part
 * of a search.
 */
export const phoneticWordsMax = 4

/**
 * In queries with more words than this, two words are not looked up as one misspelt word, because looking up
 * misspellings is slow.
 */
export const joinedWordsMax = 4

/** Words with more letters than this are not split. */
export const splitLettersMax = 40

/**
 * If more words than this start with a prefix, the prefix counts as known in every country. Checking which banks have
 * the words would take too long.
 */
export const prefixWordsMax = 200

/** The cost of each part of a search, in steps of the work budget. Measured once; only the proportions matter. */
export const stepCosts = {
  /** Cost of running a query, in addition to all costs below. */
  query: 1_000,
  /** Cost of adding a vocabulary word to the words that a query word may stand for. */
  expandedWord: 2,
  /** Cost of reading the posting list of a word, in addition to one step per posting. */
  postingList: 5,
  /** Cost of finding a range of banks in a posting list. */
  postingRange: 10,
  /** Cost of reading all names of one bank. */
  bankNames: 10,
  /** Cost of computing the rough score of a candidate, and of computing its location boost. */
  candidate: 2,
  candidateBoost: 1,
  /** Cost of computing the name score of a bank, in addition to the cost of its words. */
  comparedBank: 100,
  /** Cost of looking up one part of a word while splitting it. */
  splitPart: 50,
} as const

/**
 * Counts the work of a search in steps of its inner loops, which take a few nanoseconds each. A search that has spent
 * its budget looks up no more words and ranks the banks it has found so far. The budget is in steps instead of time, so
 * that results are the same on every machine.
 */
export class WorkBudget {
  readonly stepsMax: number
  /** Steps in the current search. */
  steps = 0
  /** Steps in all searches; only tests and benchmarks read and reset this. */
  totalSteps = 0

  constructor(stepsMax: number) {
    this.stepsMax = stepsMax
  }

  startSearch(): void {
    this.steps = 0
  }

  add(steps: number): void {
    this.steps += steps
    this.totalSteps += steps
  }

  get isSpent(): boolean {
    return this.steps >= this.stepsMax
  }

  /** Whether too little of the budget is left to start expensive work. */
  get isMostlySpent(): boolean {
    return this.steps >= this.stepsMax * mostlySpentShare
  }
}
