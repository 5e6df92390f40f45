/**
 * The weights and thresholds that decide which banks a search finds and in which order. This file imports only types,
 * so every search folder may import it. The values were tuned on `bench/relevance/tuning.tsv`. To see the effect of a
 * change, run `npx node bench/relevance/relevance.ts --write before.tsv`, edit a value, and run it again with
 * `--against before.tsv`. In the comments, "Higher:" says what a higher value does. Limits on the work of a search are
 * in `search-limits.ts`.
 *
 * A bank has two scores, because a query can have thousands of candidates and names are slow to compare:
 *
 * - The rough score ranks all candidates. It adds up how well the bank matches each query word in any of its fields,
 *   and never looks at a name as a whole.
 * - The name score ranks the best candidates (`comparedMax`). It compares the query with each name of the bank, so it
 *   also knows how much of the name the query covers and whether the words are in order.
 *
 * The rough score alone finds far fewer of the right banks, and computing the name score of every candidate can take
 * ten times as long as a whole search (decision 0026). Both scores have the same scale, on which 1 means that the bank
 * has every query word exactly as typed. Both subtract the same penalty and add the same location boost. Only
 * prominence weighs less in the rough score: see `roughScoreWeights`.
 */
import type { bankStatuses, codeStatuses } from '../records/bank-record.ts'
import type { NameField } from './text/searchable-names.ts'

/** How much a matching word counts in each field. Higher: matches in this field beat matches in other fields. */
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
  // For former and unconfirmed codes. The weight is so low that neither prominence nor an active status makes up for
  // it: the bank with the current code comes first.
  other_code: 0.25,
  city: 0.5,
  region: 0.35,
}

/**
 * How similar a vocabulary word is to a query word, from 0 to 1. Where there are `base` and `byLength`, the similarity
 * is `base + byLength * (length of the query word / length of the vocabulary word)`.
 */
export const similarityWeights = {
  /** Similarity if the last query word, which may be unfinished, is a prefix. Higher: prefixes rank higher. */
  lastWordPrefix: { base: 0.75, byLength: 0.2 },
  /**
   * Similarity if a query word other than the last is a prefix, as in "unit bank for afr". It is lower than for the
   * last word, because the user has finished typing this one. Higher: truncated words rank as high as whole words.
   */
  wordPrefix: { base: 0.6, byLength: 0.25 },
  /** Similarity if the query word is inside a longer word. Higher: "wide" finds more banks whose names contain it. */
  substring: { base: 0.45, byLength: 0.25 },
  /**
   * Similarity if two query words match as one: "jp morgan" is JPMorgan. Higher: joined words rank as high as exact
   * matches.
   */
  joined: 0.95,
  /**
   * Similarity of another name of the city in the query: München for "Munich". Higher: it counts as much as the typed
   * name.
   */
  cityName: 0.95,
  /** Similarity of a misspelt word, before it is reduced by the share of wrong letters. Higher: typos rank higher. */
  misspelt: 0.88,
  /** Replaces `misspelt` if the first letter differs, which is rare. Higher: more unrelated words match. */
  misspeltFirstLetter: 0.7,
  /**
   * Multiplies the similarity if only a prefix of the word is close to the query word: the user made a typo and is
   * still typing. Higher: long words with a similar start rival whole misspelt words.
   */
  misspeltPrefixFactor: 0.85,
  /**
   * Minimum similarity at which a query word with fewer than `codeLettersMin` letters matches BICs and other codes.
   * Only an exact match reaches it: similarities are 32-bit floats, in which `joined` is slightly less than 0.95.
   * Higher: no change. Lower: short words match the codes that start with them.
   */
  codeMin: 0.95,
} as const

/** The weight of a query word is `log(1 + banks / (1 + banks with the word))`, multiplied by the factors below. */
export const queryWordWeights = {
  /** For words that a name can do without: particles, legal forms, countries. Higher: "of" and "plc" matter more. */
  optionalFactor: 0.6,
} as const

/** Weights for the place that the query names: "ing romania", "barclays new york", "stanbic kampala". */
export const locationWeights = {
  /**
   * The score that a place word gives to a bank in that place (for a city, in its country) whose name lacks the word.
   * Higher: banks in the place need to match fewer other words of the query.
   */
  score: { country: 0.7, state: 0.7, city: 0.35 },
  /** Added to the score of a bank in the place. Higher: the place outweighs the name, as in "kuda bank london". */
  boost: { country: 0.35, state: 0.2, city: 0.35 },
} as const

