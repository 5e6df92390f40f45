/** The table of banks that `search` and `banks` print. */
import type { Bank } from '../../../directory/records/bank-record.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Column, formatTable } from '../terminal/table.ts'

/** `showsCountry`: whether the banks can be in several countries. */
export function formatBanks(banks: readonly Bank[], showsCountry: boolean, screen: Screen): string {
  const columns: Column<Bank>[] = [
    { header: 'Name', value: ({ name }) => name, shortenTo: 20, style: () => 'bold' },
    // The id starts with the country, so a narrow table can do without this column.
    ...(showsCountry ? [{ header: 'Country', value: ({ country }: Bank) => country, dropOrder: 1 }] : []),
    { header: 'City', value: placeOf, shortenTo: 12, dropOrder: 2 },
    { header: 'Code', value: ({ code }) => code },
    { header: 'BIC', value: ({ bic }) => bic },
    // A column only for banks that are not open: most lists have none.
    { header: 'Status', value: ({ status }) => (status === 'active' ? '' : status), style: () => 'yellow' },
    { header: 'ID', value: ({ id }) => id, canMoveDown: true, style: () => 'dim' },
  ]
  return formatTable(banks, columns, screen)
}

const placeOf = ({ city, region }: Bank): string => [city, region].filter((part) => part !== null).join(', ')
