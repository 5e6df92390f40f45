/** The most expensive searches that the hunt has found so far, from `worst.tsv`. */
import { readFileSync } from 'node:fs'

/** Parameters of `/v1/search`; an empty country means all countries. */
export interface SearchRequest {
  text: string
  country: string
  status: 'any' | 'active' | 'closed'
  offset: number
  limit: number
}

export function readExpensiveSearches(): SearchRequest[] {
  const [, ...rows] = readFileSync(new URL('./worst.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map((row) => {
    const [text = '', country = '', status, offset, limit] = row.split('\t')
    return { text, country, status: status as SearchRequest['status'], offset: Number(offset), limit: Number(limit) }
  })
}
