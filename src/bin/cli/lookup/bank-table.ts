/** The table of banks that `search` and `banks` print. */
import type { Bank } from '../../../directory/records/bank.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Column, formatTable } from '../terminal/table.ts'

/** `showsCountry`: whether the banks can be in several countries. */
export function formatBanks(banks: readonly Bank[], showsCountry: boolean, screen: Screen): string {
  const columns: Column<Bank>[] = [
    { header: 'Name', value: ({ name }) => name, canShorten: true, style: () => 'bold' },
    ...(showsCountry ? [{ header: 'Country', value: ({ country }: Bank) => country }] : []),
    { header: 'City', value: placeOf, canShorten: true },
    { header: 'Code', value: ({ code }) => code },
    { header: 'BIC', value: ({ bic }) => bic },
    // A column only for banks that are not open: most lists have none.
    { header: 'Status', value: ({ status }) => (status === 'active' ? '' : status), style: () => 'yellow' },
    { header: 'ID', value: ({ id }) => id, style: () => 'dim' },
  ]
  return formatTable(banks, columns, screen)
}

const placeOf = ({ city, region }: Bank): string => [city, region].filter((part) => part !== null).join(', ')
