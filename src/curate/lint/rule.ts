/** What a rule of the lint is: it looks at the whole data and names what is wrong in it, where, and how to mend it. */
import type { BankRecord } from '../../directory/records/bank.ts'
import type { CodeRange } from '../../directory/records/code-range.ts'
import type { CountryRecord } from '../../directory/records/country.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import type { CorrectionLine } from '../corrections.ts'

export interface Rule {
  /** As findings and the command line name it; its file and its exceptions are named so, too. */
  name: string
  /** What it holds the data to: "A code is current in one bank of a country." */
  summary: string
  /** Set for a rule that weighs all sources of a bank. A folder that was built without some of them would fail it. */
  isForShippedData?: true
  find(data: LintedData): Iterable<Finding>
}

export interface Finding {
  file: string
  /** Left out where the whole file is meant. */
  line?: number
  bank?: string
  /** Both read on from the name of the bank: "its website is empty; correct it". */
  problem: string
  mend: string
  /** What an exception names to allow it: the bank's id, unless several banks are the problem. */
  subject: string
}

/** A data folder as far as it could be read; what could not is a finding already. */
export interface LintedData {
  /** Files of banks, country by country. */
  files: BankFile[]
  banks: PlacedBank[]
  countries: CountryRecord[]
  schemes: Map<string, Scheme>
  /** By scheme: what its codes look like. */
  patterns: Map<string, RegExp>
  sources: Map<string, Source>
  /** Entries of `schemes.json` and `sources.json` in the order of the file. */
  entries: PlacedEntry[]
  /** Of `sources.json`. */
  sourcesText: string
  /** Sources that other tables of the folder name as their own. */
  sourcesOfTables: Set<string>
  /** Of `code-ranges.json`, in the order of the file. */
  codeRanges: PlacedRange[]
  corrections: CorrectionLine[]
  /** What would be lost if its file was written anew. */
  unreadable: Finding[]
  /** The latest date that a list can have. */
  today: string
}

export interface BankFile {
  /** Within the data folder: "banks/ng.jsonl". */
  name: string
  /** In capitals, as the name of the file gives it. */
  country: string
  lines: string[]
}

export interface PlacedBank {
  bank: BankRecord
  file: string
  line: number
  /** Whether the line is written as `bankLine` writes it. */
  isFormed: boolean
}

export interface PlacedEntry {
  id: string
  file: string
  line: number
}

export interface PlacedRange {
  range: CodeRange
  file: string
  line: number
}

export const ofBank = (
  { bank, file, line }: PlacedBank,
  problem: string,
  mend: string,
  subject = bank.id,
): Finding => ({
  file,
  line,
  bank: bank.id,
  problem,
  mend,
  subject,
})

export const ofEntry = ({ id, file, line }: PlacedEntry, problem: string, mend: string): Finding => ({
  file,
  line,
  problem: `${id}: ${problem}`,
  mend,
  subject: id,
})

export const isOpen = ({ bank }: PlacedBank): boolean => bank.status === 'active'

export const isGone = ({ bank }: PlacedBank): boolean => bank.status === 'merged' || bank.status === 'closed'

/** A value as findings show it. */
export const quoted = (value: string): string => JSON.stringify(value)
