/** The pages of the explorer that are rendered for each request, because there is one for every bank and every search. */
import type { Directory } from '../../directory/lookups.ts'
import type { Bank, BankDetail } from '../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import type { CheckedIdentifier } from '../views/check-form.ts'
import type { CountryPage } from '../views/country-list.ts'
import type { SearchState } from '../views/page-paths.ts'
import { bankPage } from './bank-page.ts'
import { checkPage } from './check-page.ts'
import { countryPage } from './country-page.ts'
import { createPageContext, createSharedContext, type PageContext } from './page-context.ts'
import { type Frame, type PageContent, renderPage } from './page-layout.ts'
import { type FoundBanks, searchPage } from './search-page.ts'
import { startPage } from './start-page.ts'

/** Each function returns the HTML of a page. */
export interface ExplorerPages {
  start(): string
  bank(bank: BankDetail, successor?: Pick<BankDetail, 'id' | 'name'>): string
  country(country: SupportedCountry, banks: readonly Bank[], list: CountryPage): string
  /** `found` is undefined if nothing was searched, because the text may be an account number. */
  search(state: SearchState, found: FoundBanks | undefined): string
  check(checked?: CheckedIdentifier): string
}

export function createExplorerPages(directory: Directory, frame: Frame): ExplorerPages {
  const shared = createSharedContext(directory)
  const render = (contentOf: (page: PageContext) => PageContent): string =>
    renderPage(frame, contentOf(createPageContext(frame, shared, new Date())))
  return {
    start: () => render((page) => startPage(page, directory.countries)),
    bank: (bank, successor) => render((page) => bankPage(page, bank, successor)),
    country: (country, banks, list) => render((page) => countryPage(page, country, banks, list)),
    search: (state, found) => render((page) => searchPage(page, state, found)),
    check: (checked) => render((page) => checkPage(page, checked)),
  }
}
