/** Writes a name that a list has in capitals as people write it: "M G ROAD, PHASE II" as "M G Road, Phase II". */

/** Initialisms with a vowel. A short word without one ("BKC", "NTPC") needs no entry. */
const initialisms = new Set(
  (
    'AFS AIIMS AMU AP APMC ATM AU AUM BDA BEL BEML BHEL BHU BIFR BO CIDCO CISF DAV DDA EDC EPIP GIDA GIDC GNIDA HAL HUDA IAF ' +
    'ICICI IDBI IDFC IFFCO IFSC IGNOU IIM IIT IMPS INA INS IOB IOC IOCL ISRO IT ITI ITPL JNU KIADB LIC MIDC MP MSME NEFT ' +
    'NRI ONGC OPD PSU RBI RBO RIICO RO SAIL SBI SEZ SIDCO SIPCOT SME UCO UIT UP UPSIDC USA USFB UT ZO'
  ).split(' '),
)

/** Abbreviations without a vowel that are not initialisms. */
const abbreviations = new Set(
  'BLDG BR CHK CNTR CTR DR DT HSG JN JT LTD MKT MR MRS MT NGR NR PVT RD SHR SMT SQ ST STN'.split(' '),
)

const smallWords = new Set(['and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to'])

/** Leaves a text alone that has a small letter: it is already as people write it. */
export function inTitleCase(text: string): string {
  if (/\p{Ll}/u.test(text)) return text
  return text.replaceAll(/\p{Lu}+(?:['’]\p{Lu}+)*/gu, (word, at: number) => writtenWord(word, at === 0))
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
