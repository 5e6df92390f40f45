/** The interface of a lint rule. A rule reads the data and reports what is wrong, where, and how to fix it. */
import type { RowOf, TableName } from '../../../../src/dataset/data-tables.ts'
import type { TableEntry } from '../../../../src/dataset/read-folder.ts'
import type { BranchRow } from '../../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import type { CountryRecord } from '../../../../src/directory/records/country-record.ts'
import type { DataBuildRecord } from '../../../../src/directory/records/data-build-record.ts'
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import type { CorrectionLine } from '../read-corrections.ts'
import { compare } from '../serialize.ts'

export interface Rule {
  /** Shown in findings and used on the command line. The rule's file and its exceptions file have the same name. */
  name: string
  /** The condition that the data has to meet, as a sentence: "A code is current for only one bank per country." */
  summary: string
  /**
   * Set for a rule that compares all sources of a bank. It is applied only to the shipped data, because a folder built
   * without some of the sources would fail it.
   */
  isForShippedData?: true
  /** Checks a bank on its own. */
  findInBank?(bank: BankRecord, data: LintedData): Iterable<Fault>
  /** Compares banks with each other, or checks files other than the bank files. */
  find?(data: LintedData): Iterable<Finding>
}

/** What is wrong, how to fix it, and the subject of the finding, which is the bank's id if it is omitted. */
export type Fault = readonly [problem: string, fix: string, subject?: string]

export interface Finding {
  file: string
  /** Omitted if the finding concerns the whole file. */
  line?: number
  bank?: string
  /** For an entry of a table that concerns one country: its code. Lint reports the finding with the country's banks. */
  country?: string
  /** `problem` and `fix` are printed after the bank's id: "BIC ABCDDEF0 is a test BIC; use the live BIC". */
  problem: string
  fix: string
  /**
   * The value that an exception lists to allow this finding: the bank's id, or a value such as a code if the id is not
   * specific enough.
   */
  subject: string
}

/** All records of a data folder that could be read; the rest is in `unreadable`. */
export interface LintedData {
  /** Bank files, sorted by country. */
  files: BankFile[]
  banks: LocatedBank[]
  bankById: Map<string, BankRecord>
  /** The entries of each JSON table, in file order. */
  tables: TableEntries
  countries: CountryRecord[]
  schemes: Map<string, Scheme>
  /** The compiled code pattern of each scheme, by scheme id. */
  patterns: Map<string, RegExp>
  sources: Map<string, Source>
  /** The content of `sources.json`. */
  sourcesText: string
  /** Ids of the sources that are named in the folder's JSON tables. */
  sourcesOfTables: Set<string>
  /** The files of `branches/`, sorted by name. */
  branchLists: BranchList[]
  corrections: CorrectionLine[]
  /** The content of `build.json`, if this is a reduced build. */
  build?: DataBuildRecord | undefined
  /** Lines and entries that cannot be read, and that `--fix` would therefore lose. */
  unreadable: Finding[]
  /** Today's date. A list with a later date is a finding. */
  today: string
}

export interface BankFile {
  /** Path within the data folder: "banks/ng.jsonl". */
  name: string
  /** The country code in the file name, in capitals. */
  country: string
  lines: string[]
}

export interface LocatedBank {
  bank: BankRecord
  file: string
  line: number
  /** Whether the line is exactly what `bankLine` writes for the bank. */
  isFormatted: boolean
}

/** An entry of a JSON table. `id` is its key, which names it in findings. */
export interface Entry<Row> extends TableEntry<Row> {
  id: string
}

export type TableEntries = { [Name in TableName]: Entry<RowOf<Name>>[] }

export interface BranchList {
  /** Path within the data folder: "branches/in_ifsc.tsv". */
  file: string
  /** The form in the file name, if it is one. */
  form: string | undefined
  /** In file order. The row at index n is line n + 2. */
  rows: BranchRow[]
}

export const finding = (
  { bank, file, line }: LocatedBank,
  problem: string,
  fix: string,
  subject = bank.id,
): Finding => ({ file, line, bank: bank.id, problem, fix, subject })

export const entryFinding = (
  { id, location: { file, line } }: Entry<unknown>,
  problem: string,
  fix: string,
  subject = id,
): Finding => ({ file, line, problem: `${id}: ${problem}`, fix, subject })

/** Checks the entries of a table that are sorted by id and belong to a country. `errorOf` says what is wrong with a row. */
export function* findInTable<Row extends { country: string }>(
  entries: readonly Entry<Row>[],
  data: LintedData,
  errorOf: (row: Row, data: LintedData) => string | null,
): Iterable<Finding> {
  for (const [at, entry] of entries.entries()) {
    const { country } = entry.row
    const before = entries[at - 1]?.id
    const error = errorOf(entry.row, data)
    if (error) yield entryFinding(entry, error, 'correct it')
    if (!data.countries.some(({ code }) => code === country))
      yield entryFinding(entry, `${country} is not a supported country`, 'remove it')
    if (before !== undefined && compare(before, entry.id) > 0)
      yield entryFinding(entry, `it does not sort after ${before}`, 'move it')
  }
}

export const isOpen = ({ bank }: LocatedBank): boolean => bank.status === 'active'

export const isGone = ({ bank }: LocatedBank): boolean => bank.status === 'merged' || bank.status === 'closed'

/** Quotes a value in the text of a finding. */
export const quoted = (value: string): string => JSON.stringify(value)
