/** Imports a published list of branch codes. The new list replaces `branches/<form>.tsv` as a whole. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { throwFault } from '../../../../src/dataset/dataset-error.ts'
import { accountFormsFile } from '../../../../src/dataset/tables/account-forms.ts'
import {
  type BranchRow,
  branchCodePattern,
  branchFile,
  parseBranchRows,
  serializeBranchRows,
} from '../../../../src/dataset/tables/branch-rows.ts'
import type { AccountFormRecord } from '../../../../src/directory/records/account-form.ts'
import type { BankRecord } from '../../../../src/directory/records/bank.ts'
import { type Rail, railsFile } from '../../../../src/directory/records/rail.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { type RailMembers, withMembers } from '../bank-rails.ts'
import { type BranchCounts, compareBranchRows } from '../branch-list-files.ts'
import { branchRails, cellOf, createBranchOwnerFinder, railsByBank } from '../branch-rails.ts'
import { type DataFolder, replaceFiles } from '../data-folder.ts'
import { firstDay, lastDay } from '../dates.ts'
import { rowsText, sourcesText } from '../serialize.ts'
import type { BranchFile, BranchNames } from '../sources/branch-file.ts'
import { bankTexts } from './import-rails.ts'
import { isSourceUsed, sourceEntry } from './source-entry.ts'

export interface BranchesRequest {
  folder: DataFolder
  file: BranchFile
  /** The path of the first of the downloaded files. */
  path: string
  asOf: string
  /** The folder with names and places, and its date. Without it, the names in our list stay. */
  names?: { path: string; asOf: string } | undefined
  /** Whether to accept a list that lacks more than a tenth of our codes. */
  acceptsLosses: boolean
}

export interface ImportedBranches extends BranchCounts {
  source: Source
  rows: number
  /** Number of codes with a name. */
  named: number
  /** Number of codes that another bank than that of the prefix uses. */
  lent: number
  /** Whether the file is a different edition that is not newer than our list. Such a file is ignored. */
  isOlder: boolean
  isChanged: boolean
  /** Returns the names of the changed files. */
  save(): string[]
}

const lossShareMax = 0.1

export function importBranches(request: BranchesRequest): ImportedBranches {
  const { folder, file, path, asOf, names } = request
  const forms = readForms(folder.path)
  const form = forms.find(({ id }) => id === file.form)
  if (!form) throw new UnusableFile(`${accountFormsFile} has no form ${file.form}, which reads these codes.`)
  const [country] = file.source.countries
  const banks = [...folder.banks.values()].filter((bank) => bank.country === country)
  const listFile = branchFile(form.id)
  const listPath = join(folder.path, listFile)
  const old = existsSync(listPath) ? readFileSync(listPath) : undefined
  const oldRows = old ? parseBranchRows(old, listFile, throwFault) : []
  const read = file.read(path, banks)
  const source = sourceEntry(folder, file, asOf)
  const namesSource = file.names && names ? sourceEntry(folder, file.names, names.asOf) : undefined
  const newNames = file.names && names ? file.names.read(names.path) : undefined
  const named = file.names ? withNames(read, oldRows, newNames) : read
  const rails = branchRails(folder.rails, country as string)
  const rows = named.map((row) => ({ ...row, rails: file.rails ? cellOf(new Set(row.rails), rails) : '' }))
  const scheme = form.scheme as string
  const lists: RailMembers[] = [
    ...(file.rails && rails.length > 0 ? [membersByLetter(rows, banks, scheme, rails)] : []),
    ...(file.names?.rails && newNames ? [membersByName(rows, banks, scheme, file.names.rails, newNames)] : []),
    ...(file.readBankRails ? [file.readBankRails(path, banks)] : []),
  ].filter((list) => list?.rails.every((id) => folder.rails.some((rail) => rail.id === id))) as RailMembers[]
  const newBanks = banks.map((bank) => lists.reduce(withMembers, bank))
  const current = form.branches && folder.sources.get(form.branches.source)?.date
  const counts = compareBranchRows(oldRows, rows)
  refuseUnusable(rows, request, form)
  refuseLosses(counts, oldRows.length, request)
  const isOlder = current !== undefined && !current.startsWith(asOf) && firstDay(asOf) <= lastDay(current)
  const text = serializeBranchRows(rows)
  const namesId = namesSource?.id ?? form.branches?.names_source
  const branches = { source: source.id, ...(namesId && { names_source: namesId }) }
  const newRails = withBranchSources(folder.rails, file, source.id, namesSource?.id)
  const isChanged =
    text !== old?.toString() ||
    JSON.stringify(branches) !== JSON.stringify(form.branches) ||
    newBanks.some((bank, at) => bank !== banks[at]) ||
    rowsText(newRails) !== rowsText(folder.rails)
  return {
    ...counts,
    source,
    rows: rows.length,
    named: rows.filter(({ name }) => name !== '').length,
    lent: rows.filter(({ holder, holder_name }) => holder !== '' || holder_name !== '').length,
    isOlder,
    isChanged: !isOlder && isChanged,
    save: () => {
      const newForms = forms.map((each) => (each === form ? { ...form, branches } : each))
      const formsText = rowsText(newForms)
      const sources = new Map(folder.sources)
      for (const each of [source, ...(namesSource ? [namesSource] : [])]) sources.set(each.id, each)
      const texts = bankTexts(
        newBanks,
        new Set(newBanks.some((bank, at) => bank !== banks[at]) ? [country as string] : []),
      )
      texts.set(listFile, text).set(accountFormsFile, formsText)
      if (folder.rails.length > 0) texts.set(railsFile, rowsText(newRails))
      for (const former of Object.values(form.branches ?? {})) {
        if (!isSourceUsed(folder, former, texts)) sources.delete(former)
      }
      return replaceFiles(folder.path, texts.set('sources.json', sourcesText(sources.values())))
    },
  }
}

