/** The form for an error in the facts of a bank, for a missing bank, or for anything else. */
import type { BankDetail } from '../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../pages/page-context.ts'
import { dataBlock, type PageContent } from '../pages/page-layout.ts'
import { codeGroups } from '../views/codes/bank-codes.ts'
import { statusLabels } from '../views/labels.ts'
import { bankPath, countryPath, reportPath } from '../views/page-paths.ts'
import { formatCount, formatDate, formatNumber } from '../views/text/text-format.ts'
import { countryName, inCountry, type ViewContext } from '../views/view-context.ts'
import { answerLimits, composedReport, type ReportAnswers, type ReportSubject } from './report-text.ts'

export interface ReportedThing {
  bank?: BankDetail | undefined
  /** The country of the bank, or where one is missing. */
  country?: SupportedCountry | undefined
}

const noAnswers: ReportAnswers = { right: '', proof: '' }

/** `target`: the operator's address for reports. */
export function reportPage(
  { frame, context }: PageContext,
  target: string | undefined,
  about: ReportedThing = {},
  answers: ReportAnswers = noAnswers,
): PageContent {
  const { bank, country } = about
  const { heading, label, hint, subject } = describe(context, { ...about, revision: frame.revision, target })
  const action = reportPath(context, { bank: bank?.id, country: bank ? '' : country?.code })
  const main = html`<article class="prose report">
<h1>${heading}</h1>
<p class="lead">${introduction(context, about)}</p>
${
  subject.facts.length > 0
    ? html`<h2>In the directory</h2>
<ul class="report-facts">${subject.facts.map((fact) => html`<li>${fact}</li>`)}</ul>`
    : undefined
}
<form id="report" class="report-form" method="post" action="${action}">
<p><label for="right">${label}</label><span id="right-hint" class="hint">${hint} No account numbers, no names of customers.</span>
<textarea id="right" name="right" rows="4" maxlength="${answerLimits.right}" required aria-describedby="right-hint">${answers.right}</textarea></p>
<p><label for="proof">A link that proves it</label><span id="proof-hint" class="hint">A page of the bank, the regulator or the payment scheme.</span>
<input id="proof" name="proof" type="url" maxlength="${answerLimits.proof}" pattern="https?://.+" value="${answers.proof}" placeholder="https://" aria-describedby="proof-hint"></p>
<p><button type="submit" class="button">Show the report</button></p>
</form>
<h2 id="your-report" tabindex="-1">Your report</h2>
<section id="report-text" aria-label="Your report">
${composedReport(subject, answers)}
</section>
<p class="note">This service stores nothing of it and sends nothing by itself. <a href="${context.base}/contributing">Contributing</a> says how to correct the data yourself.</p>
<p id="announcement" class="visually-hidden" role="status"></p>
${dataBlock('application/json', subject, 'report-data')}
</article>`
  const isAboutAll = bank === undefined && country === undefined
  return {
    title: `${heading} · Bank Lookup`,
    description:
      'Report a wrong code, name or status, or a bank that is missing, with a link that proves what is right.',
    main,
    path: reportPath({ base: '' }),
    isUnlisted: !isAboutAll,
    script: 'report-form.js',
  }
}

function describe(
  context: ViewContext,
  { bank, country, revision, target }: ReportedThing & { revision: string; target: string | undefined },
): { heading: string; label: string; hint: string; subject: ReportSubject } {
  // The patterns of payment providers fit most account numbers.
  const ownSchemes = country?.bank_codes.filter(({ use }) => use !== 'provider') ?? []
  const codePatterns = ownSchemes.map(({ pattern }) => pattern)
  if (bank) {
    const subject = {
      title: `Wrong data: ${bank.name} (${bank.id})`,
      facts: factsOf(context, bank, revision),
      codes: [...bank.code_details.map(({ value }) => value), bank.lei ?? ''],
      codePatterns,
      target,
    }
    const hint = 'For example: the code is 000000, or the bank has closed.'
    return { heading: `Report an error: ${bank.name}`, label: 'What is right?', hint, subject }
  }
  if (country) {
    const where = inCountry(context, country.code)
    const subject = {
      title: `Missing bank ${where}`,
      facts: [`Data revision: ${revision}`],
      codes: [],
      codePatterns,
      target,
    }
    const hint = 'Its name, its codes and its website.'
    return { heading: `Report a missing bank ${where}`, label: 'Which bank is missing?', hint, subject }
  }
  const subject = {
    title: 'Error in Bank Lookup',
    facts: [`Data revision: ${revision}`],
    codes: [],
    codePatterns,
    target,
  }
  const hint = 'What you looked for, what you found, and what you expected.'
  return { heading: 'Report an error', label: 'What is wrong, and what is right?', hint, subject }
}

