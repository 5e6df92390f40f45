/** What bounds the work of a search, whatever is typed. */

/** The steps of a search: one that has taken so many tries no further misspellings and no further spellings. */
export const stepsMax = 1e9

/** A search ranks so many banks at most; another way to write the query adds so many more. */
export const hitsMax = 1_200
export const otherHitsMax = 120
