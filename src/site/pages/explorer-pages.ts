/** The pages of the explorer that are rendered for each request, because there is one for every bank and every search. */
import type { Directory } from '../../directory/directory.ts'
import type { Bank, BankDetail } from '../../directory/records/bank.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import type { CheckedIdentifier } from '../views/check-form.ts'
import type { CountryPage } from '../views/country-list.ts'
import type { SearchState } from '../views/paths.ts'
import { bankPage } from './bank-page.ts'
import { checkPage } from './check-page.ts'
import { countryPage } from './country-page.ts'
import { type Frame, type PageContent, renderPage } from './page-layout.ts'
import { type FoundBanks, searchPage } from './search-page.ts'
import { startPage } from './start-page.ts'
import { createPageContext, createSharedContext, type PageContext } from './view-context.ts'

/** Each function returns the HTML of a page for the public URL of the service. */
export interface ExplorerPages {
  start(publicUrl: string): string
  bank(publicUrl: string, bank: BankDetail, successor?: Pick<BankDetail, 'id' | 'name'>): string
  country(publicUrl: string, country: SupportedCountry, banks: readonly Bank[], list: CountryPage): string
  /** `found` is undefined if nothing was searched, because the text may be an account number. */
  search(publicUrl: string, state: SearchState, found: FoundBanks | undefined): string
  check(publicUrl: string, checked?: CheckedIdentifier): string
}

export function createExplorerPages(directory: Directory, frameFor: (publicUrl: string) => Frame): ExplorerPages {
  const shared = createSharedContext(directory)
  const render = (publicUrl: string, contentOf: (page: PageContext) => PageContent): string => {
    const page = createPageContext(frameFor(publicUrl), shared, new Date())
    return renderPage(page.frame, contentOf(page))
  }
  return {
    start: (publicUrl) => render(publicUrl, (page) => startPage(page, directory.countries)),
    bank: (publicUrl, bank, successor) => render(publicUrl, (page) => bankPage(page, bank, successor)),
    country: (publicUrl, country, banks, list) => render(publicUrl, (page) => countryPage(page, country, banks, list)),
    search: (publicUrl, state, found) => render(publicUrl, (page) => searchPage(page, state, found)),
    check: (publicUrl, checked) => render(publicUrl, (page) => checkPage(page, checked)),
  }
}
