/** Writes a name that a list has in capitals as people write it: "M G ROAD, PHASE II" as "M G Road, Phase II". */

/** Initialisms with a vowel. A short word without one ("BKC", "NTPC") needs no entry. */
const initialisms = new Set(
  [
    'AFS AIIMS AMU AP APMC ARMB ATM AU BDA BEL BEML BHEL BHU BO CAC CIDCO CISF DAV DBU DDA EBU EC ECCB EDC EPIP FGMO FI GIDA',
    'GIDC HAL HO HUDA IAF ICICI IDBI IDFC IFFCO IFSC IGNOU IIM IIT IMPS INA INS IOB IOC IOCL ISRO IT ITI ITPL JNU KIADB LIC',
    'MIDC MP MSME NEFT NIT NRI OGB ONGC PSU RAB RAC RAPC RBI RBO RIICO RO SAIL SARB SBI SEZ SIDCO SIPCOT SME SSI UCB UCO UIT',
    'UP UPSIDC USA USFB UT VIP YDCC ZO',
  ].flatMap((line) => line.split(' ')),
)

/** Abbreviations without a vowel that are not initialisms. */
const abbreviations = new Set(
  'BK BLDG BNK BR CHK CNTR CTR DR DT HSG JN JT LTD MKT MR MRS MT NGR NR PVT RD SHR SMT SQ ST STN'.split(' '),
)

const smallWords = new Set(['and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to'])

/** Leaves a text alone that has a small letter: it is already as people write it. */
export function inTitleCase(text: string): string {
  if (/\p{Ll}/u.test(text)) return text
  return text
    .replaceAll(/,(?=\p{L})/gu, ', ')
    .replaceAll(/(?<=\d)(?:ST|ND|RD|TH)\b/g, (ending) => ending.toLowerCase())
    .replaceAll(/\p{Lu}+(?:['’]\p{Lu}+)*/gu, (word, at: number) => writtenWord(word, at === 0))
}

function writtenWord(word: string, isFirst: boolean): string {
  const lower = word.toLowerCase()
  if (smallWords.has(lower)) return isFirst ? capitalized(word) : lower
  if (word.length === 1 || initialisms.has(word) || isRomanNumeral(word)) return word
  if (abbreviations.has(word)) return capitalized(word)
  const isInitialism = word.length <= 5 && !/[AEIOUY'’]/.test(word)
  return isInitialism ? word : capitalized(word)
}

const isRomanNumeral = (word: string): boolean => /^X{0,3}(?:IX|IV|V?I{0,3})$/.test(word)

const capitalized = (word: string): string => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`