function introduction(context: ViewContext, { bank, country }: ReportedThing): Html {
  if (bank)
    return html`Check what <a href="${bankPath(context, bank.id)}">its card</a> says, and write what is right. The text below is ready to send.`
  if (country)
    return html`Look for it among the <a href="${countryPath(context, country.code)}">${formatCount(country.bank_count, 'bank')}</a> first: it may have another name.`
  return html`About one bank? <a href="${context.base}/">Find it</a>, and choose “Report an error” on its card: its facts are filled in then.`
}

/** A large bank has hundreds of codes of one kind. The card has all of them. */
const codesMax = 5

function factsOf(context: ViewContext, bank: BankDetail, revision: string): string[] {
  const { id, name, country, status, status_since: since, successor, sources, bic_details: bics } = bank
  const publishers = new Map(sources.map((source) => [source.id, source.publisher]))
  const sourced = (source: string | null, date: string | null): string =>
    source === null ? '' : ` – ${publishers.get(source) ?? source}${date === null ? '' : `, ${formatDate(date)}`}`
  const someOf = (label: string, lines: string[]): string[] => {
    const more = lines.length - codesMax
    return [...lines.slice(0, codesMax), ...(more > 0 ? [`${label}: ${formatNumber(more)} more`] : [])]
  }
  const codes = (['payment', 'provider', 'identity'] as const).flatMap((use) =>
    codeGroups(bank, use).flatMap(({ label, status: codeStatus, codes: ofGroup }) => {
      const mark = codeStatus === 'current' ? '' : ` (${codeStatus})`
      const lines = ofGroup.map((code) => `${label} ${code.value}${mark}${sourced(code.source, code.as_of)}`)
      return someOf(label, lines)
    }),
  )
  return [
    `Name: ${name}`,
    `Country: ${countryName(context, country)}`,
    `Status: ${statusLabels[status] ?? status}${since === null ? '' : `, since ${formatDate(since)}`}${successor === null ? '' : `, successor ${successor}`}`,
    ...codes,
    ...someOf(
      'BIC',
      bics.map(({ bic, source, as_of: date }) => `BIC ${bic}${sourced(source, date)}`),
    ),
    ...(context.publicUrl === '' ? [] : [`Page: ${context.publicUrl}${bankPath({ base: '' }, id)}`]),
    `Data revision: ${revision}`,
  ]
}

/** A bank that does not exist. `near`: banks with similar names. */
export const unknownReportPage = (
  { context }: PageContext,
  id: string,
  near: readonly { id: string; name: string }[],
): PageContent => ({
  title: 'Bank not found · Bank Lookup',
  description: 'No bank has this id.',
  main: html`<article class="prose"><h1>Bank not found</h1>
<p>No bank has the id <code>${id}</code>.${near.length > 0 ? ' Did you mean one of these?' : ''}</p>
${near.length > 0 ? html`<ul>${near.map((one) => html`<li><a href="${reportPath(context, { bank: one.id })}">${one.name}</a> (<code>${one.id}</code>)</li>`)}</ul>` : undefined}
<p><a href="${context.base}/">Find the bank</a>, and choose “Report an error” on its card, or <a href="${reportPath(context)}">report something else</a>.</p>
</article>`,
  isUnlisted: true,
})
