/**
 * Names are compared, searched and printed on forms. What cannot be seen (a second space, a letter of another alphabet, a
 * character of no width) makes two names of one; what was left over from a page or a cut field is read by customers.
 */
import { bankFinding, type Finding, type LintedData, type LocatedBank, quoted, type Rule } from '../rule.ts'

export const names: Rule = {
  name: 'names',
  summary: 'Names, cities and notes are clean text.',
  find,
}

const faults: [fault: RegExp, problem: string, fix: string][] = [
  [/^\s|\s$|\s\s|[^\S ]/u, 'has a space too many, or one of another kind', 'leave one plain space between words'],
  [/\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}/u, 'has a character that cannot be seen', 'take it out'],
  [/\uFFFD|Ã[\u0080-\u00BF]|Â[\u0080-\u00BF]|â€/u, 'was read in a wrong encoding', 'write it as its source does'],
  [/&(?:[a-z]+|#\d+|#x[\da-f]+);|<\/?[a-z]/iu, 'has HTML in it', 'write the character that is meant'],
  [
    /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u,
    'mixes two alphabets in a word',
    'write the letter that only looks like it in the alphabet of the word',
  ],
  [/[\uFF00-\uFFEF\uFB00-\uFB06]/u, 'has a wide letter or a ligature', 'write plain letters'],
  [/[`´“”„‘]/u, 'has a typographic quotation mark', 'write \' or "'],
  [/^[^(]*\)|\([^)]*$/u, 'opens a bracket and does not close it, or the other way', 'write the whole name'],
  [/\s[,;]|[,;:&(]$/u, 'has a sign of punctuation that belongs to nothing', 'take it out'],
]

/** Most texts are plain words; only the others are held to each rule. */
const plain = /^[\w.'/+*#À-ɏ-]+(?: [\w.'/+*#À-ɏ-]+)*$/

/** Two words or more that are too long for abbreviations. */
const capitals = /\p{Lu}{5,}\P{L}+\p{Lu}{5,}/u

const single = ['name', 'short_name', 'legal_name', 'city', 'region'] as const

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    const { name, aliases = [], notes = [] } = located.bank
    if (capitals.test(name)) {
      yield bankFinding(located, `its name ${quoted(name)} is in capitals`, 'write it as the bank does in running text')
    }
    for (const field of single) yield* faultsOf(located, field, located.bank[field])
    for (const alias of aliases) yield* faultsOf(located, 'alias', alias)
    for (const note of notes) yield* faultsOf(located, 'note', note)
  }
}

function faultsOf(located: LocatedBank, field: string, text: string | undefined): Finding[] {
  if (text === undefined || plain.test(text)) return []
  const shown = `its ${field} ${quoted(text)}`
  if (text !== text.normalize('NFC')) {
    return [bankFinding(located, `${shown} has an accent apart from its letter`, 'write them as one (NFC)')]
  }
  const fault = faults.find(([sign]) => sign.test(text))
  return fault ? [bankFinding(located, `${shown} ${fault[1]}`, fault[2])] : []
}
