/** What people write short in the names of banks, and what names have short that people write in full. */

/**
 * By what is written, all that it may stand for. Beginnings of words are not here, they are found anyway, but for those
 * of two letters, which are looked up only where somebody is still typing. Some names have "1st" and some "first".
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

/** What names have short or not at all, and people write in full. */
const shortForms = [
  [/\bmicro ?finance bank\b/, 'mfb'],
  [/ national association$/, ''],
] as const

export interface Expansion {
  words: string[]
  /** What each word counts of one that was typed: three that stand for one a third each. */
  shares: number[]
}

/** In full as far as the words are known: each in its first way, then in its second. One word alone is what it is. */
export function expandAbbreviations(words: readonly string[], isKnown: (word: string) => boolean): Expansion[] {
  if (words.length === 1) return []
  const forms = words.map((word) => (fullForms.get(word) ?? []).map((full) => full.split(' ')))
  const known = forms.map((ofWord) => ofWord.filter((full) => full.every(isKnown)))
  const ways = Math.max(0, ...known.map(({ length }) => length))
  return Array.from({ length: ways }, (_, way) => {
    const parts = words.map((word, at) => known[at]?.[way] ?? known[at]?.[0] ?? [word])
    return { words: parts.flat(), shares: parts.flatMap((part) => part.map(() => 1 / part.length)) }
  })
}

export function contractWords(words: readonly string[]): string[] {
  return shortForms.reduce((text, [full, short]) => text.replace(full, short), words.join(' ')).split(' ')
}
