/** Limits on the work and memory of a search, for any query. */

/**
 * The maximum number of steps of a search, a few nanoseconds each. Past this limit, a search looks up no more
 * misspellings; past `mostlySpentShare` of it, it tries no more rewrites. One in 150 queries in `bench/relevance/` gets
 * that far.
 */
export const stepsMax = 65_000
export const mostlySpentShare = 0.7

/** The best candidates are compared name by name and sorted in pages of this length. */
export const pageLength = 30

/** At most this many candidates are compared. The others follow in the order of their rough scores. */
export const comparedMax = 60

/**
 * At most this many candidates are ranked: enough for the last page that a request can reach, even if several share a
 * successor.
 */
export const rankedMax = 1_500

/** Query words past this number are ignored: no query needs more, and each takes memory. */
export const wordsMax = 8

/** A word in more names than this is deferred: its posting lists are read only if the other words do not decide. */
export const eagerNamesMax = 2_000

/** The maximum number of candidates that a search scores once its budget is spent. */
export const spentCandidatesMax = 2_000

/** Longer queries are not rewritten phonetically, because looking up misspellings is the slowest part of a search. */
export const phoneticWordsMax = 4

/** In longer queries, two words are not looked up as one misspelt word, for the same reason. */
export const joinedWordsMax = 4

/** Longer words are not split. */
export const splitLettersMax = 40

/** If more words than this start with a prefix, it counts as known in every country, without checking their banks. */
export const prefixWordsMax = 200

/** The cost of each part of a search, in steps. Measured once; only the proportions matter. */
export const stepCosts = {
  /** Running a query, in addition to all costs below. */
  query: 1_000,
  /** Adding a vocabulary word to the expansion of a query word. */
  expandedWord: 2,
  /** Reading the posting list of a word, in addition to one step per posting. */
  postingList: 5,
  /** Finding a range of banks in a posting list. */
  postingRange: 10,
  /** Reading all names of one bank. */
  bankNames: 10,
  /** Rough score of a candidate, and its location boost. */
  candidate: 2,
  candidateBoost: 1,
  /** Name score of a bank, in addition to the cost of its words. */
  comparedBank: 100,
  /** Looking up one part of a word while splitting it. */
  splitPart: 50,
} as const
