/** Groups the changes of data releases by month and by what happened, newest first. */
import type { CountryRelease } from '../../directory/views/changes-since.ts'
import { type BankEvent, type EventKind, eventsOf } from './bank-events.ts'

/** What one release changed in a bank. */
export interface BankChange {
  id: string
  country: string
  /** The date of the release. */
  date: string
  /** All of one kind. Only codes have several. */
  events: BankEvent[]
}

export interface Month {
  /** Such as `2026-11`. */
  month: string
  changes: Map<EventKind, BankChange[]>
}

/** In the order in which pages list them. */
export const eventKinds: readonly EventKind[] = [
  'new',
  'renamed',
  'merged',
  'closed',
  'delisted',
  'code_added',
  'code_changed',
  'code_removed',
  'other',
]

/** Reading this many changes takes a millisecond or two. */
const changesPerStep = 200

/** `releases`: newest first. */
export function* changesByMonth(releases: readonly CountryRelease[]): Generator<void, Month[]> {
  const months = new Map<string, Month>()
  let count = 0
  for (const { date, changes } of releases) {
    const month = date.slice(0, 'yyyy-mm'.length)
    const grouped: Month = months.get(month) ?? { month, changes: new Map() }
    months.set(month, grouped)
    for (const change of changes) {
      for (const [kind, events] of Map.groupBy(eventsOf(change), (event) => event.kind)) {
        const ofKind = grouped.changes.get(kind) ?? []
        grouped.changes.set(kind, ofKind)
        ofKind.push({ id: change.id, country: change.country, date, events })
      }
      if (++count % changesPerStep === 0) yield
    }
  }
  return [...months.values()]
}

export const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
