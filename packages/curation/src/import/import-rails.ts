/**
 * Imports a published list of participants of payment rails. A list that we may ship changes the rails of our records.
 * A list that may not be redistributed is written into an operator's overlay, as lists of banks or codes in `rails.json`.
 */
import { createReadStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataTables } from '../../../../src/dataset/data-tables.ts'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import type { Rail } from '../../../../src/directory/records/rail-record.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { type RailMembers, withMembers } from '../bank-rails.ts'
import { bankTexts, type DataFolder, replaceFiles } from '../data-folder.ts'
import { firstDay, lastDay } from '../dates.ts'
import { readCorrections } from '../read-corrections.ts'
import { compare, railsText, sourcesText } from '../serialize.ts'
import { isForOverlay, type Participant, type RailFile } from '../sources/rail-file.ts'
import { truncatedFile } from '../sources/source-row-checks.ts'
import { createId } from './changes/add-banks.ts'
import { type ImportRequest, type Replacement, saveReplacement, sourceEntry } from './import-request.ts'
import { createParticipantFinder, type Match } from './matching/match-participant.ts'

const { file: railsFile } = dataTables.rails
const { file: sourcesFile } = dataTables.sources

export interface RailsRequest extends ImportRequest<RailFile> {
  /** The operator's overlay, for a list that may not be redistributed. */
  overlay?: string | undefined
}

export interface ImportedRails extends Replacement {
  /** For each rail: the number of participants, of those that match a bank, and of banks or codes that are on it afterwards. */
  rails: { rail: string; participants: number; matched: number; listed: number }[]
  /** Ids of the new banks. */
  added: string[]
  /** A sentence for each participant that matches no bank or several. */
  unmatched: string[]
  /** Ids of the banks whose rails were corrected by hand and stay as they are. */
  corrected: string[]
}

export async function importRails(request: RailsRequest): Promise<ImportedRails> {
  const { folder, file, path, asOf } = request
  const source = sourceEntry(folder, file, asOf)
  const participants = await readParticipants(file, path, asOf)
  const matched = matchParticipants(participants, request, source)
  const change = isForOverlay(file) ? overlayChange(request, source, matched) : dataChange(request, source, matched)
  const { rails, added, unmatched } = matched
  return { source, rows: participants.length, rails, added: added.map(({ id }) => id), unmatched, ...change }
}

async function readParticipants(file: RailFile, path: string, asOf: string): Promise<Participant[]> {
  const participants: Participant[] = []
  for await (const participant of file.read(createReadStream(path), asOf)) participants.push(participant)
  const { length } = participants
  if (length < file.rowsMin)
    throw truncatedFile(participants.at(-1)?.line ?? 1, length, `${file.name} never has fewer than ${file.rowsMin}`)
  return participants
}

interface Matched extends Pick<ImportedRails, 'rails' | 'unmatched'> {
  members: Required<Pick<RailMembers, 'rails' | 'banks' | 'codes'>>
  added: BankRecord[]
}

function matchParticipants(
  participants: readonly Participant[],
  { folder, file }: RailsRequest,
  source: Source,
): Matched {
  const isOfCodes = new Map(file.rails.map((id) => [id, levelOf(folder, id) === 'code']))
  const added = new Map<string, BankRecord>()
  const unmatched: string[] = []
  const [banks, codes] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const matchedOn: string[] = []
  const find = createParticipantFinder([...folder.banks.values()])
  for (const participant of participants) {
    const match = find(participant)
    const bank = match.bank ?? newParticipant(participant, match, source, (id) => folder.banks.has(id) || added.has(id))
    if (bank && !match.bank) added.set(bank.id, bank)
    const isMatched = (rail: string): boolean => (isOfCodes.get(rail) ? match.codes.length > 0 : bank !== undefined)
    if (!participant.rails.every(isMatched)) unmatched.push(reasonOf(participant, match))
    for (const rail of participant.rails.filter(isMatched)) {
      matchedOn.push(rail)
      if (isOfCodes.get(rail)) for (const code of match.codes) addTo(codes, code, rail)
      else if (bank) addTo(banks, bank.id, rail)
    }
  }
  const rails = file.rails.map((rail) => ({
    rail,
    participants: participants.filter((each) => each.rails.includes(rail)).length,
    matched: matchedOn.filter((each) => each === rail).length,
    listed: [...banks.values(), ...codes.values()].filter((each) => each.has(rail)).length,
  }))
  return { members: { rails: file.rails, banks, codes }, rails, added: [...added.values()], unmatched }
}

function levelOf({ rails }: DataFolder, id: string): Rail['level'] {
  const rail = rails.find((each) => each.id === id)
  if (!rail) throw new UnusableFile(`${railsFile} has no rail ${id}; add it there.`)
  return rail.level
}

