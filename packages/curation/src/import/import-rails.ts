/**
 * Imports a published list of participants of payment rails. A list that we may ship changes the rails of our records.
 * A list that may not be redistributed is written into an operator's overlay, as lists of banks or codes in `rails.json`.
 */
import { createReadStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BankRecord } from '../../../../src/directory/records/bank.ts'
import { type Rail, railsFile } from '../../../../src/directory/records/rail.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { type RailMembers, withMembers, withSource } from '../bank-rails.ts'
import { type DataFolder, replaceFiles } from '../data-folder.ts'
import { firstDay, lastDay } from '../dates.ts'
import { readCorrections } from '../read-corrections.ts'
import { bankLine, compare, rowsText, sourcesText } from '../serialize.ts'
import { isForOverlay, type Participant, type RailFile } from '../sources/rail-file.ts'
import { createId } from './changes/new-bank.ts'
import { createParticipantFinder, type Match } from './matching/match-participant.ts'
import { isSourceUsed, sourceEntry } from './source-entry.ts'
import { truncatedFile } from './truncated-file-error.ts'

export interface RailsRequest {
  folder: DataFolder
  file: RailFile
  /** The path of the downloaded file. */
  path: string
  asOf: string
  /** The operator's overlay, for a list that may not be redistributed. */
  overlay?: string | undefined
}

export interface ImportedRails {
  source: Source
  /** Number of participants in the file. */
  rows: number
  /** For each rail: the number of participants that match a bank, and of banks or codes that are on it afterwards. */
  rails: { rail: string; participants: number; matched: number; listed: number }[]
  /** Ids of the new banks. */
  added: string[]
  /** A sentence for each participant that matches no bank or several. */
  unmatched: string[]
  /** Ids of the banks whose rails were corrected by hand and stay as they are. */
  corrected: string[]
  /** Whether the file is a different edition that is not newer than our list. Such a file is ignored. */
  isOlder: boolean
  isChanged: boolean
  /** Returns the names of the changed files. */
  save(): string[]
}

export async function importRails(request: RailsRequest): Promise<ImportedRails> {
  const { folder, file, path, asOf } = request
  const source = sourceEntry(folder, file, asOf)
  const participants = await readParticipants(file, path, asOf)
  const levels = new Map(file.rails.map((id) => [id, levelOf(folder, id)]))
  const added: BankRecord[] = []
  const unmatched: string[] = []
  const [banks, codes] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const matchedOn = new Map<string, number>()
  const find = createParticipantFinder(folder.banks.values())
  const isTaken = (id: string): boolean => folder.banks.has(id) || added.some((bank) => bank.id === id)
  for (const participant of participants) {
    const match = find(participant)
    const bank = match.bank ?? addBank(participant, match, { source, isTaken, added })
    const isMatched = (rail: string): boolean =>
      levels.get(rail) === 'code' ? match.codes.length > 0 : bank !== undefined
    if (!participant.rails.every(isMatched)) unmatched.push(reasonOf(participant, match))
    for (const rail of participant.rails.filter(isMatched)) {
      matchedOn.set(rail, (matchedOn.get(rail) ?? 0) + 1)
      if (levels.get(rail) === 'code') for (const code of match.codes) addTo(codes, code, rail)
      else if (bank) addTo(banks, bank.id, rail)
    }
  }
  const members = { rails: file.rails, banks, codes }
  const counts = file.rails.map((rail) => ({
    rail,
    participants: participants.filter(({ rails }) => rails.includes(rail)).length,
    matched: matchedOn.get(rail) ?? 0,
    listed: [...banks.values(), ...codes.values()].filter((rails) => rails.has(rail)).length,
  }))
  const result = { source, rows: participants.length, rails: counts, added: added.map(({ id }) => id), unmatched }
  return isForOverlay(file)
    ? { ...result, ...overlayChange(request, source, members) }
    : { ...result, ...dataChange(request, source, members, added) }
}

async function readParticipants(file: RailFile, path: string, asOf: string): Promise<Participant[]> {
  const participants: Participant[] = []
  for await (const participant of file.read(createReadStream(path), asOf)) participants.push(participant)
  const { length } = participants
  if (length < file.rowsMin)
    throw truncatedFile(participants.at(-1)?.line ?? 1, length, `${file.name} never has fewer than ${file.rowsMin}`)
  return participants
}

function levelOf({ rails }: DataFolder, id: string): Rail['level'] {
  const rail = rails.find((each) => each.id === id)
  if (!rail) throw new UnusableFile(`${railsFile} has no rail ${id}; add it there.`)
  return rail.level
}

const addTo = (table: Map<string, Set<string>>, key: string, rail: string): void => {
  table.set(key, (table.get(key) ?? new Set()).add(rail))
}

/** Adds a participant that our data lacks, if the list has what a record needs. */
function addBank(
  { bank, code, rails }: Participant,
  { candidates, former }: Match,
  { source, isTaken, added }: { source: Source; isTaken: (id: string) => boolean; added: BankRecord[] },
): BankRecord | undefined {
  const [scheme] = code?.schemes ?? []
  if (!bank || !code || scheme === undefined || rails.length === 0) return undefined
  if (candidates.length > 0 || former !== undefined) return undefined
  const { value } = code
  const record: BankRecord = {
    id: createId(bank.country, bank.name, [value], isTaken),
    ...bank,
    codes: [{ scheme, value, source: source.id }],
    status: 'active',
    confidence: 'medium',
    sources: [source.id],
  }
  added.push(record)
  return record
}

