/** Summarises the differences between two versions of the data as a few lines of counts. */

import type { BranchCounts } from '../branch-list-files.ts'
import type { BankFact } from './compare-banks.ts'
import type { Comparison } from './compare-folders.ts'
import type { TableFact } from './compare-tables.ts'

/**
 * Fields that record where the facts come from. They change with every new list, so a change in them is not news about
 * the bank.
 */
const provenance = new Set(['sources', 'codes.source', 'codes.as_of', 'confidence', 'notes', 'bic_source'])

export const isProvenance = (fact: BankFact): boolean => fact.kind === 'field_changed' && provenance.has(fact.field)

export function countLines({ facts, tables }: Comparison): string[] {
  const count = (isCounted: (fact: BankFact) => boolean): number => facts.filter(isCounted).length
  const ofKind = (kind: BankFact['kind']): number => count((fact) => fact.kind === kind)
  const changedTo = (...statuses: string[]): number =>
    count((fact) => fact.kind === 'status_changed' && statuses.includes(fact.to))
  const provenanceCount = new Set(facts.filter(isProvenance).map(({ id }) => id)).size
  const fields = facts.filter((fact) => fact.kind === 'field_changed' && !isProvenance(fact))
  const lines = [
    line(
      ofKind('bank_removed'),
      'id was REMOVED, although ids must never be removed',
      'ids were REMOVED, although ids must never be removed',
    ),
    sentence('Banks', [
      [ofKind('bank_added'), 'new'],
      [changedTo('active'), 'open again or confirmed'],
      [changedTo('merged'), 'merged'],
      [changedTo('closed'), 'closed'],
      [changedTo('unverified'), 'no longer confirmed'],
      [ofKind('renamed'), 'renamed'],
    ]),
    sentence('Codes', [
      [ofKind('code_added'), 'new'],
      [ofKind('code_removed'), 'removed'],
      [ofKind('code_moved'), 'moved to another bank'],
      [ofKind('code_changed'), 'with a new status'],
      [ofKind('code_marked'), 'marked or unmarked'],
    ]),
    sentence(
      'Other fields',
      [...Map.groupBy(fields, fieldOf)].map(([field, ofField]) => [ofField.length, field]),
    ),
    line(
      provenanceCount,
      'bank with changed sources, confidence or notes',
      'banks with changed sources, confidence or notes',
    ),
    ...tableLines(tables),
  ]
  return lines.filter((text) => text !== '')
}

const fieldOf = (fact: BankFact): string => (fact.kind === 'field_changed' ? fact.field : '')

const line = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${formatCount(count)} ${count === 1 ? one : many}.`

function sentence(subject: string, counted: [number, string][]): string {
  const parts = counted.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`)
  return parts.length === 0 ? '' : `${subject}: ${parts.join(', ')}.`
}

export const entryWords = { entry_added: 'new', entry_removed: 'removed', entry_changed: 'changed' }

function tableLines(tables: TableFact[]): string[] {
  const entries = Map.groupBy(
    tables.filter((fact) => 'table' in fact),
    ({ table }) => table,
  )
  const entryLines = [...entries].map(([table, facts]) =>
    sentence(
      `${table[0]?.toUpperCase()}${table.slice(1)}`,
      Object.entries(entryWords).map(([kind, word]) => [facts.filter((fact) => fact.kind === kind).length, word]),
    ),
  )
  const files = tables.filter((fact) => 'file' in fact)
  const verbs = { file_added: 'is new', file_removed: 'was removed', file_changed: 'changed' }
  const branchLines = tables
    .filter((fact) => 'form' in fact)
    .map(({ form, ...counts }) => sentence(`Branch codes of \`${form}\``, branchCounts(counts)))
  return [...entryLines, ...branchLines, ...files.map(({ kind, file }) => `\`${file}\` ${verbs[kind]}.`)]
}

const branchCounts = ({ added, removed, changed }: BranchCounts): [number, string][] => [
  [added, 'new'],
  [removed, 'removed'],
  [changed, 'changed'],
]

export const formatCount = (count: number): string => count.toLocaleString('en')
