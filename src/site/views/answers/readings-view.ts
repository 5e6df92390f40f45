/**
 * The answer to "which bank does this belong to?": the most likely reading of an identifier in large type, with what is
 * wrong with it if it is invalid, and all other readings in one line each.
 */
import { type Html, html } from '../../html.ts'
import {
  badge,
  bankRow,
  highlight,
  highlightDifferences,
  type RowBank,
  type RowOptions,
  relationBadge,
} from '../bank-row.ts'
import { copyButton, copyCode } from '../copy-button.ts'
import { formatIdentifier, humanize, kindLabels } from '../labels.ts'
import { bankPath, emptySearch, searchPath } from '../page-paths.ts'
import { looksPrivate } from '../text/identifier-guess.ts'
import { formatCount } from '../text/text-format.ts'
import { countryName, flag, type ViewContext } from '../view-context.ts'
import { askedCode, headlineCodes, type ReadBank, type Reading, type Resolved } from './readings.ts'

/** Possible banks beyond this number are folded. */
const banksMax = 6
const othersMax = 8

/** The content of `#answer`. `identifier`: what was checked, as the user typed it. `listed`: the banks below it. */
export function answer(
  context: ViewContext,
  { readings }: Resolved,
  identifier: string,
  country = '',
  listed: readonly Pick<RowBank, 'id'>[] = [],
): Html {
  const [first, ...others] = readings.map(withoutSponsors)
  if (!first) return unrecognised(context, identifier, country)
  return html`<article class="answer ${first.verdict}${isKnown(first, others) ? ' known' : ''}">
${headline(context, first, others)}
${shownIdentifier(first, identifier)}
${first.message && html`<p class="answer-message">${first.message}${first.at ? ` Check ${describeRange(first.at)}.` : ''}</p>`}
${suggestion(context, first, country)}
${bankDetails(context, first)}
${computedIban(first)}
${remarks(first)}
${otherReadings(
  context,
  others.filter(({ banks: [bank] }) => !listed.some(({ id }) => id === bank?.id)),
)}
</article>`
}

/** A reading in which the banks that lend the code (`sponsors`) are separate from the banks that use it. */
interface ShownReading extends Reading {
  sponsors?: ReadBank[]
}

function withoutSponsors(reading: Reading): ShownReading {
  const sponsors = reading.banks.filter(({ relation }) => relation === 'sponsor')
  if (sponsors.length === 0) return reading
  const banks = reading.banks.filter(({ relation }) => relation !== 'sponsor')
  return { ...reading, banks, bank_count: reading.bank_count - sponsors.length, sponsors }
}

/**
 * Whether the readings answer a search for this text. Text such as "1st national" or "barclays" has the form of an
 * identifier by chance.
 */
export const isAnswer = ({ readings }: Resolved, text: string): boolean =>
  readings.length > 0 && (/\p{Nd}/u.test(text) || readings.some(({ banks }) => banks.length > 0))

/** The answer in one line, for the status line. */
export function answerStatus({ readings }: Resolved): string {
  const [first, ...others] = readings.map(withoutSponsors)
  if (!first) return 'Not recognised'
  const [bank] = first.banks
  return [verdictText(first, others), first.banks.length === 1 ? bank?.name : undefined].filter(Boolean).join(' · ')
}

/** "Valid IBAN · Commerzbank · BIC COBADEFF", "Known code · Zenith Bank · CBN 057 · NIP 000015". An invalid identifier names its bank below the error. */
function headline(context: ViewContext, reading: Reading, others: readonly Reading[]): Html {
  const { verdict, banks, bank_count: count } = reading
  const [bank] = banks
  const parts: (Html | string)[] = [html`<span class="answer-verdict">${verdictText(reading, others)}</span>`]
  if (verdict !== 'invalid') {
    if (bank && count === 1) parts.push(bankLink(context, bank, askedCode(context, reading)))
    else if (count > 1) parts.push(formatCount(count, 'possible bank'))
    for (const code of headlineCodes(context, reading))
      parts.push(
        html`<span class="answer-code">${copyCode(context, code, { bank: count === 1 ? bank : undefined })}</span>`,
      )
  }
  return html`<h2 class="answer-line">${parts.map((part, at) => (at === 0 ? part : html` <span class="dot" aria-hidden="true">·</span> ${part}`))}</h2>`
}

const bankLink = (context: ViewContext, { id, name }: ReadBank, code?: string): Html =>
  html`<a href="${bankPath(context, id)}" data-bank="${id}"${code && html` data-code="${code}"`}>${name}</a>`

