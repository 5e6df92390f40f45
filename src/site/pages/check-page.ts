/** The page that checks an identifier sent by POST, so that account numbers stay out of URLs and logs. */
import { html } from '../html.ts'
import { type CheckedIdentifier, checkSection } from '../views/answers/check-form.ts'
import { checkTitle } from '../views/titles.ts'
import { explorerShell } from './explorer-shell.ts'
import type { PageContext } from './page-context.ts'
import type { PageContent } from './page-layout.ts'

/** Without `checked`, only the form. */
export function checkPage(page: PageContext, checked?: CheckedIdentifier): PageContent {
  const main = explorerShell(page, {
    view: 'check',
    list: html`<section id="check">
${checkSection(page.context, checked)}
</section>`,
    // An example, not the identifier of the reader.
    request: { path: 'v1/resolve', body: { identifier: '058' } },
  })
  return {
    title: checkTitle,
    description: 'See which bank an IBAN, BIC, bank code or account number belongs to, or what is wrong with it.',
    main,
    path: '/check',
  }
}
