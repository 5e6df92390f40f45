/**
 * Words with a special role: abbreviations that people type for words in bank names, phrases that people type in full but
 * names abbreviate, and particles and legal forms, to which search gives less weight.
 */

/**
 * The full forms of each abbreviation. An abbreviation that is a prefix of its full form is not listed, because a
 * prefix lookup finds it. Two-letter prefixes are an exception: they are looked up as prefixes only if they are the
 * last word, which the user may still be typing. The forms of "1st" include "1st" itself, because some names have "1st"
 * and others have "first".
 */
const fullForms = new Map<string, string[]>(
  Object.entries({
    '1st': ['1st', 'first'],
    '5th': ['5th', 'fifth'],
    assn: ['association'],
    bca: ['banca'],
    bcc: ['banca credito cooperativo'],
    bco: ['banco'],
    bk: ['bank'],
    bp: ['banca popolare', 'banque populaire'],
    bs: ['building society', 'bank spoldzielczy'],
    bw: ['baden wurttemberg'],
    ce: ['caisse epargne'],
    cr: ['cassa risparmio', 'credit'],
    cu: ['credit union'],
    fcu: ['federal credit union'],
    fm: ['farmers merchants'],
    fnb: ['first national bank'],
    fsb: ['federal savings bank'],
    intl: ['international'],
    ksk: ['kreissparkasse'],
    mfb: ['microfinance bank'],
    mtg: ['mortgage'],
    mtn: ['mountain'],
    natl: ['national'],
    op: ['osuuspankki'],
    psb: ['payment service bank'],
    raika: ['raiffeisenbank', 'raiffeisenkasse', 'raiffeisenlandesbank'],
    rb: ['raiffeisenbank'],
    spk: ['sparkasse'],
    ssk: ['stadtsparkasse'],
    svgs: ['savings'],
    tr: ['trust'],
    vb: ['volksbank'],
    vr: ['volksbank raiffeisenbank'],
  }),
)

export const isAbbreviation = (word: string): boolean => fullForms.has(word)

/** Phrases that people type in full, but that names abbreviate or omit. */
const shortForms = [
  [/\bmicro ?finance bank\b/, 'mfb'],
  [/ national association$/, ''],
] as const

export interface Expansion {
  words: readonly string[]
  /**
   * The weight of each word, compared with a word that was typed: if three words replace one, each has a weight of 1/3.
   */
  shares: readonly number[]
}

/**
 * Replaces abbreviations with full forms whose words are all known. The first result uses the first form of each
 * abbreviation, the second result the second form, and so on. A one-word query is not expanded.
 */
export function expandAbbreviations(words: readonly string[], isKnown: (word: string) => boolean): Expansion[] {
  if (words.length === 1 || !words.some(isAbbreviation)) return []
  const forms = words.map((word) =>
    (fullForms.get(word) ?? []).map((form) => form.split(' ')).filter((form) => form.every(isKnown)),
  )
  const count = Math.max(0, ...forms.map(({ length }) => length))
  return Array.from({ length: count }, (_, choice) => {
    const parts = words.map((word, at) => forms[at]?.[choice] ?? forms[at]?.[0] ?? [word])
    return { words: parts.flat(), shares: parts.flatMap((part) => part.map(() => 1 / part.length)) }
  })
}

export function contractWords(words: readonly string[]): readonly string[] {
  const text = words.join(' ')
  const contracted = shortForms.reduce((rest, [full, short]) => rest.replace(full, short), text)
  return contracted === text ? words : contracted.split(' ')
}

/** Words that people leave out of a name, or add where they do not belong. */
export const particles = new Set(
  `a an and at by for in of on the to de des der die das den del della delle di do da dos du e et i la le les los und van von
  y`.split(/\s+/),
)
export const legalForms = new Set(
  `ab ag aktiengesellschaft as asa bv co corp corporation company eg gmbh group inc kg limited llc lp ltd na nv oy oyj
  plc sa sarl sas se spa srl`.split(/\s+/),
)

export const isOptional = (word: string): boolean => particles.has(word) || legalForms.has(word)

/** "Bank" in the languages of many names. People add it to a name or leave it out. */
const bankWords = new Set('bank banca banco bancorp banka banque'.split(' '))
export const isBankWord = (word: string): boolean => bankWords.has(word)