/** Whether there are checks beyond length and structure: only these detect typos. */
const hasCheckDigits = ({ checks }: Reading): boolean =>
  checks.some((check) => !['length', 'structure', 'range'].includes(check))

/** Whether the code has no check digits, but the directory knows its holder, and the code has no other meaning. */
const isKnown = ({ verdict, banks }: Reading, others: readonly Reading[]): boolean =>
  verdict === 'possible' &&
  banks[0]?.relation === 'holder' &&
  !others.some((other) => other.verdict === 'valid' || other.verdict === 'possible')

function verdictText(reading: Reading, others: readonly Reading[]): string {
  const { verdict, kind, branch, branch_checked: isBranchChecked } = reading
  const noun = kindLabels[kind] ?? humanize(kind)
  switch (verdict) {
    case 'valid':
      return `${hasCheckDigits(reading) ? 'Valid' : 'Known'} ${noun}`
    case 'possible':
      return `${isKnown(reading, others) ? 'Known' : 'Possible'} ${noun}`
    case 'former':
      return `Former ${noun}, no longer in use`
    case 'unknown':
      if (branch) return `Known ${noun}, unknown bank`
      if (isBranchChecked) return `Unknown ${noun}`
      return `${hasCheckDigits(reading) ? 'Valid' : 'Plausible'} ${noun}, unknown bank`
    default:
      return `Invalid ${noun}`
  }
}

/** The identifier as it is usually written, with the typo marked, unless it was typed like this. */
function shownIdentifier(
  { kind, canonical, at, suggestion: other, verdict, formatted }: Reading,
  typed: string,
): Html | undefined {
  if (verdict !== 'invalid') {
    if (formatted === null || formatted === typed.trim()) return undefined
    return html`<p class="answer-identifier"><code>${formatted}</code>${copyButton(formatted)}</p>`
  }
  const shown = at
    ? highlight(canonical, [at])
    : highlightDifferences(formatIdentifier(canonical, kind), other && formatIdentifier(other, kind))
  return html`<p class="answer-identifier"><code>${shown}</code></p>`
}

const describeRange = ([from = 0, to = 0]: readonly number[]): string =>
  to - from > 1 ? `characters ${from + 1} to ${to}` : `character ${from + 1}`

/** A form, so that it works without script and never puts the identifier into the URL. The script reads `data-use`. */
function suggestion(
  { base }: ViewContext,
  { kind, canonical, suggestion: value }: Reading,
  country: string,
): Html | undefined {
  if (value === null) return undefined
  const shown = formatIdentifier(value, kind)
  return html`<form class="answer-suggestion" method="post" action="${base}/check"><input type="hidden" name="identifier" value="${shown}">${country && html`<input type="hidden" name="country" value="${country.toLowerCase()}">`}<button type="submit" class="button primary" data-use="${shown}">Use <code>${highlightDifferences(shown, formatIdentifier(canonical, kind))}</code></button></form>`
}

/** Shows a single bank as a line with its country and code, and several banks as one row each. */
function bankDetails(context: ViewContext, reading: ShownReading): Html | undefined {
  const { banks, verdict } = reading
  const [bank] = banks
  if (!bank) return partsLine(context, reading)
  if (banks.length > 1) {
    const rows = banks.map((one) => bankRow(context, one, rowOptions(reading)))
    const rest = rows.slice(banksMax)
    return html`${partsLine(context, { ...reading, parts: {} })}${banks.length > banksMax ? bankFilter : undefined}<div class="answer-banks" role="grid" aria-label="Possible banks">${rows.slice(0, banksMax)}</div>${rest.length > 0 ? html`<details class="answer-more"><summary>${formatCount(rest.length, 'more bank')}</summary><div role="grid" aria-label="More possible banks">${rest}</div></details>` : undefined}`
  }
  // The headline of a valid identifier names the bank.
  return html`${partsLine(context, reading, bank)}${verdict === 'invalid' ? html`<div class="answer-banks" role="grid" aria-label="Bank">${bankRow(context, bank, rowOptions(reading))}</div>` : undefined}`
}

/** For each of hundreds of banks whose check digit fits a NUBAN, so the reader narrows them down. Needs the script. */
const bankFilter = html`<p class="answer-filter script-only"><label>Which bank did they say? <input type="search" data-filters-banks autocomplete="off" spellcheck="false"></label></p><p class="note" data-no-bank hidden>No possible bank has this name.</p>`

const computedIban = ({ iban }: Reading): Html | undefined =>
  iban === null
    ? undefined
    : html`<p class="answer-iban">IBAN <code>${formatIdentifier(iban, 'iban')}</code>${copyButton(iban, `IBAN ${iban}`)} (computed)</p>`

