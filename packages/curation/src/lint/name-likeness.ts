/**
 * Compares a bank's name in a register with its name in a payment list, which abbreviates to fit narrow columns:
 * "Tenn Dept of Safety CU" may be "Tennessee Department of Safety Credit Union".
 */
import { joinInitials } from '../join-initials.ts'

/** Words that lists omit, abbreviate or add freely, so they do not distinguish banks. */
const common = new Set(
  [
    'bank bk federal fed credit cr cdt cred union un cu fcu fc efcu ecu savings trust financial community cmnty comnty',
    'cooperative coop employees employee emp emps empl emply emplys branch of the and de la le der die und et e',
    'ag sa spa plc ltd limited gmbh kg kgaa ab as asa oyj abp nv bv sas se scpa sarl srl inc incorporated llc na ad dd eg',
    'corp corporation co company public national association uab spolka akcyjna w upadlosci tsb',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Returns the words that distinguish a bank from others: all words except the common ones and `country`, the name of
 * the bank's country, which some lists add. If no word is left, returns all words.
 */
export function distinctiveWords(name: string, country: string): string[] {
  const plain = name
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[.'’]/g, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
  const words = joinInitials(plain.match(/[\p{L}\p{N}]+/gu) ?? [])
  const significant = words.filter((word) => !common.has(word) && word !== country.toLowerCase())
  return significant.length > 0 ? significant : words
}

const lettersMin = 4

export function areSimilar(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.join('') === long.join('')) return true
  const isPrefix = short.every((word, at) => word === long[at])
  if (isPrefix && short.join('').length >= lettersMin) return true
  if (short.length < long.length || short.length < 2) return false
  const pairs = short.map((word, at): [string, string] => [word, long[at] as string])
  return pairs.every(([a, b]) => isAbbreviation(a, b)) && pairs.some(([a, b]) => a === b && a.length > 2)
}

/**
 * Returns whether one word abbreviates the other, as "dept" abbreviates "department": both start with the same letter,
 * and the longer word contains the letters of the shorter one in the same order.
 */
function isAbbreviation(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short === long) return true
  if (short[0] !== long[0] || short.length < 2 || /\d/.test(short + long)) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}
