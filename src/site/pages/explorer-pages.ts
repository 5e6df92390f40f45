/** The pages of the explorer that are rendered for each request, because there is one for every bank and every search. */
import type { Directory } from '../../directory/lookups.ts'
import { bankPage, emptyBankPage } from './bank-page.ts'
import { checkPage } from './check-page.ts'
import { countryPage } from './country-page.ts'
import { createPageContext, createSharedContext, type PageContext } from './page-context.ts'
import { type Frame, type PageContent, renderPage } from './page-layout.ts'
import { searchPage } from './search-page.ts'
import { startPage } from './start-page.ts'

/** Returns a function for each kind of page, which returns its HTML. */
export function createExplorerPages(directory: Directory, frame: Frame) {
  const shared = createSharedContext(directory)
  const script = frame.isStatic ? 'static-explorer.js' : 'explorer.js'
  const rendered =
    <Values extends unknown[]>(contentOf: (page: PageContext, ...values: Values) => PageContent) =>
    (...values: Values): string => {
      const content = contentOf(createPageContext(frame, shared, new Date()), ...values)
      return renderPage(frame, { section: 'explore', script, ...content })
    }
  return {
    start: rendered((page) => startPage(page, directory.countries)),
    bank: rendered(bankPage),
    emptyBank: rendered(emptyBankPage),
    country: rendered(countryPage),
    search: rendered(searchPage),
    check: rendered(checkPage),
  }
}
