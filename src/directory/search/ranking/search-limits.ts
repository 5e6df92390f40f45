/** What bounds the work of a search, whatever is typed. */

/**
 * The steps of a search, each some nanoseconds. One that has taken so many tries no further misspellings; one that has
 * taken most of them, no further ways to write the query. Of the queries in `bench/relevance/` one in 150 comes so far.
 */
export const stepsMax = 65_000

/** So many of the best are compared name by name and put in order, then as many of the next. */
export const pageLength = 30

/** So many are compared at most. The others follow in the order of their rough scores. */
export const comparedMax = 60

/** So many are ranked at most: enough for the last page one can ask for, though several may lead to one bank. */
export const rankedMax = 1_500
