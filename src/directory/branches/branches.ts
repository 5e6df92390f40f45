/** Checks branch codes against the branch lists. Each list is read when it is first used. */
import * as accountForm from '../../identifiers/account-form.ts'
import type { AccountFormRecord } from '../records/account-form.ts'
import type { BranchListRecord, ReadBranchFile } from '../records/branch-list.ts'
import type { Source } from '../records/source.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { type BranchRow, type BranchTable, createBranchTable, mergeBranchLists } from './branch-table.ts'

export interface BranchList {
  form: AccountFormRecord
  source: Source
  namesSource: Source
  table: BranchTable
}

/** What the list says about the branch code in a number. */
export interface BranchCheck {
  list: BranchList
  /** The number up to the end of the branch code. */
  code: string
  /** Undefined if the list does not have the code. */
  row: BranchRow | undefined
}

export interface Branches {
  /** The codes of the countries with a list. */
  countries: ReadonlySet<string>
  /** Returns the list of the branch codes of banks with codes in this scheme. */
  listOf(scheme: string): BranchList | undefined
  listIn(country: string): BranchList | undefined
  /** Returns undefined if the number has no branch code, or if there is no list for it. */
  check(number: string, form: AccountFormRecord): BranchCheck | undefined
}

type Tables = Pick<PackedDirectory, 'accountForms' | 'branchLists' | 'sources'>

/** Without `readFile`, no list is used. */
export function createBranches({ accountForms, branchLists, sources }: Tables, readFile?: ReadBranchFile): Branches {
  const forms = new Map(accountForms.map((form) => [form.id, form]))
  const records = new Map(
    (readFile ? branchLists : []).flatMap((record) => {
      const form = forms.get(record.form)
      return form?.scheme === undefined ? [] : [[form.scheme, { record, form }]]
    }),
  )
  const opened = new Map<string, BranchList | undefined>()
  const open = (scheme: string): BranchList | undefined => {
    const found = records.get(scheme)
    const bytes = found && readFile && readList(found.record, readFile)
    if (!bytes) return undefined
    const { form, record } = found
    const [source, namesSource] = [sources.get(record.source) as Source, sources.get(record.namesSource) as Source]
    return { form, source, namesSource, table: createBranchTable(bytes) }
  }
  const listOf = (scheme: string): BranchList | undefined => {
    // A list that cannot be read is not tried again: its file has changed, and a refresh of the data follows.
    if (!opened.has(scheme)) opened.set(scheme, open(scheme))
    return opened.get(scheme)
  }
  const schemes = new Map([...records].map(([scheme, { form }]) => [form.country, scheme]))
  return {
    countries: new Set(schemes.keys()),
    listOf,
    listIn: (country) => listOf(schemes.get(country) ?? ''),
    check: (number, form) => {
      const code = branchCodeIn(number, form)
      const list = code === undefined || form.scheme === undefined ? undefined : listOf(form.scheme)
      return list && { list, code: code as string, row: list.table.find(code as string) }
    },
  }
}

/** Returns the number up to the end of its branch code, or undefined if it has none. */
function branchCodeIn(number: string, form: AccountFormRecord): string | undefined {
  const at = Object.keys(form.parts).indexOf('branch_code')
  const end = at < 0 ? undefined : accountForm.partEnds(number, form)[at]
  return end === undefined ? undefined : number.slice(0, end)
}

function readList({ files }: BranchListRecord, readFile: ReadBranchFile): Uint8Array | undefined {
  const [shipped, overlay] = files.map(readFile)
  if (!shipped || files.length === 1) return shipped
  return overlay && mergeBranchLists(shipped, overlay)
}
