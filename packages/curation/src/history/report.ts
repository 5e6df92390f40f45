/** Formats data changes as Markdown: counts first, then country by country. The text can be published as news. */

import { branchFile } from '../../../../src/dataset/data-files.ts'
import { countLines, entryWords, formatCount, isProvenance } from './change-summary.ts'
import type { BankFact } from './compare-banks.ts'
import type { Comparison } from './compare-folders.ts'
import type { TableFact } from './compare-tables.ts'
import { sentenceOf } from './describe-change.ts'

export interface ReportOptions {
  /** Whether to list all changes, including those to sources, confidence and notes. */
  all: boolean
  /** Maximum number of banks under each heading within a country. */
  banksMax: number
  /** Markdown heading level for countries. */
  depth: number
}

const factsMax = 6
const entriesMax = 20

type Group = [title: string, matches: (fact: BankFact) => boolean]

const groups: Group[] = [
  ['**REMOVED, although ids must never be removed**', ({ kind }) => kind === 'bank_removed'],
  ['Merged, closed, open again', ({ kind }) => kind === 'status_changed'],
  ['New', ({ kind }) => kind === 'bank_added'],
  ['Renamed', ({ kind }) => kind === 'renamed'],
  ['Codes', ({ kind }) => kind.startsWith('code_')],
  ['Other fields', (fact) => fact.kind === 'field_changed' && !isProvenance(fact)],
]
const groupOfAll: Group = ['Sources, confidence and notes', isProvenance]

export function report(comparison: Comparison, options: ReportOptions): string {
  const { facts, tables, countries } = comparison
  const counts = countLines(comparison)
  // If nothing was counted, only whitespace or the order of lines or fields differs.
  if (counts.length === 0) return 'No facts differ, only the formatting of the files.\n'
  const byCountry = Map.groupBy(facts, ({ country }) => country)
  const sections = [...countries].flatMap(([code, name]) => {
    const countryGroups = groupsOf(comparison, byCountry.get(code) ?? [], options)
    return countryGroups.length === 0 ? [] : [`${'#'.repeat(options.depth)} ${name} (${code})`, ...countryGroups]
  })
  const tableSection = tables.length === 0 ? [] : [`${'#'.repeat(options.depth)} Tables`, tableList(tables, options)]
  return `${[list(counts), ...sections, ...tableSection].join('\n\n')}\n`
}

function groupsOf({ nameOf }: Comparison, facts: BankFact[], { all, banksMax }: ReportOptions): string[] {
  return (all ? [...groups, groupOfAll] : groups).flatMap(([title, matches], at) => {
    const banks = [...Map.groupBy(facts.filter(matches), ({ id }) => id)]
    if (banks.length === 0) return []
    const lines = banks.map(([id, ofBank]) => {
      const sentences = ofBank.map((fact) => sentenceOf(fact, nameOf))
      return `${escapeMarkdown((ofBank[0] as BankFact).name)} (\`${id}\`): ${escapeMarkdown(truncate(sentences, factsMax, all).join(' '))}`
    })
    // The first group contains removed ids, which are always listed in full.
    return [`${title}:\n\n${list(truncate(lines, banksMax, all || at === 0))}`]
  })
}

function tableList(tables: TableFact[], { all }: ReportOptions): string {
  const lines = tables.map((fact) => {
    if ('file' in fact) return `\`${fact.file}\``
    if ('form' in fact) return `\`${branchFile(fact.form)}\``
    const fields = fact.kind === 'entry_changed' ? ` (${fact.fields.join(', ')})` : ''
    return `\`${fact.table}.json\`: \`${fact.entry}\` ${entryWords[fact.kind]}${fields}`
  })
  return list(truncate(lines, entriesMax, all))
}

function truncate(lines: string[], max: number, all: boolean): string[] {
  // Do not replace a single line, because "and 1 more" would take up just as much space.
  if (all || lines.length <= max + 1) return lines
  return [...lines.slice(0, max), `and ${formatCount(lines.length - max)} more`]
}

const list = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** Escapes Markdown characters, so that a name never turns into markup on a page or in a feed. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*[\]<>&|]/g, '\\$&')
