/** The pages of the explorer that are rendered for each request, because there is one for every bank and every search. */
import type { Directory } from '../../directory/lookups.ts'
import type { LatestChanges } from '../../directory/views/changes-since.ts'
import { type ReportedThing, reportPage, unknownReportPage } from '../report/report-page.ts'
import type { ReportAnswers } from '../report/report-text.ts'
import { bankPage, emptyBankPage } from './bank-page.ts'
import { checkPage } from './check-page.ts'
import { countryPage } from './country-page.ts'
import { createPageContext, createSharedContext, type PageContext } from './page-context.ts'
import { type Frame, type PageContent, renderPage } from './page-layout.ts'
import { searchPage } from './search-page.ts'
import { startPage } from './start-page.ts'

/** Returns a function for each kind of page, which returns its HTML. `reportUrl`: where people send reports of wrong data. */
export function createExplorerPages(directory: Directory, frame: Frame, reportUrl?: string) {
  const shared = createSharedContext(directory)
  const script = frame.isStatic ? 'static-explorer.js' : 'explorer.js'
  const rendered =
    <Values extends unknown[]>(contentOf: (page: PageContext, ...values: Values) => PageContent) =>
    (...values: Values): string => {
      const content = contentOf(createPageContext(frame, shared, new Date()), ...values)
      return renderPage(frame, { section: 'explore', script, ...content })
    }
  return {
    /** `latest`: left out on a static site. */
    start: rendered((page, latest?: LatestChanges) => startPage(page, directory.countries, latest)),
    bank: rendered(bankPage),
    emptyBank: rendered(emptyBankPage),
    country: rendered(countryPage),
    search: rendered(searchPage),
    check: rendered(checkPage),
    report: rendered((page, about: ReportedThing, answers?: ReportAnswers) =>
      reportPage(page, reportUrl, about, answers),
    ),
    /** Has no script. */
    unknownReport: (id: string, near: readonly { id: string; name: string }[]): string =>
      renderPage(frame, unknownReportPage(createPageContext(frame, shared, new Date()), id, near)),
  }
}