const addTo = (table: Map<string, Set<string>>, key: string, rail: string): void => {
  table.set(key, (table.get(key) ?? new Set()).add(rail))
}

/** Returns the record of a participant that our data lacks, if the list has what a record needs. */
function newParticipant(
  { bank, code, rails }: Participant,
  { candidates, former }: Match,
  source: Source,
  isTaken: (id: string) => boolean,
): BankRecord | undefined {
  const [scheme] = code?.schemes ?? []
  if (!bank || !code || scheme === undefined || rails.length === 0) return undefined
  if (candidates.length > 0 || former !== undefined) return undefined
  return {
    id: createId(bank.country, bank.name, [code.value], isTaken),
    ...bank,
    codes: [{ scheme, value: code.value, source: source.id }],
    status: 'active',
    confidence: 'medium',
    sources: [source.id],
  }
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

const withSource = (rails: readonly Rail[], { rails: ids, complete }: RailFile, source: string): Rail[] =>
  rails.map((rail) => (ids.includes(rail.id) ? { ...rail, source, complete } : rail))

const formerSources = (rails: readonly Rail[], file: RailFile): string[] =>
  rails.flatMap(({ id, source }) => (file.rails.includes(id) ? (source ?? []) : []))

type Change = Pick<ImportedRails, 'corrected' | 'isOlder' | 'isChanged' | 'save'>

function dataChange({ folder, file, asOf }: RailsRequest, source: Source, { members, added }: Matched): Change {
  const fixed = new Set(readCorrections(folder).flatMap(({ bank, fact }) => (fact === 'rails' ? [bank] : [])))
  const corrected: string[] = []
  const renewed = [...folder.banks.values(), ...added].map((bank) => {
    const next = withMembers(bank, members)
    if (next === bank || !fixed.has(bank.id)) return next
    corrected.push(bank.id)
    return bank
  })
  const text = railsText(withSource(folder.rails, file, source.id))
  const isOlder = isOlderThan(folder, file, asOf)
  const isSame = text === railsText(folder.rails) && renewed.every((bank) => folder.banks.get(bank.id) === bank)
  return {
    corrected,
    isOlder,
    isChanged: !isOlder && !isSame,
    save: () => {
      const banks = new Map(renewed.map((bank) => [bank.id, bank]))
      const texts = bankTexts(banks, folder.banks).set(railsFile, text)
      return saveReplacement({ ...folder, banks }, texts, [source], formerSources(folder.rails, file))
    },
  }
}

/** An overlay lists the banks or codes in the row of the rail, so that the records stay those of the shipped data. */
function overlayChange({ folder, file, overlay, asOf }: RailsRequest, source: Source, { members }: Matched): Change {
  if (overlay === undefined) throw new Error(`${file.name} needs an overlay`)
  const read = <Row>(name: string): Row[] => {
    const path = join(overlay, name)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Row[]) : []
  }
  const oldRails = read<Rail>(railsFile)
  const sources = new Map(read<Source>(sourcesFile).map((each) => [each.id, each]))
  const isOlder = isOlderThan({ rails: oldRails, sources }, file, asOf)
  const own = folder.rails.filter(({ id }) => file.rails.includes(id)).map((rail) => withList(rail, members))
  const others = oldRails.filter(({ id }) => !file.rails.includes(id))
  const rails = [...others, ...withSource(own, file, source.id)].sort((a, b) => compare(a.id, b.id))
  for (const id of formerSources(oldRails, file)) if (!rails.some((rail) => rail.source === id)) sources.delete(id)
  sources.set(source.id, source)
  return {
    corrected: [],
    isOlder,
    isChanged: !isOlder && railsText(rails) !== railsText(oldRails),
    save: () => {
      mkdirSync(overlay, { recursive: true })
      return replaceFiles(
        overlay,
        new Map([
          [railsFile, railsText(rails)],
          [sourcesFile, sourcesText(sources.values())],
        ]),
      )
    },
  }
}

function withList({ banks: _, codes: __, ...rail }: Rail, members: Matched['members']): Rail {
  const onRail = (table: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
    [...table].flatMap(([key, rails]) => (rails.has(rail.id) ? [key] : [])).sort(compare)
  const banks = onRail(members.banks)
  const byScheme = Map.groupBy(onRail(members.codes), (key) => key.split(' ')[0] as string)
  const codes = [...byScheme].map(
    ([scheme, keys]) => [scheme, keys.map((key) => key.slice(scheme.length + 1))] as const,
  )
  return {
    ...rail,
    ...(banks.length > 0 && { banks }),
    ...(codes.length > 0 && { codes: Object.fromEntries(codes) }),
  }
}
