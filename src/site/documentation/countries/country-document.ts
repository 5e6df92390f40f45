/** Writes the page of a country as Markdown: how to pay, account numbers and codes, rails, what to watch out for, and the age of the data. */
import { partsOfMethod } from '../../../directory/accounts/number-parts.ts'
import type { Directory } from '../../../directory/lookups.ts'
import type { AccountField, PaymentMethod } from '../../../directory/records/account-requirements-record.ts'
import { displayNameOf, type SupportedCountry } from '../../../directory/records/country-record.ts'
import { railCountries } from '../../../directory/records/rail-record.ts'
import { ownSource, type Source } from '../../../directory/records/source.ts'
import { countCitations } from '../../../directory/views/source-citations.ts'
import { patternInWords } from '../../views/text/pattern-words.ts'
import { formatCount } from '../../views/text/text-format.ts'
import { nameInSentence } from '../../views/view-context.ts'
import { addressOf } from '../addresses.ts'
import type { Document } from '../documentation-pages.ts'
import type { TableFormat } from '../tables.ts'
import { countryEntry, countrySlug } from './country-entry.ts'
import { notesOn } from './country-notes.ts'

/** Yields every millisecond or two. */
export function* countryDocument(
  country: SupportedCountry,
  directory: Directory,
  format: Pick<TableFormat, 'drawing'>,
): Generator<void, Document> {
  const { code, currency, bank_count, iban, kind, note } = country
  const path = code.toLowerCase()
  const methods = directory.listPaymentMethods(country)
  const { remarks, gaps } = notesOn(
    code,
    methods.flatMap((method) => method.note ?? []),
  )
  const facts = [
    `\`${code}\``,
    `[${formatCount(bank_count, 'open bank')}](/countries/${path})`,
    currency,
    iban ? 'IBAN' : 'no IBAN',
    '[Coverage](/coverage#countries)',
    `[All countries](${addressOf('countries')})`,
  ]
  const parts = [
    facts.join(' · '),
    ...(kind === 'region' ? [membersOf(country, directory)] : []),
    '## How to pay',
    ...methods.flatMap((method) => methodText(method, directory, format)),
    '## Try it',
    `The form checks an account as [\`POST /v1/accounts/check\`](${addressOf('check-accounts')}) does with \`"country": "${path}"\`.`,
    '{{country_form}}',
    ...section('Bank codes', codesOf(country)),
    ...section('Rails', railsOf(country, directory)),
    ...section('Watch out', remarks),
    ...section('Gaps', [...(note === null ? [] : [note]), ...gaps]),
    '## Age of the data',
    ...(yield* ageOf(country, directory)),
  ]
  return { ...countryEntry(country), markdown: `${parts.join('\n\n')}\n` }
}

const section = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`## ${title}`, listOf(items)]

const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

function membersOf({ members }: SupportedCountry, { packed }: Directory): string {
  const links = packed.countries
    .filter(({ code }) => members?.includes(code))
    .map((member) => `[${displayNameOf(member)}](${addressOf(countrySlug(member.code))})`)
  return `The list has the banks of ${links.length} members together: ${links.join(', ')}.`
}

function methodText(method: PaymentMethod, { packed }: Directory, format: Pick<TableFormat, 'drawing'>): string[] {
  const drawing = format.drawing(method.label, partsOfMethod(method, packed.accountForms))
  return [
    `### ${method.label}`,
    `Payment method \`${method.id}\`, in ${method.currency}.`,
    listOf(method.fields.map(fieldText)),
    ...(drawing ? [drawing] : []),
  ]
}

function fieldText({ label, key, pattern, hint, type, required }: AccountField): string {
  // The pattern of a bank field has all codes that it accepts; those of phone numbers have prefixes.
  const words = type === 'bank' || type === 'tel' || pattern === null ? undefined : patternInWords(pattern)
  return `**${label}** (\`${key}\`${words ? `, ${words}` : ''}${required ? '' : ', optional'}): ${hint}`
}

function codesOf({ kind, bank_codes }: SupportedCountry): string[] {
  if (kind === 'region') return ['Each member has its own bank codes.']
  return bank_codes.map(
    ({ scheme, label, pattern, use, used_for }) =>
      `[${label}](${addressOf('schemes')}#entry-${scheme}), ${patternInWords(pattern) ?? `\`${pattern}\``}, \`codes.${scheme}\`: ${used_for}${use === 'payment' ? '' : '; not for payments'}`,
  )
}

const railsOf = ({ code }: SupportedCountry, { packed }: Directory): string[] =>
  packed.rails
    .filter((rail) => railCountries(rail, [...packed.countries, ...packed.regions]).has(code))
    .map(({ id, label, operator, source, complete }) => {
      const list = packed.sources.get(source ?? '')
      const state = list ? `list as of ${list.date}, ${complete ? 'complete' : 'not complete'}` : 'no list'
      return `**${label}** (\`${id}\`), ${operator}: ${state}`
    })

/** Escapes what Markdown would read as markup. */
const asText = (text: string): string => text.replaceAll(/[\\`*_<[\]]/g, '\\$&')

/** The sources with the most citations are the lists that most of the data comes from. */
const listsMax = 5

function* ageOf(country: SupportedCountry, directory: Directory): Generator<void, string[]> {
  const { code, kind } = country
  const name = nameInSentence(code, country.display_name)
  const path = code.toLowerCase()
  const [latest] = yield* directory.releasesIn(country)
  const changes = `${latest ? `The last release that changed the list is of ${latest.date}: ${formatCount(latest.changes.length, 'bank')} changed.` : 'No release has changed the list yet.'} [Changes by month](/countries/${path}/changes)`
  if (kind === 'region') return [changes, 'The page of each member has the dates of its lists.']
  const counts = yield* countCitations(directory.packed, [code])
  const lists = [...counts]
    .filter(([id]) => id !== ownSource)
    .sort(([, a], [, b]) => b.banks + b.codes - a.banks - a.codes)
    .slice(0, listsMax)
    .map(([id, { banks }]) => ({ ...(directory.packed.sources.get(id) as Source), banks }))
  const items = lists.map(
    ({ title, publisher, date, banks, redistribution }) =>
      `${date}: ${asText(title)} (${asText(publisher)}), ${formatCount(banks, 'bank')}, terms: ${redistribution}`,
  )
  return [
    'The lists that most of the data comes from:',
    listOf(items),
    `[All sources for ${name}](/sources?country=${path})`,
    changes,
  ]
}
