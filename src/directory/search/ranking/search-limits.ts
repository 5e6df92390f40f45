/** Limits on the work and memory of a search, whatever the query. */

/**
 * Steps that a search may take, a few nanoseconds each. Past the limit it looks up no further misspellings; past
 * `mostlySpentShare` of it, no further rewrites. One in 150 queries in `bench/relevance/` gets that far.
 */
export const stepsMax = 65_000
export const mostlySpentShare = 0.7

/** The best candidates are compared name by name and sorted in pages of this length. */
export const pageLength = 30

/** At most this many are compared. The others follow in the order of their rough scores. */
export const comparedMax = 60

/**
 * At most this many are ranked: enough for the last page that a request can reach, though several may share a
 * successor.
 */
export const rankedMax = 1_500

/** Further query words are ignored: no query needs more, and each takes memory. */
export const wordsMax = 8

/** A word in more names than this is deferred: its banks are listed only if the other words do not decide. */
export const eagerNamesMax = 2_000

/** How many candidates a search scores if its budget is already spent. */
export const spentCandidatesMax = 2_000

/** Longer queries are not rewritten phonetically: looking up misspellings takes longest. */
export const phoneticWordsMax = 4

/** In longer queries, two words are not looked up as one misspelt word, for the same reason. */
export const joinedWordsMax = 4

/** Longer words are not split. */
export const splitLettersMax = 40

/** A prefix of more words than this is taken to occur in any country without a look at their banks. */
export const prefixWordsMax = 200

/** What the parts of a search cost, in steps. Measured once; only their proportions matter. */
export const stepCosts = {
  /** Running a query, on top of all below. */
  query: 1_000,
  /** Adding a vocabulary word to the expansion of a query word. */
  expandedWord: 2,
  /** Reading the posting list of a word, on top of one step for each posting. */
  postingList: 5,
  /** Finding a range of banks in a posting list. */
  postingRange: 10,
  /** Reading all names of one bank. */
  bankNames: 10,
  /** Rough score of a candidate, and its location boost. */
  candidate: 2,
  candidateBoost: 1,
  /** Name score of a bank, on top of what its words take. */
  comparedBank: 100,
  /** Looking up one part of a word that is split. */
  splitPart: 50,
} as const
