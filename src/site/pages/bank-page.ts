/** The page of a bank, open or closed. */
import type { BankDetail } from '../../directory/records/bank-record.ts'
import { html } from '../html.ts'
import { bankCard, breadcrumbs } from '../views/bank-card.ts'
import { paymentCodes } from '../views/codes/bank-codes.ts'
import { type CodeChoice, longLabel, mainCode, noChoice, otherCode } from '../views/codes/shown-code.ts'
import { isGone, typeLabel } from '../views/labels.ts'
import { bankPath, countriesFile, countryPath } from '../views/page-paths.ts'
import { formatCount } from '../views/text/text-format.ts'
import { bankTitle, titled } from '../views/titles.ts'
import { countryName, type ViewContext } from '../views/view-context.ts'
import { explorerShell } from './explorer-shell.ts'
import type { PageContext } from './page-context.ts'
import type { PageContent } from './page-layout.ts'
import { describeBank, describeBreadcrumbs } from './structured-data.ts'

/** `successor`: the bank that took this one over. `choice`: the code that the link asks for. */
export function bankPage(
  page: PageContext,
  bank: BankDetail,
  successor?: Pick<BankDetail, 'id' | 'name'>,
  choice: CodeChoice = noChoice,
): PageContent {
  const { frame, context } = page
  const { id, name, country } = bank
  const ofCountry = countryName(context, country)
  const main = explorerShell(page, {
    view: 'bank',
    card: html`${breadcrumbs(context, country)}
${bankCard(context, bank, { level: 1, successor, choice })}`,
    request: { path: `v1/banks/${id}` },
  })
  const root = { base: '' }
  return {
    title: bankTitle(context, bank, choice),
    description: describe(context, bank, choice),
    main,
    path: bankPath(root, id),
    structuredData: [
      describeBank(frame.publicUrl, bank),
      describeBreadcrumbs(frame.publicUrl, [
        { name: 'Bank Lookup', path: '/' },
        { name: ofCountry, path: countryPath(root, country) },
        { name, path: bankPath(root, id) },
      ]),
    ],
  }
}

/** The page that shows every bank of a static site: the script reads the id from the URL. */
export const emptyBankPage = (page: PageContext): PageContent => ({
  title: titled('Bank'),
  description: 'A bank with its codes, their sources and dates.',
  main: explorerShell(page, { view: 'bank', card: html``, request: { path: countriesFile } }),
  path: '/banks/',
  isUnlisted: true,
})

function describe(context: ViewContext, bank: BankDetail, choice: CodeChoice): string {
  const { name, country, type, code, bic, status } = bank
  const main = mainCode(bank, choice)
  const shown =
    main && main.value !== bic ? [main, otherCode(context, bank, main)].filter((one) => one !== undefined) : []
  const { codes, noun } = paymentCodes(context, bank)
  const facts = isGone(bank)
    ? [`${status === 'merged' ? 'merged into another bank' : 'closed'}`]
    : [
        ...shown.map(({ scheme, value }) => `${longLabel(context, scheme)} ${value}`),
        ...(code === null && shown.length === 0 && codes.length > 1 ? [formatCount(codes.length, noun)] : []),
        ...(bic === null ? [] : [`BIC ${bic}`]),
      ]
  const known = facts.length === 0 ? 'sources and dates' : facts.join(', ')
  return `${name} (${typeLabel(type).toLowerCase()}, ${countryName(context, country)}): ${known}. With sources and dates.`
}
