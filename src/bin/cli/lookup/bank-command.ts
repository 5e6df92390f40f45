/** The command that shows one bank with all its codes. */
import { printable } from '../../../dataset/printable.ts'
import type { BankDetail } from '../../../directory/records/bank-record.ts'
import { type Command, rejectExtraArguments, UsageError } from '../command.ts'
import { asJson } from '../output-format.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatTable } from '../terminal/table.ts'
import { padEnd, wrap } from '../terminal/text-width.ts'
import { formatRails } from './format-rails.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

export const bank: Command = {
  usage: `<id> ${sourceUsage}`,
  summary: 'Show one bank: its names, its codes and what each is used for, and how reliable the data is.',
  options: sourceOptions,
  examples: ['bank ng-gtbank', 'bank de-commerzbank --json'],
  failureCode: 2,
  run: async ({ values, positionals, screen, write, note, env }) => {
    const [id, ...extra] = positionals
    if (id === undefined) throw new UsageError('Name the id of the bank, as in bank-lookup bank ng-gtbank.')
    rejectExtraArguments(extra)
    const source = await openSource({ values, env }, [countryOfId(id)])
    const found = await source.findBank(id)
    if (!found) {
      note(`Unknown bank ${JSON.stringify(id)}; bank-lookup search shows the ids.\n`)
      return 1
    }
    await write(values.json ? asJson(found) : formatBank(found, screen))
    return 0
  },
}

/** Every id starts with the code of its country. */
export function countryOfId(id: string): string {
  const [, country] = /^([a-z]{2})-/.exec(id) ?? []
  if (country !== undefined) return country
  throw new UsageError(`${JSON.stringify(id)} is not the id of a bank; bank-lookup search and resolve show the ids.`)
}

function formatBank(found: BankDetail, screen: Screen): string {
  const { status, status_since, successor } = found
  const state = status === 'active' ? 'active' : `${status}${status_since ? ` since ${status_since}` : ''}`
  const facts: [label: string, value: string | null][] = [
    ['ID', found.id],
    ['Short name', found.short_name],
    ['Legal name', found.legal_name],
    ['Also known as', found.aliases.join(', ') || null],
    ['Country', found.country],
    ['Type', found.type.replaceAll('_', ' ')],
    ['Place', [found.city, found.region].filter(Boolean).join(', ') || null],
    ['Status', successor ? `${state}; successor ${successor}` : state],
    ['BIC', found.bic_details.map(formatBic).join(', ') || null],
    ['LEI', found.lei],
    ['Website', found.website],
    ['USSD', found.ussd],
    ['Rails', formatRails(found.rails)],
    ['Confidence', `${found.confidence}, ${count(found.sources.length, 'source')}`],
    ['Notes', found.notes.join(' ') || null],
  ]
  const title = `${screen.paint('bold', found.name)}\n`
  const codes = found.code_details.length === 0 ? '' : `\n${formatCodes(found, screen)}`
  return title + formatFacts(facts, screen) + codes
}

/** The date is that of the list that has the BIC; it is missing if that list is not recorded. */
const formatBic = ({ bic, as_of }: BankDetail['bic_details'][number]): string =>
  as_of === null ? bic : `${bic} (as of ${as_of})`

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

function formatFacts(facts: readonly [label: string, value: string | null][], screen: Screen): string {
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null)
  const width = Math.max(...known.map(([label]) => label.length))
  return known
    .flatMap(([label, value]) =>
      wrap(printable(value), screen.columns - width - 2).map(
        (line, at) => `${screen.paint('dim', padEnd(at === 0 ? label : '', width))}  ${line}\n`,
      ),
    )
    .join('')
}

const formatCodes = ({ code_details }: BankDetail, screen: Screen): string =>
  formatTable(
    code_details,
    [
      { header: 'Code', value: ({ value }) => value, style: () => 'bold' },
      { header: 'Scheme', value: ({ scheme }) => scheme },
      { header: 'Kind', value: ({ label }) => label, shortenTo: 20, dropOrder: 2 },
      { header: 'Status', value: ({ status }) => (status === 'current' ? '' : status), style: () => 'yellow' },
      { header: 'As of', value: ({ as_of }) => as_of, dropOrder: 1 },
      { header: 'Used for', value: ({ used_for }) => used_for, shortenTo: 26 },
    ],
    screen,
  )
