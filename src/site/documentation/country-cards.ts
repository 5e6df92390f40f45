/** Writes a card for each country as Markdown: what a payment needs, the account number, what to watch out for, and gaps. */
import { readFileSync } from 'node:fs'
import type { Directory } from '../../directory/lookups.ts'
import type { PaymentMethod } from '../../directory/records/account-requirements-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { patternInWords } from '../views/text/pattern-words.ts'
import { formatCount } from '../views/text/text-format.ts'

export interface CountryCard {
  markdown: string
  /** Set for the first country with this letter. */
  letter?: string
}

/** Returns the cards in alphabetical order. */
export function countryCards(directory: Directory): CountryCard[] {
  const notes = readCountryNotes()
  return directory.countries
    .toSorted((a, b) => a.display_name.localeCompare(b.display_name, 'en'))
    .map((country, at, sorted) => {
      const markdown = countryCard(country, directory.listPaymentMethods(country), notes.get(country.code) ?? [])
      const [letter, previous] = [letterOf(country), letterOf(sorted[at - 1])]
      return letter === previous ? { markdown } : { markdown, letter }
    })
}

/** The first letter of the name, without accents. */
const letterOf = (country: SupportedCountry | undefined): string =>
  country?.display_name.normalize('NFD').charAt(0).toUpperCase() ?? ''

function countryCard(country: SupportedCountry, methods: readonly PaymentMethod[], notes: string[]): string {
  const { code, display_name, bank_count, currency } = country
  // Methods can share a note.
  const remarks = [...new Set([...methods.flatMap(({ note }) => note ?? []), ...notes])]
  const remarkList = (title: string, isListed: (remark: string) => boolean): string[] => {
    const items = remarks.filter(isListed).map((remark) => nested(remark.replace(gapMark, '')))
    return items.length > 0 ? [`- **${title}**`, ...items] : []
  }
  return [
    `### ${display_name}`,
    '',
    `\`${code}\` · ${formatCount(bank_count, 'bank')} · ${currency} · [See the banks](/countries/${code.toLowerCase()})`,
    '',
    `- **To pay:** ${methods.map(fieldsOf).join('; or ')}`,
    ...codesOf(country).map(nested),
    `- **Account:** ${accountOf(country)}`,
    ...remarkList('Watch out', (remark) => !isGap(remark)),
    ...remarkList('Gaps', isGap),
    '',
  ].join('\n')
}

/** The start of a remark about missing, old or doubtful facts. */
const gapMark = /^Gaps: /
const isGap = (remark: string): boolean => gapMark.test(remark)

const nested = (item: string): string => `  - ${item}`

const fieldsOf = ({ fields }: PaymentMethod): string => fields.map(({ label }) => label).join(', ')

const formatOf = (pattern: string): string => patternInWords(pattern) ?? `\`${pattern}\``

function codesOf({ kind, members, bank_codes }: SupportedCountry): string[] {
  if (kind === 'region') return [`Each of the ${members?.length} members has its own bank codes`]
  return bank_codes
    .filter(({ use }) => use === 'payment')
    .map(({ scheme, label, pattern, used_for }) => `${label}, ${formatOf(pattern)}, \`codes.${scheme}\`: ${used_for}`)
}

function accountOf({ account_number: { label, pattern, example } }: SupportedCountry): string {
  return `${label}, ${formatOf(pattern)}${example ? `, such as \`${example}\`` : ''}`
}

/** What to watch out for in each country, and what the data lacks. */
const notesFile = new URL('../../../docs/site/country-notes.md', import.meta.url)

/** Returns the remarks by country code, as Markdown without line breaks. */
function readCountryNotes(): Map<string, string[]> {
  const notes = new Map<string, string[]>()
  for (const section of readFileSync(notesFile, 'utf8').split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n')
    const remarks = lines
      .join('\n')
      .split(/^- /m)
      .slice(1)
      .map((remark) => remark.trim().replaceAll(/\s*\n\s*/g, ' '))
    for (const code of heading.split(' ')) notes.set(code, [...(notes.get(code) ?? []), ...remarks])
  }
  return notes
}
