/**
 * The weights and thresholds that decide which banks a search finds and in which order. This file imports no code, so
 * every folder of search may read it. The values were tuned on `bench/relevance/tuning.tsv`. To see the effect of a
 * change, run `node bench/relevance/relevance.ts --write before.tsv`, edit a value, and run it with
 * `--against before.tsv`. "Higher:" in a comment says what a higher value does. Limits on the work of a search are in
 * `search-limits.ts`.
 *
 * A bank has two scores, because a query can have thousands of candidates and names are slow to compare:
 *
 * - The rough score ranks all candidates. It adds up how well the bank matches each query word in any of its fields,
 *   and never looks at a name as a whole.
 * - The name score ranks the best candidates (`comparedMax`). It compares the query with each name of the bank, so it
 *   also knows how much of the name the query covers and whether the words are in order.
 *
 * The rough score alone finds far fewer of the right banks, and the name score of all candidates can take ten times as
 * long as a search (decision 0026). Both have the same scale, on which 1 means that the bank has every query word exactly
 * as typed; both subtract the same penalty and add the same location boost. Only popularity weighs less in the rough
 * score: see `roughScoreWeights`.
 */
import type { bankStatuses } from '../../records/bank.ts'
import type { codeStatuses } from '../../storage/code-index.ts'
import type { NameField } from '../text/searchable-names.ts'

/** How much a matching word counts in each field. Higher: banks that match in this field beat matches in others. */
export const fieldWeights: Readonly<Record<NameField, number>> = {
  name: 1,
  short_name: 1,
  alias: 0.95,
  legal_name: 0.85,
  initials: 0.75,
  bic: 0.7,
  lei: 0.7,
  ussd: 0.7,
  code: 0.7,
  // Former and unconfirmed codes. Low enough that neither popularity nor an active status makes up for it: the bank
  // with the current code comes first.
  other_code: 0.25,
  city: 0.5,
  region: 0.35,
}

/**
 * How similar a vocabulary word is to a query word, from 0 to 1. Where there are `base` and `byLength`, the similarity
 * is `base + byLength * (length of the query word / length of the vocabulary word)`.
 */
export const similarityWeights = {
  /**
   * The last query word is a prefix of a longer word: the user may still be typing. Higher: prefixes rival whole words.
   */
  lastWordPrefix: { base: 0.75, byLength: 0.2 },
  /**
   * Another query word is a prefix, as in "unit bank for afr". Less than for the last word, because the user has
   * finished this one. Higher: cut-off words rival whole ones.
   */
  wordPrefix: { base: 0.6, byLength: 0.25 },
  /** The query word is inside a longer word. Higher: "wide" brings banks that only contain it. */
  substring: { base: 0.45, byLength: 0.25 },
  /** Two query words match as one: "jp morgan" is JPMorgan. Higher: joined words rival words typed as they are. */
  joined: 0.95,
  /** Another name of the city in the query, as München for "Munich". Higher: it counts as much as the typed name. */
  cityName: 0.95,
  /**
   * A misspelt word, before the share of wrong letters is subtracted. Higher: typos rival exact matches of other banks.
   */
  misspelt: 0.88,
  /** The same if the first letter differs, which people seldom get wrong. Higher: more unrelated words match. */
  misspeltFirstLetter: 0.7,
  /**
   * Multiplies the similarity of a word whose prefix alone is near: the user misspelt it and is still typing. Higher:
   * long words with a similar start rival whole misspelt words.
   */
  misspeltPrefixFactor: 0.85,
  /**
   * From this similarity on, a query word with fewer than `codeLettersMin` letters matches BICs and other codes. Only
   * an exact match reaches it: similarities are 32-bit floats, in which `joined` is slightly less than 0.95. Higher: no
   * change. Lower: short words match the codes that start with them.
   */
  codeMin: 0.95,
} as const

/** The weight of a query word is `log(1 + banks / (1 + banks with the word))`, times these. */
export const queryWordWeights = {
  /** A word that a name can do without: a particle, a legal form, a country. Higher: "of" and "plc" start to matter. */
  optionalFactor: 0.6,
} as const

/** The place that the query names: "ing romania", "barclays new york", "stanbic kampala". */
export const locationWeights = {
  /**
   * What the place's word scores for a bank located there (for a city: in its country) that does not have it in its
   * name. Higher: banks in the place need fewer other words of the query.
   */
  score: { country: 0.7, state: 0.7, city: 0.35 },
  /** Added to the score of a bank in the place. Higher: the place outweighs the name, as in "kuda bank london". */
  boost: { country: 0.35, state: 0.2, city: 0.35 },
} as const

/** Subtracted from `locationWeights.score` for the comparison: 0.7 is slightly less as a 32-bit float. */
const locationTolerance = 0.01

/** A bank counts as located in the place if the place's word scores more than this for it. */
export const locationScoreMin = {
  country: locationWeights.score.country - locationTolerance,
  state: locationWeights.score.state - locationTolerance,
  city: locationWeights.score.city - locationTolerance,
} as const

/**
 * Rough score = share of the query's weight that the bank matches + these - penalty + location boost. Popularity weighs
 * less than in the name score, because coverage and order do not hold back a popular bank with a longer name here. The
 * difference is small: with 0.3, some 140 of the 4,928 queries in `bench/relevance/` have other banks among the first
 * five, but in none of them does the rank of the right bank change.
 */
export const roughScoreWeights = {
  /**
   * The name has as many words as the query. Stands in for coverage. Higher: short names fill the compared candidates.
   */
  sameLength: 0.15,
  /** Higher: popular banks fill the compared candidates, whatever their names. */
  popularity: 0.25,
} as const

