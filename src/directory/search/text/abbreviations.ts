/** Abbreviations in the names of banks: those that people type, and those that stand in names that people type in full. */

/**
 * The full forms of each abbreviation. Plain prefixes are left out, because a prefix lookup finds them; prefixes of two
 * letters are listed, because that lookup runs for them only while the word is still being typed. Some names have "1st" and
 * some "first".
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

/** What people type in full and names abbreviate or leave out. */
const shortForms = [
  [/\bmicro ?finance bank\b/, 'mfb'],
  [/ national association$/, ''],
] as const

export interface Expansion {
  words: string[]
  /** The weight of each word: three words that replace one typed word count a third each. */
  shares: number[]
}

/**
 * Replaces abbreviations by full forms whose words are all known. One result uses the first form of each abbreviation, the
 * next the second, and so on. A single word is not expanded.
 */
export function expandAbbreviations(words: readonly string[], isKnown: (word: string) => boolean): Expansion[] {
  if (words.length === 1) return []
  const forms = words.map((word) =>
    (fullForms.get(word) ?? []).map((form) => form.split(' ')).filter((form) => form.every(isKnown)),
  )
  const count = Math.max(0, ...forms.map(({ length }) => length))
  return Array.from({ length: count }, (_, choice) => {
    const parts = words.map((word, at) => forms[at]?.[choice] ?? forms[at]?.[0] ?? [word])
    return { words: parts.flat(), shares: parts.flatMap((part) => part.map(() => 1 / part.length)) }
  })
}

export function contractWords(words: readonly string[]): string[] {
  return shortForms.reduce((text, [full, short]) => text.replace(full, short), words.join(' ')).split(' ')
}
