/**
 * Reads from the history what happened to a bank: its name, its status, its codes. The files in `data/changes/` describe a
 * change in sentences only, and followers of the data have the older files already: decision 0052.
 */
import type { ListChange } from '../../directory/records/list-change.ts'

export type BankEvent =
  | { kind: 'new' | 'delisted' | 'other' }
  | { kind: 'renamed'; from: string; to: string }
  /** `successor`: the id of the bank that took it over. */
  | { kind: 'merged' | 'closed'; successor: string | undefined }
  | CodeEvent

export interface CodeEvent {
  kind: 'code_added' | 'code_changed' | 'code_removed'
  /** The id of a code scheme, or `bic`. */
  scheme: string
  value: string
  /** The new status of a changed code, or the BIC that the bank had before. */
  detail?: string | undefined
}

export type EventKind = BankEvent['kind']

/** Returns at least one event. A bank that is new or gone has one: its codes came or went with it. */
export function eventsOf({ kind, summary }: Pick<ListChange, 'kind' | 'summary'>): BankEvent[] {
  if (kind === 'added') return [{ kind: 'new' }]
  if (kind === 'removed') return [endOf(summary)]
  const codes = [...summary.matchAll(codeSentence)].flatMap(([, scheme = '', rest = '']) =>
    scheme === 'bic' ? bicEvent(rest) : codeEvent(scheme, rest),
  )
  const events = [...nameEvent(summary), ...codes]
  return events.length === 0 ? [{ kind: 'other' }] : events
}

/** A new status is the first sentence. */
const end =
  /^(?:(Merged)(?: into .*?\(([a-z]{2}-[a-z\d-]+)\))?|Closed(?:, taken over by .*?\(([a-z]{2}-[a-z\d-]+)\))?)(?: \([\d-]+\))?\./

function endOf(summary: string): BankEvent {
  const [sentence, merged, heir, buyer] = end.exec(summary) ?? []
  if (sentence === undefined) return { kind: 'delisted' }
  return { kind: merged ? 'merged' : 'closed', successor: heir ?? buyer }
}

const quoted = String.raw`"(?:[^"\\]|\\.)*"`
const nameSentence = new RegExp(String.raw`(?:^|\. )Renamed from (${quoted}) to (${quoted})\.`)

function nameEvent(summary: string): BankEvent[] {
  const [, from, to] = nameSentence.exec(summary) ?? []
  return from === undefined || to === undefined ? [] : [{ kind: 'renamed', from: JSON.parse(from), to: JSON.parse(to) }]
}

const codeSentence = /(?:^|(?<=\. ))([a-z]{2}_\w+|bic) ([^.]+)/g

/** The first releases wrote “taken out” for “removed”, and “before” for “was”. */
const codeFact =
  /^(\S+)(?: \(\w+\))? (?:(is new|came from)|(went to|was removed|was taken out)|is (current|former|unconfirmed))\b/

function codeEvent(scheme: string, rest: string): CodeEvent[] {
  const [, value, gain, loss, status] = codeFact.exec(rest) ?? []
  if (value === undefined) return []
  if (gain) return [{ kind: 'code_added', scheme, value }]
  return loss ? [{ kind: 'code_removed', scheme, value }] : [{ kind: 'code_changed', scheme, value, detail: status }]
}

const bicFact = /^(?:is (\S+?)(?:(?:, before| \(was) (\S+?)\)?)?|(\S+) was removed)$/

function bicEvent(rest: string): CodeEvent[] {
  const [, now, before, removed = now === 'unknown' ? before : undefined] = bicFact.exec(rest) ?? []
  if (removed) return [{ kind: 'code_removed', scheme: 'bic', value: removed }]
  if (now === undefined) return []
  return before
    ? [{ kind: 'code_changed', scheme: 'bic', value: now, detail: before }]
    : [{ kind: 'code_added', scheme: 'bic', value: now }]
}
