/**
 * The report of an error: its text, and the link that passes it on to the operator. The server renders it, and the script
 * again while a person types. The service stores nothing.
 */
import { type Html, html } from '../html.ts'
import { copyLabelled } from '../views/copy-button.ts'

/** What the report is about, as JSON in the page. */
export interface ReportSubject {
  title: string
  /** What the directory has, a line each. */
  facts: readonly string[]
  /** Numbers that are no account numbers: the codes of the bank. */
  codes: readonly string[]
  /** Regular expressions of the codes of the country: another code may be right. */
  codePatterns: readonly string[]
  /** The operator's address for reports, if there is one. */
  target?: string | undefined
}

export interface ReportAnswers {
  /** What is right. */
  right: string
  /** A link to a publication that says so. */
  proof: string
}

export const answerLimits = { right: 2000, proof: 500 }

/** The answers come first: a link that is too long loses the end of the text, and the directory knows the facts. */
export function reportText({ title, facts }: ReportSubject, { right, proof }: ReportAnswers): string {
  const answers = `What is right:\n${right || '(not filled in yet)'}\n\nProof:\n${proof || '(not filled in yet)'}`
  return [title, answers, ...(facts.length > 0 ? [`In the directory:\n${facts.join('\n')}`] : [])].join('\n\n')
}

/** Mail programs cut off longer addresses, web servers reject them. */
const addressMax = { mail: 1_800, web: 6_000 }

/**
 * Returns the address that opens the operator's form or a mail with the report. `{title}` and `{body}` in an https address
 * stand for its parts; without them they are the parameters `title` and `body`, as on GitHub.
 */
export function reportAddress(target: string, title: string, text: string): { address: string; isShortened: boolean } {
  const isMail = /^mailto:/i.test(target)
  const max = isMail ? addressMax.mail : addressMax.web
  const write = (body: string): string =>
    isMail
      ? `${target}?subject=${encode(title)}&body=${encode(body.replaceAll('\n', '\r\n'))}`
      : inForm(target, title, body)
  const address = write(text)
  if (address.length <= max) return { address, isShortened: false }
  const lines = text.split('\n')
  for (let count = lines.length - 1; count > 0; count--) {
    const shorter = write(`${lines.slice(0, count).join('\n')}\n…`)
    if (shorter.length <= max) return { address: shorter, isShortened: true }
  }
  return { address: write('…'), isShortened: true }
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

function inForm(target: string, title: string, body: string): string {
  if (/\{(?:title|body)\}/.test(target))
    return target.replaceAll(/\{(title|body)\}/g, (_, part) => encode(part === 'title' ? title : body))
  const [, address, fragment = ''] = /^([^#]*)(#.*)?$/s.exec(target) as unknown as [string, string, string?]
  return `${address}${address.includes('?') ? '&' : '?'}title=${encode(title)}&body=${encode(body)}${fragment}`
}

/** Six or more digits, with the separators that people write between them. */
const longNumber = /\p{Nd}(?:[ .-]?\p{Nd}){5,}/gu

const date = /^\d{4}-\d\d-\d\d$/

/** Returns the numbers that may be account numbers: they are no codes of the bank, no dates and no part of a link. */
export function accountLikeNumbers({ codes }: ReportSubject, { right, proof }: ReportAnswers): string[] {
  const digitsOf = (text: string): string => text.replaceAll(/\P{Nd}/gu, '')
  const known = new Set(codes.map(digitsOf))
  const withoutLinks = `${right}\n${proof}`.replaceAll(/https?:\/\/\S+/g, '')
  return (withoutLinks.match(longNumber) ?? []).filter((number) => !date.test(number) && !known.has(digitsOf(number)))
}

/** The content of `#report-text`: the text, and how it gets to the operator. */
export function composedReport(subject: ReportSubject, answers: ReportAnswers): Html {
  const text = reportText(subject, answers)
  const numbers = accountLikeNumbers(subject, answers)
  return html`${numbers.length > 0 ? html`<p class="notice warn"><strong>Is ${numbers.join(' or ')} an account number?</strong> Then take it out. Codes of banks may stay.</p>` : undefined}
<pre class="report-text" tabindex="0" aria-label="Text of the report">${text}</pre>
<p class="report-actions">${delivery(subject, text, numbers)}${copyLabelled(text, 'Copy the text')}</p>`
}

/** A link becomes part of a log somewhere, so it may contain what can be a code, but no other long number. */
const fitsCode = ({ codePatterns }: ReportSubject, number: string): boolean =>
  codePatterns.some((pattern) => new RegExp(pattern).test(number))

function delivery(subject: ReportSubject, text: string, numbers: readonly string[]): Html {
  const { title, target } = subject
  if (target === undefined)
    return html`<span>Copy the text, and give it to the operator of this service: the people from whom you have its address.</span> `
  const { address, isShortened } = reportAddress(target, title, text)
  const isMail = /^mailto:/i.test(target)
  if (!isMail && !numbers.every((number) => fitsCode(subject, number)))
    return html`<span>A link to ${new URL(address).host} appears here once the number is removed.</span> `
  const label = isMail ? 'Write the mail' : `Continue on ${new URL(address).host}`
  const note = isMail
    ? 'Your mail program opens with this text.'
    : 'A form opens with this text. You see it before you send it.'
  return html`<a class="button primary" href="${address}" rel="noopener noreferrer nofollow">${label}</a> <span>${note}${isShortened ? ' It is too long for a link, so copy the whole text as well.' : ''}</span> `
}