/** Subtracted from `locationWeights.score`, because scores are 32-bit floats, in which 0.7 becomes slightly less. */
const locationTolerance = 0.01

/** A bank counts as located in the place if its score for the place word is higher than this. */
export const locationScoreMin = {
  country: locationWeights.score.country - locationTolerance,
  state: locationWeights.score.state - locationTolerance,
  city: locationWeights.score.city - locationTolerance,
} as const

/**
 * Rough score = share of the query's weight that the bank matches + the parts below - penalty + location boost.
 * Prominence weighs less than in the name score, because here coverage and order do not hold back a popular bank with a
 * longer name. With 0.3, about 140 of the 4,928 queries in `bench/relevance/` get different banks among the first five,
 * but the rank of the right bank never changes.
 */
export const roughScoreWeights = {
  /**
   * Bonus if the name has as many words as the query: a cheap proxy for coverage. Higher: short names crowd out other
   * candidates.
   */
  sameLength: 0.15,
  /** Multiplies the bank's prominence. Higher: popular banks crowd out other candidates, whatever their names. */
  prominence: 0.25,
} as const

/** Name score = share of the query's weight that the best name matches + the parts below - penalty + location boost. */
export const nameScoreWeights = {
  /**
   * Multiplies the score of a query word that only another name of the bank has. Higher: banks with the query words
   * spread over several names rival banks with all of them in one name.
   */
  elsewhereFactor: 0.8,
  /**
   * Multiplies the similarity of a name's word that an earlier query word has matched, so that a second, equal word in
   * the name is preferred. At 1, two query words may match the same word of the name and leave its duplicate uncovered.
   */
  repeatedFactor: 0.99,
  /**
   * Multiplies the share of the name that the query covers; rare words count more. Higher: short names beat popular
   * banks.
   */
  coverage: 0.3,
  /**
   * Bonus if the query matches the first word of the name. Higher: names that start with a query word beat fuller
   * matches.
   */
  firstWord: 0.05,
  /** Bonus if two or more words match in the same order as in the name. Higher: typing "fargo wells" costs more. */
  order: 0.03,
  /**
   * Bonus if the query is the name, word for word. Higher: a small bank with this exact name beats popular near
   * matches. At 0.02, "bank of korea" finds the Industrial Bank of Korea first; at 0.04, "bank west" in Australia finds Westpac; at 0.07, the first miss appears in
   * `bench/relevance/`: "bny mellon".
   */
  wholeName: 0.041,
  /**
   * The query counts as the whole name if it covers more than this share of the name. Lower: misspelt names count too.
   */
  wholeNameCoverage: 0.94,
  /** Multiplies the bank's prominence. Higher: a well-known bank beats a better match. */
  prominence: 0.3,
} as const

/** Added to both scores of a bank with a code in the scheme that the query names. Higher: the scheme outweighs the name. */
export const schemeBoost = 0.15

/** Subtracted from both scores. Higher: a bank needs a better match to come before an active commercial bank. */
export const penalties = {
  /**
   * Merged banks come before closed ones of the same name, because most lead to an active successor. With 0.2 for closed
   * banks, four more queries in `bench/relevance/` miss a closed bank whose whole name was typed.
   */
  status: { active: 0, unverified: 0.12, merged: 0.12, closed: 0.125 } satisfies Record<
    (typeof bankStatuses)[number],
    number
  >,
  /**
   * For treasuries and agencies. They come after banks that match equally well, because a user who types a name usually
   * means a bank.
   */
  officialInstitution: 0.2,
} as const

/**
 * Prominence is how likely users are to mean the bank, mostly between 0 and 1. Higher: banks with this property beat
 * others with the same name. Prominence is stored in the index, which is rebuilt when this file changes.
 */
export const prominenceWeights = {
  /** For large banks, which have many codes. The full weight needs 2 to the power of `codesLog2Max` codes or more. */
  codes: 0.35,
  codesLog2Max: 7,
  bic: 0.15,
  lei: 0.1,
  /** For the bank in an international group that users mean if they name no country. */
  reach: 0.5,
  /** For banks in `data/ranks.json`: the minimum, because a bonus would beat better matches, and a bonus for ties. */
  ranked: { min: 0.35, bonus: 0.002 },
  highConfidence: 0.03,
  commercialBank: 0.1,
  foreignBranch: -0.1,
} as const

