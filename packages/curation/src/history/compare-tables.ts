/** Compares the tables of two data folders: countries, schemes, sources, ranks, auxiliary tables and branch lists. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { throwFault } from '../../../../src/dataset/dataset-error.ts'
import { parseBranchRows } from '../../../../src/dataset/tables/branch-rows.ts'
import type { CountryRecord } from '../../../../src/directory/records/country.ts'
import { type BranchCounts, compareBranchRows, readBranchFiles } from '../branch-list-files.ts'
import type { DataFolder } from '../data-folder.ts'
import { compare } from '../serialize.ts'

const tables = ['countries', 'schemes', 'sources', 'ranks'] as const

export type TableFact =
  | { kind: 'entry_added' | 'entry_removed'; table: (typeof tables)[number]; entry: string }
  | { kind: 'entry_changed'; table: (typeof tables)[number]; entry: string; fields: string[] }
  | ({ kind: 'branches_changed'; form: string } & BranchCounts)
  | { kind: 'file_added' | 'file_removed' | 'file_changed'; file: string }

export function compareTables(older: DataFolder, newer: DataFolder): TableFact[] {
  const entries = tables.flatMap((table) => {
    const [olderEntries, newerEntries] = [entriesOf(older, table), entriesOf(newer, table)]
    return union(olderEntries, newerEntries).flatMap((entry): TableFact[] => {
      const [before, after] = [olderEntries.get(entry), newerEntries.get(entry)]
      if (!before) return [{ kind: 'entry_added', table, entry }]
      if (!after) return [{ kind: 'entry_removed', table, entry }]
      const fields = changedFields(before, after)
      return fields.length === 0 ? [] : [{ kind: 'entry_changed', table, entry, fields }]
    })
  })
  return [...entries, ...compareAuxiliaryTables(older.path, newer.path), ...compareBranchLists(older.path, newer.path)]
}

/** Returns the regions that are new or have different members: their lists change even if no bank does. */
export function changedRegions(older: DataFolder, newer: DataFolder): string[] {
  const before = new Map(areasOf(older).map(({ code, members }) => [code, JSON.stringify(members)]))
  return areasOf(newer)
    .filter(({ code, members }) => before.get(code) !== JSON.stringify(members))
    .map(({ code }) => code)
    .sort(compare)
}

const areasOf = ({ countries, regions }: DataFolder): CountryRecord[] => [...countries, ...regions]

function entriesOf(folder: DataFolder, table: (typeof tables)[number]): Map<string, object> {
  if (table === 'countries') return new Map(areasOf(folder).map((area) => [area.code, area]))
  if (table === 'ranks') return new Map(folder.ranks.map((list) => [list.country, list]))
  return folder[table]
}

function changedFields(before: object, after: object): string[] {
  const [had, has] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return union(had, has).filter((field) => JSON.stringify(had.get(field)) !== JSON.stringify(has.get(field)))
}

/**
 * Compares auxiliary tables, because they are part of the data revision too. They have no common structure, so they are
 * compared byte by byte.
 */
function compareAuxiliaryTables(older: string, newer: string): TableFact[] {
  const [had, has] = [auxiliaryTablesOf(older), auxiliaryTablesOf(newer)]
  return union(had, has).flatMap((file): TableFact[] => {
    const [before, after] = [had.get(file), has.get(file)]
    if (!before) return [{ kind: 'file_added', file }]
    if (!after) return [{ kind: 'file_removed', file }]
    return before.equals(after) ? [] : [{ kind: 'file_changed', file }]
  })
}

/** Counts the rows that differ: a new edition of a list changes thousands of them. */
function compareBranchLists(older: string, newer: string): TableFact[] {
  const [had, has] = [readBranchFiles(older), readBranchFiles(newer)]
  return union(had, has).flatMap((file): TableFact[] => {
    const [before, after] = [had.get(file), has.get(file)]
    if (before && after?.equals(before)) return []
    const rowsOf = (bytes?: Buffer) => (bytes ? parseBranchRows(bytes, file, throwFault) : [])
    const form = basename(file, '.tsv')
    return [{ kind: 'branches_changed', form, ...compareBranchRows(rowsOf(before), rowsOf(after)) }]
  })
}

function auxiliaryTablesOf(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder).filter((name) => /\.jsonl?$/.test(name))
  const auxiliary = names.filter((name) => !tables.some((table) => name === `${table}.json`))
  return new Map(auxiliary.map((name) => [name, readFileSync(join(folder, name))]))
}

const union = (one: Map<string, unknown>, other: Map<string, unknown>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].sort(compare)