const rowOptions = ({ scheme, parts }: Reading): RowOptions => ({
  idPrefix: 'answer',
  code: scheme !== null && parts.code !== undefined ? { scheme, value: parts.code } : undefined,
})

/** "Germany · Bank code 37040044 · Account 0532013000": what the identifier consists of, its branch, and who lends it. */
function partsLine(context: ViewContext, reading: ShownReading, bank?: ReadBank): Html | undefined {
  const { scheme, kind, parts, branch, sponsors = [] } = reading
  const place = branch ? [branch.name, branch.city, branch.region].filter((part) => part !== null).join(', ') : ''
  const code = bank?.country ?? parts.country
  const label = scheme === null ? undefined : context.schemes.get(scheme)?.label
  const named = Object.entries(parts).filter(([name]) => shownParts.has(name))
  const texts: (Html | string)[] = [
    ...(code ? [html`${flag(context, code)}${countryName(context, code)}`] : []),
    ...(kind === 'bank_code' && parts.code ? [html`${label ?? 'Code'} <code>${parts.code}</code>`] : []),
    ...named.map(([name, value]) => html`${humanize(name)} <code>${value ?? ''}</code>`),
    ...(place === '' ? [] : [html`Branch ${place}`]),
    ...sponsors.map((sponsor) => html`lent by ${bankLink(context, sponsor)}`),
  ]
  if (texts.length === 0) return undefined
  return html`<p class="answer-parts">${texts.map((text, at) => (at === 0 ? text : html` · ${text}`))} ${bank && relationBadge(bank)}</p>`
}

const shownParts = new Set(['bank_code', 'branch_code', 'sort_code', 'clearing', 'account'])

const accountKinds = new Set(['iban', 'gb_account', 'nuban', 'account_number'])

function remarks(reading: Reading): Html {
  const { kind, verdict, note, account_checked: isAccountChecked, branch_checked: isBranchChecked, checks } = reading
  const isAccount = isAccountChecked !== null || accountKinds.has(kind)
  const sentences = [
    note && remarkOn(note),
    kind === 'bank_code' && verdict !== 'invalid' && checks.length > 0 ? 'Codes of this kind have no check digit.' : '',
    isBranchChecked === false && verdict === 'valid'
      ? 'The branch code was not checked: the directory has no list of these codes.'
      : '',
    isAccountChecked === false && verdict === 'valid' ? 'The account number itself has no public check.' : '',
    isAccount && verdict !== 'invalid' ? 'Valid does not mean the account exists. Only the bank can tell.' : '',
  ].filter((sentence) => sentence)
  return html`${sentences.map((sentence) => html`<p class="note">${sentence}</p>`)}`
}

/** The API's notes are written for programmers where they name a parameter. */
const remarkOn = (note: string): string =>
  note.replace(/;? add the country to choose one\.?/, '. Choose a country to narrow it down.').replaceAll('`', '')

function otherReadings(context: ViewContext, readings: readonly Reading[]): Html | undefined {
  if (readings.length === 0) return undefined
  const rest = readings.length - othersMax
  return html`<ul class="answer-others">${readings.slice(0, othersMax).map((reading) => html`<li>${otherReading(context, reading)}</li>`)}${rest > 0 ? html`<li>and ${formatCount(rest, 'more possible meaning')}</li>` : undefined}</ul>`
}

/** "also Belgium: Belfius" */
function otherReading(context: ViewContext, reading: Reading): Html {
  const { banks, bank_count: count, parts, scheme, verdict } = reading
  const [bank] = banks
  const code = bank?.country ?? parts.country
  const label = scheme === null ? undefined : context.schemes.get(scheme)?.label
  const where = code ? html`${flag(context, code, 16)}${countryName(context, code)}: ` : undefined
  const what = html`<span class="answer-kind">${label ?? verdictText(reading, [])}</span>`
  if (!bank) return html`also ${where}${what}`
  return html`also ${where}${bankLink(context, bank)} ${verdict === 'former' ? badge('former', 'former code') : relationBadge(bank)}${count > 1 ? ` and ${formatCount(count - 1, 'other')}` : ''} ${what}`
}

function unrecognised(context: ViewContext, identifier: string, country: string): Html {
  const search = looksPrivate(identifier)
    ? html`or search for the bank by name`
    : html`or <a href="${searchPath(context, { ...emptySearch, query: identifier.trim(), country })}">search banks for “${identifier.trim()}”</a>`
  return html`<article class="answer unknown"><h2 class="answer-line">Not recognised</h2><p>We don’t recognise this. Check it, ${country === '' ? 'choose a country, ' : ''}${search}.</p></article>`
}