/**
 * The rank of a code match is the sum of the values that apply to it; the highest rank comes first. Each value exceeds
 * the sum of all lower values, so lower values only break ties.
 */
export const codeMatchRanks = {
  wholeCode: 8,
  codeStatus: { current: 4, unconfirmed: 1, former: 0 } satisfies Record<(typeof codeStatuses)[number], number>,
  activeBank: 2,
} as const

/** For each kind of rewrite, the gain in score that it needs to beat the original query. Higher: fewer rewrites win. */
export const requiredGains = {
  /** For splitting a word that bank names contain in exactly this form, or a word with only one known part. */
  splitKnownWord: 0.3,
  /**
   * For splitting a known word that ends in "bank": few banks are called Accessbank, but many users write Access Bank
   * this way.
   */
  splitBankSuffix: 0.1,
  /** For splitting off a part of only two letters: the word may just be misspelt. */
  splitShortPart: 0.2,
  /** For joining single letters: some names have them as separate words. */
  joinLetters: 0.15,
  /** For expanding abbreviations: some banks have the abbreviation itself in their name. */
  expandAbbreviation: 0.1,
} as const

/** Thresholds for misspellings, splits and other rewrites: when a search tries them, and what they may match. */
export const thresholds = {
  /**
   * If a bank matches this share of the query's weight, misspellings are not looked up. Higher: they are looked up for
   * more queries.
   */
  goodFit: 0.8,
  /**
   * If a bank reaches this name score, neither phonetic rewrites nor splits of known words are tried. Higher: they are
   * tried for more queries.
   */
  goodScore: 0.8,
  /** If no bank reaches this score, a search in a reduced build of the data has a note. Higher: more searches have it. */
  sureScore: 1,
  /**
   * A word is common if more banks than this have it. A common word adds no candidates if another word is rarer, and is
   * not treated as a typo. Higher: more candidates and more fuzzy lookups, so slower searches.
   */
  commonBanks: 1_500,
  /** A word in more names than this is no unfinished "Bankleitzahl". Higher: words such as "bank" are not searched. */
  unfinishedNamesMax: 20,
  /** Within a country, a word is rare if at most this share of its banks have it. Higher: more candidates. */
  rareShareInCountry: 0.2,
  /**
   * A query word with at least `letters` letters may be misspelt even if some banks have it, as in "huntingdon" for
   * Huntington. So may a word with at least `cutOffLetters` letters that is only the start of longer words, as "acess" in
   * "acess bank", which is the start of "Acesso". The last word of the query may be unfinished and therefore needs
   * `cutOffLastLetters`. The word is looked up as misspelt if there are fewer candidates than `banks`, and none of those
   * with a good fit reaches `prominence`. Higher `banks` or `prominence`, or fewer letters: more fuzzy lookups.
   */
  obscure: { banks: 5, prominence: 0.3, letters: 7, cutOffLetters: 4, cutOffLastLetters: 5 },
  /**
   * A misspelt word has at most `editsMax` wrong letters, and only one if it has fewer than `twoEditsLettersMin`
   * letters. Higher `editsMax`: unrelated words match.
   */
  editsMax: 2,
  twoEditsLettersMin: 7,
  /**
   * Words shorter than this match only exactly, or as a prefix if they come last. Lower: short words match nearly
   * everything.
   */
  inexactLettersMin: 3,
  /**
   * Words shorter than this match codes only exactly, because many codes start with them. Lower: more matches by
   * chance.
   */
  codeLettersMin: 4,
  /** A query with fewer digits than this is not looked up as a code, because it matches too many codes. */
  codeDigitsMin: 2,
  /**
   * Unless it is the last word of the query, a country code that occurs in more names than this is read as an ordinary
   * word, as in "US Bank". Higher: more codes are read as countries.
   */
  countryCodeNamesMax: 5,
  /** A word like "commerzbank" is not split if more names than this contain it. Higher: more splits. */
  bankSuffixNamesMax: 5,
  /** Words with fewer letters than this are not split. Lower: short names are split into even shorter words. */
  splitLettersMin: 6,
  /**
   * Minimum number of letters in each part. One part may be shorter if the split gains at least
   * `requiredGains.splitShortPart`. Higher: fewer splits.
   */
  splitPartLettersMin: 3,
  /**
   * A misspelt word is split if one part occurs in at least `namesMin` names, and both parts have at least `lettersMin`
   * letters. Higher: fewer splits.
   */
  misspeltSplit: { namesMin: 20, lettersMin: 4 },
} as const