function reasonOf({ label, code, bic, line }: Participant, { candidates, former }: Match): string {
  const key = code?.value ?? bic ?? ''
  const subject = key === '' || key === label ? label : `${label} (${key})`
  const unknown = former === undefined ? 'no bank has it' : `${former} had it, which is merged or closed`
  const found = candidates.length === 0 ? unknown : `it may be any of ${candidates.join(', ')}`
  return `${subject}, line ${line}: ${found}.`
}

/** Compares the editions of the first rail; the rails of a list have the same source. */
function isOlderThan({ rails, sources }: Pick<DataFolder, 'rails' | 'sources'>, file: RailFile, asOf: string): boolean {
  const current = rails.find(({ id }) => id === file.rails[0])?.source
  const date = current === undefined ? undefined : sources.get(current)?.date
  return date !== undefined && !date.startsWith(asOf) && firstDay(asOf) <= lastDay(date)
}

type Outcome = Pick<ImportedRails, 'corrected' | 'isOlder' | 'isChanged' | 'save'>

function dataChange(
  { folder, file, asOf }: RailsRequest,
  source: Source,
  members: RailMembers,
  added: readonly BankRecord[],
): Outcome {
  const fixed = new Set(readCorrections(folder).flatMap(({ bank, fact }) => (fact === 'rails' ? [bank] : [])))
  const corrected: string[] = []
  const renewed = [...folder.banks.values(), ...added].map((bank) => {
    const next = withMembers(bank, members)
    if (next === bank || !fixed.has(bank.id)) return next
    corrected.push(bank.id)
    return bank
  })
  const rails = withSource(folder.rails, file.rails, source.id, file.complete)
  const changedCountries = new Set(
    renewed.filter((bank) => folder.banks.get(bank.id) !== bank).map(({ country }) => country),
  )
  const isSameTable = rowsText(rails) === rowsText(folder.rails)
  return {
    corrected,
    isOlder: isOlderThan(folder, file, asOf),
    isChanged: !isOlderThan(folder, file, asOf) && (changedCountries.size > 0 || !isSameTable),
    save: () => {
      const texts = bankTexts(renewed, changedCountries)
      texts.set(railsFile, rowsText(rails))
      const sources = new Map(folder.sources).set(source.id, source)
      const data = { ...folder, banks: new Map(renewed.map((bank) => [bank.id, bank])) }
      for (const { source: former } of folder.rails.filter(({ id }) => file.rails.includes(id))) {
        if (former !== undefined && former !== source.id && !isSourceUsed(data, former, texts)) sources.delete(former)
      }
      return replaceFiles(folder.path, texts.set('sources.json', sourcesText(sources.values())))
    },
  }
}

/** Returns the texts of the bank files of these countries, by file name. */
export function bankTexts(banks: readonly BankRecord[], countries: ReadonlySet<string>): Map<string, string> {
  return new Map(
    [...countries].map((country) => {
      const own = banks.filter((bank) => bank.country === country).sort((a, b) => compare(a.id, b.id))
      return [`banks/${country.toLowerCase()}.jsonl`, own.map((bank) => `${bankLine(bank)}\n`).join('')]
    }),
  )
}

/** An overlay lists the banks or codes in the row of the rail, so that the records stay those of the shipped data. */
function overlayChange({ folder, file, overlay, asOf }: RailsRequest, source: Source, members: RailMembers): Outcome {
  if (overlay === undefined) throw new Error(`${file.name} needs an overlay`)
  const read = <Row>(name: string): Row[] => {
    const path = join(overlay, name)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Row[]) : []
  }
  const [oldRails, oldSources] = [read<Rail>(railsFile), read<Source>('sources.json')]
  const sources = new Map(oldSources.map((each) => [each.id, each]))
  const isOlder = isOlderThan({ rails: oldRails, sources }, file, asOf)
  const shipped = folder.rails.filter(({ id }) => file.rails.includes(id))
  const own = withSource(shipped, file.rails, source.id, file.complete).map((rail) => withList(rail, members))
  const rails = [...oldRails.filter(({ id }) => !file.rails.includes(id)), ...own].sort((a, b) => compare(a.id, b.id))
  const newSources = sources.set(source.id, source)
  for (const { source: former } of oldRails.filter(({ id }) => file.rails.includes(id))) {
    if (former !== undefined && !rails.some((rail) => rail.source === former)) newSources.delete(former)
  }
  const texts = new Map([
    [railsFile, rowsText(rails)],
    ['sources.json', sourcesText(newSources.values())],
  ])
  return {
    corrected: [],
    isOlder,
    isChanged: !isOlder && rowsText(rails) !== rowsText(oldRails),
    save: () => {
      mkdirSync(overlay, { recursive: true })
      return replaceFiles(overlay, texts)
    },
  }
}

function withList({ banks: _, codes: __, ...rail }: Rail, members: RailMembers): Rail {
  const idsOn = (table: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
    [...table].flatMap(([key, rails]) => (rails.has(rail.id) ? [key] : [])).sort(compare)
  const banks = idsOn(members.banks)
  const codes: Record<string, string[]> = {}
  for (const key of idsOn(members.codes)) {
    const [scheme = '', value = ''] = key.split(' ')
    codes[scheme] = [...(codes[scheme] ?? []), value]
  }
  return {
    ...rail,
    ...(banks.length > 0 && { banks }),
    ...(Object.keys(codes).length > 0 && { codes }),
  }
}
