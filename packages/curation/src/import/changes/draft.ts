/**
 * The working copy of an import. It holds the banks as they will be afterwards, the list of changes, and the facts that
 * stay as they are although the file differs.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { Source } from '../../../../../src/directory/records/source.ts'
import { findBicSource } from '../../../../../src/directory/views/bic-source.ts'
import type { DataFolder } from '../../data-folder.ts'
import { firstDay, lastDay } from '../../dates.ts'
import { givesField, type SourcedField } from '../../fields-by-source.ts'
import type { Correction } from '../../read-corrections.ts'
import { isEdition, type OfficialFile } from '../../sources/source-file.ts'
import { createBankLookup } from '../matching/bank-lookup-tables.ts'
import { type BankCode, codeDate, fieldDate } from './fact-dates.ts'

/** All kinds of changes, in display order. */
export const changeKinds = ['added', 'renamed', 'merged', 'moved', 'gone', 'filled', 'changed', 'doubtful'] as const
type ChangeKind = (typeof changeKinds)[number]

export const headingOf: Record<ChangeKind, string> = {
  added: 'New banks',
  renamed: 'Renamed banks',
  merged: 'Merged banks',
  moved: 'Codes that moved to another bank',
  gone: 'Codes that are no longer assigned',
  filled: 'Added facts',
  changed: 'Changed facts',
  doubtful: 'For you to decide (not changed)',
}

interface Change {
  kind: ChangeKind
  bank: string
  /** The line in the file, if the change comes from one row. */
  line?: number
  text: string
}

export type Draft = ReturnType<typeof createDraft>

export function createDraft(
  folder: DataFolder,
  corrections: readonly Correction[],
  source: Source,
  { name, completeFor, ownCompleteFor = [], abbreviates = false, fillsMissingBicsOnly = false }: OfficialFile,
) {
  const corrected = new Set(corrections.map(({ bank, fact }) => `${bank} ${fact}`))
  const banks = new Map(folder.banks)
  const sources = new Map(folder.sources).set(source.id, source)
  const lookup = createBankLookup(banks.values())
  const lists = newestLists(folder)
  const since = firstDay(source.date)
  const isComplete = (scheme: string): boolean => completeFor.includes(scheme) || ownCompleteFor.includes(scheme)
  const hasBics = (id: string): boolean => givesField(sources.get(id) as Source, 'bic')
  const addSource = (bank: BankRecord): void => {
    // With one more list of BICs, the source of the BIC would no longer follow from the sources of the bank.
    const known = bank.bic !== undefined && hasBics(source.id) ? findBicSource(bank.bic, bank, hasBics) : undefined
    if (known) bank.bic_source = known.source
    bank.sources = [...bank.sources, source.id].sort()
  }
  let edits = 0
  const draft = {
    source,
    banks,
    sources,
    lookup,
    changes: [] as Change[],
    /** Whether the file abbreviates names, so that a different name does not prove that a bank was renamed. */
    abbreviates,
    /** Whether the file's BICs only fill gaps: they never replace the BIC of a bank, and no code gets one. */
    fillsMissingBicsOnly,
    /** Facts that differ in the file but stay unchanged, because ours are newer or were corrected by hand. */
    unchanged: { newer: 0, corrected: new Set<string>() },
    /** Number of codes that the file confirms. Each of them gets the date of the file. */
    confirmed: 0,
    /**
     * Changes the given facts of a bank and returns the new record. Changes nothing if one of the facts was corrected by
     * hand.
     */
    edit: (
      bank: BankRecord,
      facts: readonly string[],
      change: Change | undefined,
      update: (copy: BankRecord) => void,
    ): BankRecord => {
      if (!draft.mayEdit(bank, facts)) return bank
      const copy = { ...bank, ...(bank.codes && { codes: bank.codes.map((code) => ({ ...code })) }) }
      update(copy)
      edits++
      if (!copy.sources.includes(source.id)) addSource(copy)
      lookup.remove(bank)
      lookup.add(copy)
      banks.set(copy.id, copy)
      if (change) draft.changes.push(change)
      return copy
    },
    /** Returns false if one of these facts was corrected by hand, and adds that fact to `unchanged`. */
    mayEdit: (bank: BankRecord, facts: readonly string[]): boolean => {
      const fact = facts.find((each) => corrected.has(`${bank.id} ${each}`))
      if (fact !== undefined) draft.unchanged.corrected.add(`${bank.id} ${fact}`)
      return fact === undefined
    },
    /** Number of edits, including those that are not listed in `changes`. */
    editCount: (): number => edits,
    clearDoubts: (): void => {
      draft.changes = draft.changes.filter(({ kind }) => kind !== 'doubtful')
      draft.unchanged = { newer: 0, corrected: new Set() }
    },
    add: (bank: BankRecord, change: Change): void => {
      edits++
      banks.set(bank.id, bank)
      lookup.add(bank)
      draft.changes.push(change)
    },
    addDoubt: (bank: string, line: number, text: string): void => {
      draft.changes.push({ kind: 'doubtful', bank, line, text })
    },
    isNewerThanField: (bank: BankRecord, field: SourcedField): boolean => since > fieldDate(bank, field, sources),
    isNewerThanCode: (code: BankCode): boolean => since > codeDate(code, sources),
    /** Whether the file is newer than our newest list for the scheme or, if the scheme is undefined, for the country. */
    isNewerThanList: (scheme: string | undefined, country: string): boolean =>
      since > (lists.get(scheme ?? country)?.date ?? ''),
    /**
     * Whether our newest list for the scheme is this same edition. A repeated import adds no codes, because the first
     * import left them out for a reason.
     */
    wasImportedBefore: (scheme: string): boolean => lists.get(scheme)?.source === source.id,
    /**
     * Whether our newest list for the scheme is a later, complete edition of this file. If so, a code that is only in
     * this file is no longer assigned.
     */
    hasLaterEdition: (scheme: string): boolean =>
      isComplete(scheme) && isEdition(lists.get(scheme)?.source ?? '', name),
    /** Whether the file would have this code if it were still assigned. */
    shouldHave: (code: BankCode): boolean =>
      draft.isNewerThanCode(code) &&
      (completeFor.includes(code.scheme) || (isComplete(code.scheme) && isEdition(code.source, name))),
  }
  return draft
}

/**
 * A source counts as a list for a scheme if at least this share of the scheme's codes comes from it. It counts as a
 * list for a country if it makes up at least this share of the sources named by the country's banks.
 */
const listShareMin = 0.1

/** Returns the newest list for each scheme and each country, keyed by scheme id or country code. */
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
      const date = lastDay((sources.get(source) as Source).date)
      if (each >= all * listShareMin && date > (lists.get(subject)?.date ?? '')) lists.set(subject, { source, date })
    }
  }
  return lists
}
