/** The interface of a lint rule. A rule reads the data and reports what is wrong, where, and how to fix it. */
import type { BranchRow } from '../../../../src/dataset/tables/branch-rows.ts'
import type { AccountFormRecord } from '../../../../src/directory/records/account-form.ts'
import type { RequirementRecord } from '../../../../src/directory/records/account-requirements.ts'
import type { BankRecord } from '../../../../src/directory/records/bank.ts'
import type { ClearingSystem } from '../../../../src/directory/records/clearing-system.ts'
import type { CodeRange } from '../../../../src/directory/records/code-range.ts'
import type { CountryRecord } from '../../../../src/directory/records/country.ts'
import type { CountryRanks } from '../../../../src/directory/records/country-ranks.ts'
import type { DataBuildRecord } from '../../../../src/directory/records/data-build.ts'
import type { Rail } from '../../../../src/directory/records/rail.ts'
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import type { CorrectionLine } from '../read-corrections.ts'

export type Rule = RuleFacts & (BankRule | DataRule)

interface RuleFacts {
  /** Shown in findings and used on the command line. The rule's file and its exceptions file have the same name. */
  name: string
  /** The condition that the data has to meet, as a sentence: "A code is current for only one bank per country." */
  summary: string
  /**
   * Set for a rule that compares all sources of a bank. It is applied only to the shipped data, because a folder built
   * without some of the sources would fail it.
   */
  isForShippedData?: true
}

/** A rule that checks each bank on its own. */
interface BankRule {
  findInBank(located: LocatedBank, data: LintedData): Iterable<Finding>
}

/** A rule that compares banks with each other, or that checks files other than the bank files. */
interface DataRule {
  find(data: LintedData): Iterable<Finding>
}

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
  countries: CountryRecord[]
  /** Regions such as SEPA, whose codes have more than two letters. */
  regions: CountryRecord[]
  schemes: Map<string, Scheme>
  /** The compiled code pattern of each scheme, by scheme id. */
  patterns: Map<string, RegExp>
  sources: Map<string, Source>
  /** Entries of `schemes.json` and `sources.json`, in file order. */
  entries: LocatedEntry[]
  /** The content of `sources.json`. */
  sourcesText: string
  /** Ids of the sources that are named in the folder's JSON tables. */
  sourcesOfTables: Set<string>
  /** Entries of `code-ranges.json`, in file order. */
  codeRanges: LocatedRange[]
  /** Entries of `account-forms.json`, in file order. */
  accountForms: LocatedForm[]
  /** The files of `branches/`, sorted by name. */
  branchLists: BranchList[]
  /** Entries of `clearing-systems.json`, in file order. */
  clearingSystems: LocatedClearingSystem[]
  /** Entries of `account-requirements.json`, in file order. */
  accountRequirements: LocatedRequirement[]
  /** Entries of `rails.json`, in file order. */
  rails: LocatedRail[]
  /** Entries of `ranks.json`, in file order. */
  ranks: LocatedRanks[]
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

export interface LocatedEntry {
  id: string
  file: string
  line: number
}

export interface LocatedRange {
  range: CodeRange
  file: string
  line: number
}

export interface LocatedForm {
  form: AccountFormRecord
  file: string
  line: number
}

export interface BranchList {
  /** Path within the data folder: "branches/in_ifsc.tsv". */
  file: string
  /** The form in the file name, if it is one. */
  form: string | undefined
  /** In file order. The row at index n is line n + 2. */
  rows: BranchRow[]
}

export interface LocatedClearingSystem {
  system: ClearingSystem
  file: string
  line: number
}

export interface LocatedRequirement {
  row: RequirementRecord
  file: string
  line: number
}

export interface LocatedRail {
  rail: Rail
  file: string
  line: number
}

export interface LocatedRanks {
  list: CountryRanks
  file: string
  line: number
}

export const finding = (
  { bank, file, line }: LocatedBank,
  problem: string,
  fix: string,
  subject = bank.id,
): Finding => ({
  file,
  line,
  bank: bank.id,
  problem,
  fix,
  subject,
})

export const entryFinding = ({ id, file, line }: LocatedEntry, problem: string, fix: string): Finding => ({
  file,
  line,
  problem: `${id}: ${problem}`,
  fix,
  subject: id,
})

export const isOpen = ({ bank }: LocatedBank): boolean => bank.status === 'active'

export const isGone = ({ bank }: LocatedBank): boolean => bank.status === 'merged' || bank.status === 'closed'

/** Quotes a value in the text of a finding. */
export const quoted = (value: string): string => JSON.stringify(value)
