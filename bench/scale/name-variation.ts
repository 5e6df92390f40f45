/**
 * Varies the names of a bank: a word that is rare in the country becomes another rare word of the country, or a new word
 * made of the start of one and the end of another. Common words, such as "Bank" and "Savings", stay. With 10 times the
 * banks the vocabulary is about 6 times as large, as in a larger collection of real names.
 */
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import type { Random } from '../worst-search/random.ts'

/** A word in more names of the country than this is common. */
const rareNamesMax = 3
const rareShareMax = 0.005
const newWordPercent = 40
const partLettersMin = 2

/** Returns a copy of the bank with varied names, in the city of another bank. */
export function createNameVariation(banks: readonly BankRecord[], random: Random): (bank: BankRecord) => BankRecord {
  const rareWords = rareWordsOf(banks)
  const rareWordsByScript = Map.groupBy(rareWords, scriptOf)

  const varyWord = (word: string): string => {
    const other = random.pick(rareWordsByScript.get(scriptOf(word)) as string[])
    return random.below(100) < newWordPercent ? blend(word, other) : other
  }

  return (bank) => {
    // The same word gets the same replacement in every name of the bank, as a former name shares words with the name.
    const replacements = new Map<string, string>()
    const varyName = (name: string): string =>
      wordsOf(name)
        .map((word) => {
          if (!rareWords.has(word)) return word
          const replacement = replacements.get(word) ?? varyWord(word)
          replacements.set(word, replacement)
          return replacement
        })
        .join(' ')
    const variation = { ...bank, name: varyName(bank.name) }
    if (bank.short_name !== undefined) variation.short_name = varyName(bank.short_name)
    if (bank.legal_name !== undefined) variation.legal_name = varyName(bank.legal_name)
    if (bank.aliases) variation.aliases = bank.aliases.map(varyName)
    const { city, region } = random.pick(banks)
    if (bank.city !== undefined && city !== undefined) variation.city = city
    if (bank.region !== undefined && region !== undefined) variation.region = region
    return variation
  }
}

function rareWordsOf(banks: readonly BankRecord[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { name, short_name, legal_name, aliases = [] } of banks) {
    for (const text of [name, short_name, legal_name, ...aliases]) {
      for (const word of wordsOf(text ?? '')) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const most = Math.max(rareNamesMax, banks.length * rareShareMax)
  return new Set(
    [...counts].filter(([word, count]) => count <= most && word.length >= partLettersMin).map(([word]) => word),
  )
}

const wordsOf = (name: string): string[] => name.split(' ').filter((word) => word !== '')

const scriptOf = (word: string): string =>
  ['Latin', 'Han', 'Hiragana', 'Katakana'].find((name) => new RegExp(`^\\p{Script=${name}}`, 'u').test(word)) ?? 'other'

/** The first half of one word and the second half of the other. */
const blend = (first: string, second: string): string =>
  first.slice(0, Math.ceil(first.length / 2)) + second.slice(Math.floor(second.length / 2))