function membersByLetter(
  rows: readonly BranchRow[],
  banks: readonly BankRecord[],
  scheme: string,
  rails: ReturnType<typeof branchRails>,
): RailMembers {
  const byBank = [...railsByBank(rows, banks, scheme, rails)].map(([id, own]) => [id, new Set(own)] as const)
  return { rails: rails.map(({ id }) => id), banks: new Map(byBank), codes: new Map() }
}

/** A rail of a bank is unknown if the second list has it for none of its branches. */
function membersByName(
  rows: readonly BranchRow[],
  banks: readonly BankRecord[],
  scheme: string,
  rails: readonly string[],
  names: BranchNames,
): RailMembers {
  const bankOf = createBranchOwnerFinder(banks, scheme)
  const [byBank, known] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  for (const row of rows) {
    const [bank, branch] = [bankOf(row), names.get(row.code)]
    if (bank === undefined || branch === undefined) continue
    const own = byBank.get(bank) ?? new Set()
    const read = known.get(bank) ?? new Set()
    for (const [rail, isOn] of branch.rails ?? []) {
      read.add(rail)
      if (isOn) own.add(rail)
    }
    byBank.set(bank, own)
    known.set(bank, read)
  }
  const unknown = new Map(banks.map(({ id }) => [id, new Set(rails.filter((rail) => !known.get(id)?.has(rail)))]))
  return { rails, banks: byBank, codes: new Map(), unknown }
}

/** Names the new sources in `rails.json`. Whether a list is complete does not change with its edition. */
function withBranchSources(rails: readonly Rail[], file: BranchFile, source: string, namesSource?: string): Rail[] {
  return rails.map((rail) => {
    const own = file.rails?.includes(rail.id) ? source : undefined
    const newSource = file.names?.rails?.includes(rail.id) ? namesSource : own
    return newSource === undefined ? rail : { ...rail, source: newSource }
  })
}

/** Adds the names of the second list, or those that our list has. */
function withNames(rows: BranchRow[], oldRows: BranchRow[], names?: BranchNames): BranchRow[] {
  const old = new Map(oldRows.map((row) => [row.code, row]))
  return rows.map((row) => {
    const { name = '', city = '', region = '' } = (names ?? old).get(row.code) ?? {}
    return { ...row, name, city, region }
  })
}

function readForms(folder: string): AccountFormRecord[] {
  const path = join(folder, accountFormsFile)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as AccountFormRecord[]) : []
}

function refuseUnusable(
  rows: BranchRow[],
  { file: { name, rowsMin } }: BranchesRequest,
  form: AccountFormRecord,
): void {
  if (rows.length < rowsMin)
    throw new UnusableFile(`the list ends after ${rows.length} codes; ${name} never has fewer than ${rowsMin}.`)
  const pattern = branchCodePattern(form)
  const seen = new Set<string>()
  for (const { code } of rows) {
    if (!pattern.test(code))
      throw new UnusableFile(`"${code}" is not a code of the form ${form.id}; fetch the file again.`)
    if (seen.has(code)) throw new UnusableFile(`the code ${code} occurs twice; fetch the file again.`)
    seen.add(code)
  }
}

function refuseLosses({ removed }: BranchCounts, expected: number, { acceptsLosses }: BranchesRequest): void {
  if (acceptsLosses || removed <= expected * lossShareMax) return
  const found = `the list lacks ${removed} of the ${expected} codes that our data has from it`
  throw new UnusableFile(`${found}; if the file is complete, pass --accept-losses.`)
}