/** Name score = share of the query's weight that the best name matches + these - penalty + location boost. */
export const nameScoreWeights = {
  /** Multiplies the score of a word that only another name of the bank has. Higher: words need not be in one name. */
  elsewhereFactor: 0.8,
  /**
   * Multiplies the similarity of a name's word that an earlier query word has matched, so that the next equal word is
   * preferred. Higher (1): two query words may match one word of the name and leave its twin uncovered.
   */
  repeatedFactor: 0.99,
  /** Share of the name that the query covers, rare words first. Higher: short names beat popular banks. */
  coverage: 0.3,
  /** The query matches the first word of the name. Higher: names that start with a query word beat fuller matches. */
  firstWord: 0.05,
  /** Two or more matching words are in the order of the name. Higher: typing "fargo wells" costs more. */
  order: 0.03,
  /** The query is the name, word by word. Higher: a small bank with exactly this name beats popular near matches. */
  wholeName: 0.02,
  /**
   * The query is the whole name if it covers more than this share of it. Lower: misspelt names count as whole names.
   */
  wholeNameCoverage: 0.94,
  /** Higher: a well-known bank beats a better match. */
  popularity: 0.3,
} as const

/** Subtracted from both scores. Higher: a bank needs a better match to come before an active commercial bank. */
export const penalties = {
  /** Half of the merged banks lead to an active successor. */
  status: { active: 0, unverified: 0.12, merged: 0.12, closed: 0.2 } satisfies Record<
    (typeof bankStatuses)[number],
    number
  >,
  /** Treasuries and agencies: a person who types a name means a bank, unless nothing else matches as well. */
  officialInstitution: 0.2,
} as const

/**
 * Popularity is how likely a user means the bank, as far as its record tells; mostly from 0 to 1. Higher: banks with
 * this property beat others with the same name. Popularity is stored in the index, which is rebuilt when this file
 * changes.
 */
export const popularityWeights = {
  /** A bank with 2 to the power of `codesLog2Max` codes or more gets all of it: large banks have many codes. */
  codes: 0.35,
  codesLog2Max: 7,
  bic: 0.15,
  lei: 0.1,
  /** The bank of an international group that is meant if the user names no country. */
  reach: 0.5,
  highConfidence: 0.03,
  commercialBank: 0.1,
  foreignBranch: -0.1,
} as const

/** Order of banks that have the typed digits as a code; the sums rank. Each value exceeds the sum of all below it. */
export const codeMatchRanks = {
  wholeCode: 8,
  codeStatus: { current: 4, unconfirmed: 1, former: 0 } satisfies Record<(typeof codeStatuses)[number], number>,
  activeBank: 2,
} as const

/** By how much a rewrite of the query must beat the original. Higher: fewer rewrites win. */
export const requiredGains = {
  /** Splits a word that banks have as it stands, or a word with only one known part. */
  splitKnownWord: 0.3,
  /**
   * The same if the word ends in "bank": few banks are called Accessbank, but many users write Access Bank this way.
   */
  splitBankSuffix: 0.1,
  /** A part has only two letters: the word may just be misspelt. */
  splitShortPart: 0.2,
  /** Joins single letters, which stand apart in some names. */
  joinLetters: 0.15,
  /** Expands abbreviations: some banks have the abbreviation in their name. */
  expandAbbreviation: 0.1,
} as const

/** When a search looks further, and what it looks for. */
export const thresholds = {
  /**
   * Share of the query's weight: if a bank matches it, misspellings are not looked up. Higher: more queries try them.
   */
  goodFit: 0.8,
  /**
   * Name score: if a bank reaches it, neither phonetic rewrites nor splits of known words are tried. Higher: more are.
   */
  goodScore: 0.8,
  /**
   * A word that more banks have is common: it makes no candidates if another word is rarer, and is not taken for a
   * typo. Higher: more candidates and more fuzzy lookups, so slower searches.
   */
  commonBanks: 1_500,
  /** In a single country, a word is rare if at most this share of its banks have it. Higher: more candidates. */
  rareShareInCountry: 0.2,
  /**
   * If there are fewer candidates than `banks`, and none of those that match well has this popularity, a query word
   * with `letters` or more may be misspelt, although some banks have it: "huntingdon" for Huntington. Higher `banks` or
   * `popularity`, lower `letters`: more fuzzy lookups.
   */
  obscure: { banks: 5, popularity: 0.3, letters: 7 },
  /**
   * A misspelt word has at most `editsMax` wrong letters, a shorter one only one. More edits: unrelated words match.
   */
  editsMax: 2,
  twoEditsLettersMin: 7,
  /**
   * Shorter words match only exactly, or as a prefix if they are the last word. Lower: short words match nearly all.
   */
  inexactLettersMin: 3,
  /** Shorter words match codes only exactly, because they start some code by chance. Lower: more matches by chance. */
  codeLettersMin: 4,
  /** Fewer digits are not looked up as a code, because they match too many. */
  codeDigitsMin: 2,
  /**
   * A country code inside a query is a word if it stands in more names: US Bank. Higher: more codes mean the country.
   */
  countryCodeNamesMax: 5,
  /** A word like "commerzbank" is not split if it stands in more names: the user means it. Higher: more splits. */
  bankSuffixNamesMax: 5,
  /** Shorter words are not split. Lower: short names fall apart into shorter words. */
  splitLettersMin: 6,
  /** A split has at most one part with fewer letters, and needs `splitShortPart`. Higher: fewer splits. */
  splitPartLettersMin: 3,
  /**
   * A misspelt word is split at a part in at least this many names; part and rest have enough letters. Higher: fewer.
   */
  misspeltSplit: { namesMin: 20, lettersMin: 4 },
} as const
