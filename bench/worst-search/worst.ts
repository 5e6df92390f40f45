/** The costliest searches that the hunt has found so far. */
import { readFileSync } from 'node:fs'

/** As the parameters of `/v1/search`; no country is an empty text. */
export interface Asked {
  text: string
  country: string
  status: 'any' | 'active' | 'closed'
  offset: number
  limit: number
}

export function readWorst(): Asked[] {
  const [, ...rows] = readFileSync(new URL('./worst.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map((row) => {
    const [text = '', country = '', status, offset, limit] = row.split('\t')
    return { text, country, status: status as Asked['status'], offset: Number(offset), limit: Number(limit) }
  })
}
