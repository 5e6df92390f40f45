/** The parts of the score of a bank in the shipped data, as text. */
import { createIndexes } from '../../src/directory/indexes.ts'
import { type Explanation, explain } from '../../src/directory/search/explain.ts'
import { createPlaces } from '../../src/directory/search/query/places.ts'
import { fieldWeights } from '../../src/directory/search/ranking-weights.ts'
import { createSearch } from '../../src/directory/search/search.ts'
import { createPenalties } from '../../src/directory/search/search-results.ts'
import { isWithin, type Range } from '../../src/directory/storage/bank-table.ts'
import { shippedDirectory, shippedTables } from '../../test/support/data/shipped.ts'

export function explainShipped(text: string, id: string, countryCode?: string): string {
  const { packed, findCountry } = shippedDirectory()
  const { banks, search: index } = createIndexes(packed, shippedTables())
  const bank = banks.numberOf(id)
  if (bank === undefined) throw new Error(`Unknown bank "${id}"`)
  const country = countryCode === undefined ? undefined : findCountry(countryCode)
  if (countryCode !== undefined && country === undefined) throw new Error(`Unknown country "${countryCode}"`)
  const ranges = country && (country.members ?? [country.code]).map((code) => banks.ranges.get(code) as Range)
  return format(
    explain(createSearch(index, createPlaces(packed.countries, banks.ranges)), text, bank, {
      ranges,
      isIncluded: (one) => ranges === undefined || isWithin(one, ranges),
      penalties: createPenalties(banks),
    }),
  )
}

function format({ rewrite, words, field, name, rank, total, requiredGain, ...rest }: Explanation): string {
  const number = (value: number): string => value.toFixed(4).padStart(8)
  const line = (label: string, value: number): string => `${label.padEnd(16)}${number(value)}`
  return [
    `Query "${rewrite.join(' ')}", matched in ${field}; ${rank === undefined ? 'not compared' : `rank ${rank}`}`,
    ...words.map(({ typed, share, matched, similarity, score }) => {
      const how = matched
        ? `"${matched}", similarity ${similarity.toFixed(4)} x ${fieldWeights[field]}`
        : 'not in this name'
      return `  ${typed}: ${how}; score ${score.toFixed(4)} x share ${share.toFixed(4)} = ${(score * share).toFixed(4)}`
    }),
    line('words', name.words),
    line('coverage', name.coverage),
    line('first word', name.firstWord),
    line('order', name.order),
    line('whole name', name.wholeName),
    line('popularity', rest.popularity),
    line('location boost', rest.locationBoost),
    line('scheme boost', rest.schemeBoost),
    line('penalty', -rest.penalty),
    line('rewrite', -requiredGain),
    line('total', total),
  ].join('\n')
}
