/** Checks branch codes against the branch lists. Each list is read when it is first used. */
import * as accountForm from '../../identifiers/account-form.ts'
import type { AccountFormRecord } from '../records/account-form-record.ts'
import type { Source } from '../records/source.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import type { BranchListRecord, ReadBranchFile } from './branch-list.ts'
import { type BranchRow, type BranchTable, createBranchTable, overlayTable } from './branch-table.ts'

export interface BranchList {
  form: AccountFormRecord
  source: Source
  namesSource: Source
  table: BranchTable
}

/** What the list says about the branch code in a number. */
export interface BranchCheck {
  /** Undefined if the data has a list that cannot be read now. */
  list: BranchList | undefined
  /** The number up to the end of the branch code. */
  code: string
  /** Undefined if the list does not have the code. */
  row: BranchRow | undefined
}

export interface Branches {
  /** The codes of the countries with a list that can be read, or was not needed yet. */
  countries(): ReadonlySet<string>
  /** Whether the data has a list of the branch codes of banks with codes in this scheme. */
  hasList(scheme: string): boolean
  listIn(country: string): BranchList | undefined
  /** Returns undefined if the number has no branch code, or if the data has no list for it. */
  check(number: string, form: AccountFormRecord): BranchCheck | undefined
}

type Tables = Pick<PackedDirectory, 'accountForms' | 'branchLists' | 'sources'>

/** How long to wait before a list that cannot be read is tried again: reading it takes some milliseconds. */
const retryMs = 10_000

/** Without `readFile`, no list is used. */
export function createBranches(
  { accountForms, branchLists, sources }: Tables,
  readFile?: ReadBranchFile,
  nowMs = (): number => performance.now(),
): Branches {
  const forms = new Map(accountForms.map((form) => [form.id, form]))
  const records = new Map(
    (readFile ? branchLists : []).flatMap((record) => {
      const form = forms.get(record.form)
      return form?.scheme === undefined ? [] : [[form.scheme, { record, form }]]
    }),
  )
  const opened = new Map<string, BranchList>()
  const failedAtMs = new Map<string, number>()
  const open = (scheme: string): BranchList | undefined => {
    const found = records.get(scheme)
    if (!found || !readFile || nowMs() - (failedAtMs.get(scheme) ?? -retryMs) < retryMs) return undefined
    const { form, record } = found
    const table = readList(record, readFile)
    if (!table) {
      failedAtMs.set(scheme, nowMs())
      return undefined
    }
    const [source, namesSource] = [sources.get(record.source) as Source, sources.get(record.namesSource) as Source]
    const list = { form, source, namesSource, table }
    opened.set(scheme, list)
    failedAtMs.delete(scheme)
    return list
  }
  const listOf = (scheme: string): BranchList | undefined => opened.get(scheme) ?? open(scheme)
  const schemes = new Map([...records].map(([scheme, { form }]) => [form.country, scheme]))
  return {
    countries: () => new Set([...schemes].filter(([, scheme]) => !failedAtMs.has(scheme)).map(([country]) => country)),
    hasList: (scheme) => records.has(scheme),
    listIn: (country) => listOf(schemes.get(country) ?? ''),
    check: (number, form) => {
      const { scheme } = form
      const code = scheme !== undefined && records.has(scheme) ? branchCodeIn(number, form) : undefined
      if (code === undefined || scheme === undefined) return undefined
      const list = listOf(scheme)
      return { list, code, row: list?.table.find(code) }
    },
  }
}

/** Returns the number up to the end of its branch code, or undefined if it has none. */
function branchCodeIn(number: string, form: AccountFormRecord): string | undefined {
  const at = Object.keys(form.parts).indexOf('branch_code')
  const end = at < 0 ? undefined : accountForm.partEnds(number, form)[at]
  return end === undefined ? undefined : number.slice(0, end)
}

function readList({ files }: BranchListRecord, readFile: ReadBranchFile): BranchTable | undefined {
  const tables: BranchTable[] = []
  for (const file of files) {
    const bytes = readFile(file)
    if (!bytes) return undefined
    tables.push(createBranchTable(bytes))
  }
  const [shipped, overlay] = tables
  return shipped && overlay ? overlayTable(shipped, overlay) : shipped
}
