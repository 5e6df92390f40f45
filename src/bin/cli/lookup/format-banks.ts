/** The table of banks that `search` and `banks` print. */
import type { Bank } from '../../../directory/records/bank-record.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Column, formatTable } from '../terminal/table.ts'

/**
 * `showsCountry`: whether the banks can be in several countries. `scheme`: shows the codes in this scheme, instead of the
 * code that is usual in each country.
 */
export function formatBanks(
  banks: readonly Bank[],
  showsCountry: boolean,
  screen: Screen,
  scheme: string | null = null,
): string {
  const codeColumn: Column<Bank> =
    scheme === null || scheme === 'bic'
      ? { header: 'Code', value: ({ code }) => code }
      : { header: scheme, value: ({ codes }) => codesIn(codes[scheme]) }
  const columns: Column<Bank>[] = [
    { header: 'Name', value: ({ name }) => name, shortenTo: 20, style: () => 'bold' },
    // The id starts with the country, so a narrow table can do without this column.
    ...(showsCountry ? [{ header: 'Country', value: ({ country }: Bank) => country, dropOrder: 1 }] : []),
    { header: 'City', value: placeOf, shortenTo: 12, dropOrder: 2 },
    codeColumn,
    { header: 'BIC', value: ({ bic }) => bic },
    // A column only for banks that are not open: most lists have none.
    { header: 'Status', value: ({ status }) => (status === 'active' ? '' : status), style: () => 'yellow' },
    { header: 'ID', value: ({ id }) => id, canMoveDown: true, style: () => 'dim' },
  ]
  return formatTable(banks, columns, screen)
}

/** Some banks have hundreds of codes. */
const codesIn = ([first, ...others]: readonly string[] = []): string | null => {
  if (first === undefined) return null
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

const placeOf = ({ city, region }: Bank): string => [city, region].filter((part) => part !== null).join(', ')
