/**
 * Checks that names, cities and notes are clean text. Names are compared, searched and printed on forms. Invisible
 * differences (a second space, a letter from another alphabet, a zero-width character) turn one name into two. Leftover
 * HTML and truncated text would be visible to customers.
 */
import { type Fault, quoted, type Rule } from '../rule.ts'

export const names: Rule = {
  name: 'names',
  summary: 'Names, cities and notes are clean text.',
  *findInBank(bank) {
    const { name, aliases = [], notes = [] } = bank
    if (capitals.test(name)) {
      yield [`name ${quoted(name)} is in capitals`, 'write it as the bank does in running text']
    }
    for (const field of single) yield* faultsOf(field, bank[field])
    for (const alias of aliases) yield* faultsOf('alias', alias)
    for (const note of notes) yield* faultsOf('note', note)
  },
}

const faults: [fault: RegExp, problem: string, fix: string][] = [
  [/^\s|\s$|\s\s|[^\S ]/u, 'contains an extra or special space', 'put one plain space between words'],
  [/\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}/u, 'contains an invisible character', 'remove it'],
  [
    /\uFFFD|Ã[\u0080-\u00BF]|Â[\u0080-\u00BF]|â€/u,
    'was decoded with the wrong encoding',
    'write it as its source does',
  ],
  [/&(?:[a-z]+|#\d+|#x[\da-f]+);|<\/?[a-z]/iu, 'contains HTML', 'write plain text'],
  [
    /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u,
    'mixes two alphabets in one word',
    'replace the look-alike letter',
  ],
  [/[\uFF00-\uFFEF\uFB00-\uFB06]/u, 'contains a full-width letter or a ligature', 'write plain letters'],
  [/[`´“”„‘]/u, 'contains a typographic quotation mark', 'write \' or "'],
  [/^[^(]*\)|\([^)]*$/u, 'contains an unmatched bracket', 'write the full name'],
  [/\s[,;]|[,;:&(]$/u, 'contains stray punctuation', 'remove it'],
]

/** Matches two consecutive words in capitals, each too long to be an abbreviation. */
const capitals = /\p{Lu}{5,}\P{L}+\p{Lu}{5,}/u

const single = ['name', 'short_name', 'legal_name', 'city', 'region'] as const

function faultsOf(field: string, text: string | undefined): Fault[] {
  if (text === undefined) return []
  const subject = `${field} ${quoted(text)}`
  if (text !== text.normalize('NFC')) {
    return [[`${subject} contains an accent as a separate character`, 'normalise it to NFC']]
  }
  const fault = faults.find(([sign]) => sign.test(text))
  return fault ? [[`${subject} ${fault[1]}`, fault[2]]] : []
}
