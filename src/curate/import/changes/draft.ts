/** The banks as they will be after an import, what was changed in them, and what was left as it is and why. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Source } from '../../../directory/records/source.ts'
import type { Correction } from '../../corrections.ts'
import type { DataFolder } from '../../data-folder.ts'
import { earliest, latest } from '../../dates.ts'
import type { GivenField } from '../../fields-by-source.ts'
import { isEdition } from '../../source-series.ts'
import type { OfficialFile } from '../../sources/source-file.ts'
import { type Holders, indexHolders } from '../matching/bank-lookup-tables.ts'
import type { Change } from './change-kinds.ts'
import { type BankCode, dateOfCode, dateOfField } from './fact-dates.ts'

export interface Draft {
  source: Source
  banks: Map<string, BankRecord>
  sources: Map<string, Source>
  holders: Holders
  changes: Change[]
  /** Facts that the file has otherwise, and that stay: ours are newer, or were corrected by hand. */
  kept: { newer: number; corrected: Set<string> }
  /** Codes that the file has as we have them, and is newer than what we had them from. */
  confirmed: number
  /** Changes facts of a bank, unless one of them was corrected by hand. Answers the bank as it is then. */
  edit(
    bank: BankRecord,
    facts: readonly string[],
    change: Change | undefined,
    mend: (copy: BankRecord) => void,
  ): BankRecord
  /** Whether none of these facts was corrected by hand; else it is noted that they stay. */
  mayEdit(bank: BankRecord, facts: readonly string[]): boolean
  add(bank: BankRecord, change: Change): void
  /** How many changes there were, those without a line of their own included. */
  edits(): number
  forgetDoubts(): void
  doubt(bank: string, line: number | undefined, text: string): void
  isNewerThanField(bank: BankRecord, field: GivenField): boolean
  isNewerThanCode(code: BankCode): boolean
  /** Whether the file is newer than the list from which we have the codes of this scheme, or the banks of this country. */
  isNewerThanList(scheme: string | undefined, country: string): boolean
  /** Whether that list is the file itself, read before: what was left out then was left out for a reason. */
  isReadBefore(scheme: string): boolean
  /** Whether that list is a later edition of the file: a code that only this one has is given out no longer. */
  hasLaterEdition(scheme: string): boolean
  /** Whether another name in the file may only be how it writes the same one. */
  abbreviates: boolean
  /** Whether the file would have this code if it were still given out. */
  wouldHave(code: BankCode): boolean
}

export function startDraft(
  folder: DataFolder,
  corrections: readonly Correction[],
  source: Source,
  { name, completeFor, ownCompleteFor = [], abbreviates = false }: OfficialFile,
): Draft {
  const corrected = new Set(corrections.map(({ bank, fact }) => `${bank} ${fact}`))
  const banks = new Map(folder.banks)
  const sources = new Map(folder.sources).set(source.id, source)
  const holders = indexHolders(banks.values())
  const lists = newestLists(folder)
  const since = earliest(source.date)
  const isWhole = (scheme: string): boolean => completeFor.includes(scheme) || ownCompleteFor.includes(scheme)
  let edits = 0
  const draft: Draft = {
    source,
    banks,
    sources,
    holders,
    changes: [],
    abbreviates,
    kept: { newer: 0, corrected: new Set() },
    confirmed: 0,
    edit: (bank, facts, change, mend) => {
      if (!draft.mayEdit(bank, facts)) return bank
      const copy = { ...bank, ...(bank.codes && { codes: bank.codes.map((code) => ({ ...code })) }) }
      mend(copy)
      edits++
      if (!copy.sources.includes(source.id)) copy.sources = [...copy.sources, source.id].sort()
      holders.remove(bank)
      holders.add(copy)
      banks.set(copy.id, copy)
      if (change) draft.changes.push(change)
      return copy
    },
    mayEdit: (bank, facts) => {
      const fact = facts.find((each) => corrected.has(`${bank.id} ${each}`))
      if (fact !== undefined) draft.kept.corrected.add(`${bank.id} ${fact}`)
      return fact === undefined
    },
    edits: () => edits,
    forgetDoubts: () => {
      draft.changes = draft.changes.filter(({ kind }) => kind !== 'doubtful')
      draft.kept = { newer: 0, corrected: new Set() }
    },
    add: (bank, change) => {
      edits++
      banks.set(bank.id, bank)
      holders.add(bank)
      draft.changes.push(change)
    },
    doubt: (bank, line, text) => draft.changes.push({ kind: 'doubtful', bank, ...(line && { line }), text }),
    isNewerThanField: (bank, field) => since > dateOfField(bank, field, sources),
    isNewerThanCode: (code) => since > dateOfCode(code, sources),
    isNewerThanList: (scheme, country) => since > (lists.get(scheme ?? country)?.date ?? ''),
    isReadBefore: (scheme) => lists.get(scheme)?.source === source.id,
    hasLaterEdition: (scheme) => isWhole(scheme) && isEdition(lists.get(scheme)?.source ?? '', name),
    wouldHave: (code) =>
      draft.isNewerThanCode(code) &&
      (completeFor.includes(code.scheme) || (isWhole(code.scheme) && isEdition(code.source, name))),
  }
  return draft
}

/** A list is what at least so many of the codes of a scheme, or of the banks of a country, come from. */
const listFrom = 0.1

/** By scheme and by country. */
function newestLists({ banks, sources }: DataFolder): Map<string, { source: string; date: string }> {
  const counts = new Map<string, Map<string, number>>()
  const count = (subject: string, source: string): void => {
    const bySource = counts.get(subject) ?? new Map<string, number>()
    counts.set(subject, bySource.set(source, (bySource.get(source) ?? 0) + 1))
  }
  for (const bank of banks.values()) {
    for (const source of bank.sources) count(bank.country, source)
    for (const { scheme, source, status } of bank.codes ?? []) if (status === undefined) count(scheme, source)
  }
  const lists = new Map<string, { source: string; date: string }>()
  for (const [subject, bySource] of counts) {
    const all = [...bySource.values()].reduce((sum, each) => sum + each, 0)
    for (const [source, each] of bySource) {
      const date = latest((sources.get(source) as Source).date)
      if (each >= all * listFrom && date > (lists.get(subject)?.date ?? '')) lists.set(subject, { source, date })
    }
  }
  return lists
}
