/** The titles of the pages. The server sends them, and the script changes them with the view. */
import type { BankDetail } from '../../directory/records/bank-record.ts'
import { type CodeChoice, longLabel, mainCode, noChoice } from './codes/shown-code.ts'
import type { SearchState } from './page-paths.ts'
import { formatCount } from './text/text-format.ts'
import { countryName, inCountry, type ViewContext } from './view-context.ts'

export const titled = (text: string): string => `${text} · Bank Lookup`

export const startTitle = 'Bank Lookup: banks and their codes by country'

export const checkTitle = titled('Check an IBAN, bank code or account number')

export const bankTitle = (context: ViewContext, bank: BankDetail, choice = noChoice): string =>
  titled(`${bank.name}, ${countryName(context, bank.country)}${codeOf(context, bank, choice)}`)

/** "903 banks in Nigeria and their codes" */
export const countryTitle = (context: ViewContext, code: string, count: number, page = 1): string =>
  titled(`${formatCount(count, 'bank')} ${inCountry(context, code)} and their codes${page > 1 ? `, page ${page}` : ''}`)

/** The heading of search results. With `titled`, their title. */
export const resultsHeading = (
  context: ViewContext,
  { query, country }: Pick<SearchState, 'query' | 'country'>,
): string => `Banks for “${query}”${country && ` ${inCountry(context, country)}`}`

function codeOf(context: ViewContext, bank: BankDetail, choice: CodeChoice): string {
  const main = mainCode(bank, choice)
  return main ? `: ${longLabel(context, main.scheme)} ${main.value}` : ''
}
