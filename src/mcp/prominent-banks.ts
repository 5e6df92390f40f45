/** Lists the banks in a country, best known first. */
import type { Directory } from '../directory/directory.ts'
import { listedTypes } from '../directory/records/bank-record.ts'
import type { SupportedCountry } from '../directory/records/country-record.ts'
import type { Searcher } from '../directory/searcher.ts'
import { createBankTable } from '../directory/storage/bank-table.ts'
import { type BankFilter, createBankFilter } from '../directory/views/bank-filter.ts'

export interface ProminentBanks {
  total: number
  /** Returns a page of banks as JSON. */
  rows(offset: number, limit: number): string[]
}

/** Unlike `Directory.listBanks`, reads only the rows on the page: a list of all banks can have megabytes. */
export function listProminent(
  { packed }: Directory,
  { prominence }: Searcher,
  { code }: SupportedCountry,
  { status, types = listedTypes }: Pick<BankFilter, 'status' | 'types'>,
): ProminentBanks {
  const banks = createBankTable(packed)
  const order = packed.nameOrders.get(code) as Uint32Array
  const chosen = [...order].filter(createBankFilter({ status, types }, banks))
  chosen.sort((a, b) => (prominence[b] as number) - (prominence[a] as number))
  return {
    total: chosen.length,
    rows: (offset, limit) => chosen.slice(offset, offset + limit).map(banks.rowOf),
  }
}
