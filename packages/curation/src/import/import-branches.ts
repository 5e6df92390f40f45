/** Imports a published list of branch codes. The new list replaces `branches/<form>.tsv` as a whole. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { branchFile } from '../../../../src/dataset/data-files.ts'
import { dataTables } from '../../../../src/dataset/data-tables.ts'
import { throwFault } from '../../../../src/dataset/dataset-error.ts'
import {
  type BranchRow,
  branchCodePattern,
  parseBranchRows,
  serializeBranchRows,
} from '../../../../src/dataset/tables/branch-rows.ts'
import type { AccountFormRecord } from '../../../../src/directory/records/account-form-record.ts'
import type { Rail } from '../../../../src/directory/records/rail-record.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { type RailMembers, withMembers } from '../bank-rails.ts'
import { type BranchCounts, compareBranchRows } from '../branch-list-files.ts'
import { branchRails, cellOf, membersByLetter, membersByName } from '../branch-rails.ts'
import { bankTexts } from '../data-folder.ts'
import { firstDay, lastDay } from '../dates.ts'
import { railsText, rowsText } from '../serialize.ts'
import type { BranchFile, BranchNames } from '../sources/branch-file.ts'
import { type ImportRequest, type Replacement, saveReplacement, sourceEntry } from './import-request.ts'

const { file: accountFormsFile } = dataTables.accountForms

export interface BranchesRequest extends ImportRequest<BranchFile> {
  /** The folder with names and places, and its date. Without it, the names in our list stay. */
  names?: { path: string; asOf: string } | undefined
  /** Whether to accept a list that lacks more than a tenth of our codes. */
  acceptsLosses: boolean
}

export interface ImportedBranches extends BranchCounts, Replacement {
  /** Number of codes with a name. */
  named: number
  /** Number of codes that another bank than that of the prefix uses. */
  lent: number
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
  const newNames = names && file.names?.read(names.path)
  const source = sourceEntry(folder, file, asOf)
  const named = file.names ? withNames(read, oldRows, newNames) : read
  const lettered = branchRails(folder.rails, country as string)
  const rows = named.map((row) => ({ ...row, rails: file.rails ? cellOf(row.rails, lettered) : '' }))
  const scheme = form.scheme as string
  const byName = newNames && membersByName(rows, banks, scheme, file.names?.rails ?? [], newNames)
  const namesSource = file.names && names && withBankDates(sourceEntry(folder, file.names, names.asOf), byName?.dates)
  const lists = [
    file.rails && membersByLetter(rows, banks, scheme, lettered),
    byName,
    file.readBankRails?.(path, banks),
  ].filter((list) => list?.rails.every((id) => folder.rails.some((rail) => rail.id === id))) as RailMembers[]
  const newBanks = new Map(folder.banks)
  for (const bank of banks) newBanks.set(bank.id, lists.reduce(withMembers, bank))
  const current = form.branches && folder.sources.get(form.branches.source)?.date
  const counts = compareBranchRows(oldRows, rows)
  refuseUnusable(rows, request, form)
  refuseLosses(counts, oldRows.length, request)
  const isOlder = current !== undefined && !current.startsWith(asOf) && firstDay(asOf) <= lastDay(current)
  const text = serializeBranchRows(rows)
  const namesId = namesSource?.id ?? form.branches?.names_source
  const branches = { source: source.id, ...(namesId && { names_source: namesId }) }
  const newRails = railsText(withBranchSources(folder.rails, file, source.id, namesSource?.id))
  const isChanged =
    text !== old?.toString() ||
    JSON.stringify(branches) !== JSON.stringify(form.branches) ||
    banks.some((bank) => bank !== newBanks.get(bank.id)) ||
    JSON.stringify(namesSource?.bank_dates) !== JSON.stringify(folder.sources.get(namesSource?.id ?? '')?.bank_dates) ||
    newRails !== railsText(folder.rails)
  return {
    ...counts,
    source,
    rows: rows.length,
    named: rows.filter(({ name }) => name !== '').length,
    lent: rows.filter(({ holder, holder_name }) => holder !== '' || holder_name !== '').length,
    isOlder,
    isChanged: !isOlder && isChanged,
    save: () => {
      const formsText = rowsText(forms.map((each) => (each === form ? { ...form, branches } : each)))
      const texts = bankTexts(newBanks, folder.banks).set(listFile, text).set(accountFormsFile, formsText)
      if (folder.rails.length > 0) texts.set(dataTables.rails.file, newRails)
      const added = namesSource ? [source, namesSource] : [source]
      return saveReplacement(folder, texts, added, Object.values(form.branches ?? {}))
    },
  }
}

const withBankDates = ({ bank_dates: _, ...source }: Source, dates: Source['bank_dates']): Source =>
  dates ? { ...source, bank_dates: dates } : source

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
