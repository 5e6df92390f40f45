/** What changed in the lists since an earlier release: the releases on the way are put together, bank by bank. */
import { bankStatuses, bankTypes, listedTypes } from '../records/bank.ts'
import type { SupportedCountry } from '../records/country.ts'
import type { ListChange, Release } from '../records/list-change.ts'
import { type BankTable, createBankTable } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'

export interface History {
  /**
   * Puts the changes together as they are shown, in JSON, sorted by id; each `yield` is a moment at which others may have
   * their turn. Undefined where no chain of releases leads from that revision to what is served.
   */
  since(revision: string, country?: SupportedCountry): Generator<void, string[]> | undefined
}

type ByCountry = Map<string, ListChange[]>

/** So many are read or written between two pauses: a few milliseconds' work. */
const changesPerStep = 200

/** Nothing is read before somebody asks. */
export function createHistory(packed: PackedDirectory): History {
  const { revision: served, releases } = packed
  const read = new Map<Release, ByCountry>()
  let numbered: BankTable | undefined

  function* changesOf(release: Release): Generator<void, ByCountry> {
    const known = read.get(release)
    if (known) return known
    const changes = Map.groupBy(yield* readLines(release.lines), ({ country }) => country)
    read.set(release, changes)
    return changes
  }

  function* collect(way: Release[], country?: SupportedCountry): Generator<void, string[]> {
    const merged = new Map<string, ListChange>()
    for (const release of way) {
      const byCountry = yield* changesOf(release)
      const codes = country ? (country.members ?? [country.code]) : [...byCountry.keys()]
      for (const change of codes.flatMap((code) => byCountry.get(code) ?? [])) add(merged, change)
      yield
    }
    numbered ??= createBankTable(packed)
    const json: string[] = []
    for (const change of [...merged.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      json.push(shown(change, numbered))
      if (json.length % changesPerStep === 0) yield
    }
    return json
  }

  return {
    since: (revision, country) => {
      const way = wayFrom(revision, served, releases)
      if (!way || (country && way.some(({ regions = [] }) => regions.includes(country.code)))) return undefined
      return collect(way, country)
    },
  }
}

/** `releases`: each begins where the one before ends, and none ends where another one did. */
function wayFrom(revision: string, served: string, releases: Release[]): Release[] | undefined {
  if (revision === served) return []
  const first = releases.findIndex(({ from }) => from === revision)
  const last = releases.findIndex(({ to }) => to === served)
  return first >= 0 && last >= first ? releases.slice(first, last + 1) : undefined
}

/** One for each bank. `change` happened after what is there. */
function add(merged: Map<string, ListChange>, change: ListChange): void {
  const before = merged.get(change.id)
  if (!before) merged.set(change.id, change)
  // It came and went meanwhile.
  else if (before.kind === 'added' && change.kind === 'removed') merged.delete(change.id)
  else {
    const kind = before.kind === 'added' ? 'added' : change.kind === 'removed' ? 'removed' : 'changed'
    merged.set(change.id, { ...before, kind, summary: `${before.summary} ${change.summary}` })
  }
}

const active = bankStatuses.indexOf('active')
const listed = new Set(listedTypes.map((type) => bankTypes.indexOf(type)))

function listedRow(banks: BankTable, id: string): string | undefined {
  const number = banks.numberOf(id)
  if (number === undefined || banks.statusOf(number) !== active) return undefined
  return listed.has(banks.types[number] as number) ? banks.rowOf(number) : undefined
}

function shown({ id, country, kind, summary }: ListChange, banks: BankTable): string {
  const head = JSON.stringify({ id, country, kind, summary })
  return `${head.slice(0, -1)},"bank":${listedRow(banks, id) ?? 'null'}}`
}

function* readLines(lines: Uint8Array): Generator<void, ListChange[]> {
  const changes: ListChange[] = []
  for (const line of new TextDecoder().decode(lines).split('\n').slice(0, -1)) {
    changes.push(JSON.parse(line))
    if (changes.length % changesPerStep === 0) yield
  }
  return changes
}
