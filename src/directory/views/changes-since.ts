/**
 * Computes the changes to the bank lists since an earlier revision: merges all later releases into one change per bank.
 */
import { listedTypes } from '../records/bank-record.ts'
import { memberCodes, type SupportedCountry } from '../records/country-record.ts'
import type { ListChange, Release } from '../records/list-change.ts'
import { type BankTable, createBankFilter } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'

export interface History {
  /**
   * Generates the merged changes as JSON, sorted by bank id. At each `yield` the event loop can serve requests. `start`: a
   * revision, or a date for the releases on or after it. Returns undefined if no chain of releases leads from there to the
   * revision being served, or if `country` is a region whose members have changed since then.
   */
  since(start: string, country?: SupportedCountry): Changes | undefined
  /** Generates the releases that changed banks in the country or region, or in any, newest first. Yields like `since`. */
  releasesIn(country?: SupportedCountry): Generator<void, CountryRelease[]>
  /** Generates the codes of the countries that changed on the day of the newest release with changes, most changes first. */
  latestChanges(): Generator<void, LatestChanges | undefined>
}

export interface LatestChanges {
  date: string
  countries: string[]
}

export interface Changes {
  /** The revision of a copy to which the changes apply. */
  from: string
  steps: Generator<void, string[]>
}

export interface CountryRelease extends Pick<Release, 'from' | 'to' | 'date'> {
  changes: readonly ListChange[]
}

type ByCountry = Map<string, ListChange[]>

/** Parsing or serialising this many changes takes a few milliseconds. */
const changesPerStep = 200

const datePattern = /^\d{4}-\d{2}-\d{2}$/

/** Whether the text is a day of the calendar. */
export const isDate = (text: string): boolean =>
  datePattern.test(text) && new Date(text).toJSON()?.startsWith(text) === true

/** Parses each release on first use and caches the result. */
export function createHistory({ revision: served, releases }: PackedDirectory, banks: BankTable): History {
  const parsed = new Map<Release, ByCountry>()

  function* changesOf(release: Release): Generator<void, ByCountry> {
    const cached = parsed.get(release)
    if (cached) return cached
    const changes = Map.groupBy(yield* parseLines(release.lines), ({ country }) => country)
    parsed.set(release, changes)
    return changes
  }

  function* mergeReleases(chain: Release[], country?: SupportedCountry): Generator<void, string[]> {
    const merged = new Map<string, ListChange>()
    for (const release of chain) {
      const byCountry = yield* changesOf(release)
      const codes = country ? memberCodes(country) : [...byCountry.keys()]
      for (const change of codes.flatMap((code) => byCountry.get(code) ?? [])) mergeChange(merged, change)
      yield
    }
    const isListed = createBankFilter({ status: 'active', types: listedTypes }, banks)
    const json: string[] = []
    for (const change of [...merged.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      json.push(changeToJson(change, banks, isListed))
      if (json.length % changesPerStep === 0) yield
    }
    return json
  }

  return {
    since: (start, country) => {
      const chain = isDate(start) ? releasesOnOrAfter(start, served, releases) : releasesSince(start, served, releases)
      if (!chain || (country && chain.some(({ regions = [] }) => regions.includes(country.code)))) return undefined
      const from = isDate(start) ? (chain[0]?.from ?? served) : start
      return { from, steps: mergeReleases(chain, country) }
    },
    *releasesIn(country) {
      const found: CountryRelease[] = []
      for (const release of releases.toReversed()) {
        const { from, to, date } = release
        const byCountry = yield* changesOf(release)
        const codes = country ? memberCodes(country) : [...byCountry.keys()]
        const changes = codes.flatMap((code) => byCountry.get(code) ?? [])
        if (changes.length > 0) found.push({ from, to, date, changes })
        yield
      }
      return found
    },
    *latestChanges() {
      // Parses no older releases: the start page needs this.
      const date = releases.findLast(({ lines }) => lines.length > 0)?.date
      if (date === undefined) return undefined
      const counts = new Map<string, number>()
      for (const release of releases.filter((one) => one.date === date)) {
        for (const [code, changes] of yield* changesOf(release))
          counts.set(code, (counts.get(code) ?? 0) + changes.length)
      }
      const countries = [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code)
      return { date, countries }
    },
  }
}

/**
 * Returns the releases after `revision`, up to the one being served. In `releases`, each release starts at the revision
 * where the previous one ends, and no two end at the same revision.
 */
function releasesSince(revision: string, served: string, releases: Release[]): Release[] | undefined {
  if (revision === served) return []
  const first = releases.findIndex(({ from }) => from === revision)
  const last = releases.findIndex(({ to }) => to === served)
  return first >= 0 && last >= first ? releases.slice(first, last + 1) : undefined
}

/**
 * Returns the releases with that date or a later one, up to the one being served. The oldest release that is known may not
 * be the first one, so for a date before it the chain could be incomplete.
 */
function releasesOnOrAfter(date: string, served: string, releases: Release[]): Release[] | undefined {
  const last = releases.findIndex(({ to }) => to === served)
  const [oldest] = releases
  if (last < 0 || oldest === undefined || date < oldest.date) return undefined
  return releases.slice(0, last + 1).filter((release) => release.date >= date)
}

/** Combines the change with an earlier change to the same bank. Changes must be merged in order, oldest first. */
function mergeChange(merged: Map<string, ListChange>, change: ListChange): void {
  const earlier = merged.get(change.id)
  if (!earlier) merged.set(change.id, change)
  // The bank was added and then removed, so nothing has changed for the client.
  else if (earlier.kind === 'added' && change.kind === 'removed') merged.delete(change.id)
  else {
    const kind = earlier.kind === 'added' ? 'added' : change.kind === 'removed' ? 'removed' : 'changed'
    merged.set(change.id, { ...earlier, kind, summary: `${earlier.summary} ${change.summary}` })
  }
}

function changeToJson(
  { id, country, kind, summary }: ListChange,
  banks: BankTable,
  isListed: (bank: number) => boolean,
): string {
  const head = JSON.stringify({ id, country, kind, summary })
  const bank = banks.numberOf(id)
  return `${head.slice(0, -1)},"bank":${bank !== undefined && isListed(bank) ? banks.rowOf(bank) : 'null'}}`
}

function* parseLines(lines: Uint8Array): Generator<void, ListChange[]> {
  const changes: ListChange[] = []
  for (const line of new TextDecoder().decode(lines).split('\n').slice(0, -1)) {
    changes.push(JSON.parse(line))
    if (changes.length % changesPerStep === 0) yield
  }
  return changes
}
