/** What changed in the data as Markdown: figures first, then country by country, readable as news. */

import { countLines, figure, isProvenance } from './change-summary.ts'
import type { BankFact } from './compare-banks.ts'
import type { Comparison } from './compare-folders.ts'
import type { TableFact } from './compare-tables.ts'
import { sentenceOf } from './describe-change.ts'

export interface ReportForm {
  /** Nothing is cut, and what vouches for banks is listed, too. */
  all: boolean
  /** How many are shown under each heading of a country. */
  banksMax: number
  /** How deep the headings of countries are. */
  depth: number
}

const factsMax = 6
const entriesMax = 20

type Group = [title: string, isOf: (fact: BankFact) => boolean]

const groups: Group[] = [
  ['**GONE, although ids are never dropped**', ({ kind }) => kind === 'bank_removed'],
  ['Merged, closed, open again', ({ kind }) => kind === 'status_changed'],
  ['New', ({ kind }) => kind === 'bank_added'],
  ['Renamed', ({ kind }) => kind === 'renamed'],
  ['Codes', ({ kind }) => kind.startsWith('code_')],
  ['Other fields', (fact) => fact.kind === 'field_changed' && !isProvenance(fact)],
]
const groupOfAll: Group = ['Sources, confidence and notes', isProvenance]

export function report(comparison: Comparison, form: ReportForm): string {
  const { facts, tables, countries } = comparison
  const figures = countLines(comparison)
  // Another order of lines or fields, or spaces.
  if (figures.length === 0) return 'No fact differs, only how the files are written.\n'
  const byCountry = Map.groupBy(facts, ({ country }) => country)
  const sections = [...countries].flatMap(([code, name]) => {
    const shown = groupsOf(comparison, byCountry.get(code) ?? [], form)
    return shown.length === 0 ? [] : [`${'#'.repeat(form.depth)} ${name} (${code})`, ...shown]
  })
  const beside = tables.length === 0 ? [] : [`${'#'.repeat(form.depth)} Tables`, tableList(tables, form)]
  return `${[list(figures), ...sections, ...beside].join('\n\n')}\n`
}

function groupsOf({ nameOf }: Comparison, facts: BankFact[], { all, banksMax }: ReportForm): string[] {
  return (all ? [...groups, groupOfAll] : groups).flatMap(([title, isOf], at) => {
    const banks = [...Map.groupBy(facts.filter(isOf), ({ id }) => id)]
    if (banks.length === 0) return []
    const lines = banks.map(([id, ofBank]) => {
      const sentences = ofBank.map((fact) => sentenceOf(fact, nameOf))
      return `${plain((ofBank[0] as BankFact).name)} (\`${id}\`): ${plain(cut(sentences, factsMax, all).join(' '))}`
    })
    // A vanished id is shown whatever else there is.
    return [`${title}:\n\n${list(cut(lines, banksMax, all || at === 0))}`]
  })
}

function tableList(tables: TableFact[], { all }: ReportForm): string {
  const words = { entry_added: 'new', entry_removed: 'taken out', entry_changed: 'changed' }
  const lines = tables.map((fact) => {
    if ('file' in fact) return `\`${fact.file}\``
    const fields = fact.kind === 'entry_changed' ? ` (${fact.fields.join(', ')})` : ''
    return `\`${fact.table}.json\`: \`${fact.entry}\` ${words[fact.kind]}${fields}`
  })
  return list(cut(lines, entriesMax, all))
}

function cut(lines: string[], most: number, all: boolean): string[] {
  // Saying that there is one more takes as long as that one.
  if (all || lines.length <= most + 1) return lines
  return [...lines.slice(0, most), `and ${figure(lines.length - most)} more`]
}

const list = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** Names are data: none may become markup in a page or a feed. */
const plain = (text: string): string => text.replaceAll(/[\\`*[\]<>&|]/g, '\\$&')
