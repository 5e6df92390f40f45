/** How much differs between two states of the data, in a few lines. */

import type { BankFact } from './compare-banks.ts'
import type { Comparison } from './compare-folders.ts'
import type { TableFact } from './compare-tables.ts'

/** What vouches for a bank changes with every new list, and is no news of the bank. */
const provenance = new Set(['sources', 'codes.source', 'codes.as_of', 'confidence', 'notes'])

export const isProvenance = (fact: BankFact): boolean => fact.kind === 'field_changed' && provenance.has(fact.field)

export function countLines({ facts, tables }: Comparison): string[] {
  const count = (isCounted: (fact: BankFact) => boolean): number => facts.filter(isCounted).length
  const ofKind = (kind: BankFact['kind']): number => count((fact) => fact.kind === kind)
  const became = (...statuses: string[]): number =>
    count((fact) => fact.kind === 'status_changed' && statuses.includes(fact.to))
  const vouched = new Set(facts.filter(isProvenance).map(({ id }) => id)).size
  const fields = facts.filter((fact) => fact.kind === 'field_changed' && !isProvenance(fact))
  const lines = [
    line(ofKind('bank_removed'), 'id is GONE, and ids are never dropped', 'ids are GONE, and ids are never dropped'),
    sentence('Banks', [
      [ofKind('bank_added'), 'new'],
      [became('active'), 'open again or confirmed'],
      [became('merged'), 'merged'],
      [became('closed'), 'closed'],
      [became('unverified'), 'no longer confirmed'],
      [ofKind('renamed'), 'renamed'],
    ]),
    sentence('Codes', [
      [ofKind('code_added'), 'new'],
      [ofKind('code_removed'), 'taken out'],
      [ofKind('code_moved'), 'moved to another bank'],
      [ofKind('code_changed'), 'with another status'],
      [ofKind('code_marked'), 'with another mark'],
    ]),
    sentence(
      'Other fields',
      [...Map.groupBy(fields, fieldOf)].map(([field, ofField]) => [ofField.length, field]),
    ),
    line(vouched, 'bank with other sources, confidence or notes', 'banks with other sources, confidence or notes'),
    ...tableLines(tables),
  ]
  return lines.filter((text) => text !== '')
}

const fieldOf = (fact: BankFact): string => (fact.kind === 'field_changed' ? fact.field : '')

const line = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${figure(count)} ${count === 1 ? one : many}.`

function sentence(subject: string, counted: [number, string][]): string {
  const parts = counted.filter(([count]) => count > 0).map(([count, what]) => `${figure(count)} ${what}`)
  return parts.length === 0 ? '' : `${subject}: ${parts.join(', ')}.`
}

function tableLines(tables: TableFact[]): string[] {
  const entries = Map.groupBy(
    tables.filter((fact) => 'table' in fact),
    ({ table }) => table,
  )
  const words = { entry_added: 'new', entry_removed: 'taken out', entry_changed: 'changed' }
  const ofTables = [...entries].map(([table, facts]) =>
    sentence(
      `${table[0]?.toUpperCase()}${table.slice(1)}`,
      Object.entries(words).map(([kind, word]) => [facts.filter((fact) => fact.kind === kind).length, word]),
    ),
  )
  const files = tables.filter((fact) => 'file' in fact)
  const verbs = { file_added: 'is new', file_removed: 'was taken out', file_changed: 'is another' }
  return [...ofTables, ...files.map(({ kind, file }) => `\`${file}\` ${verbs[kind]}.`)]
}

export const figure = (count: number): string => count.toLocaleString('en')
