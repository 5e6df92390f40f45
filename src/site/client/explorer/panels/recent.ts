/**
 * The last five banks that the user opened, on the start page. Only ids and names are stored, never what the user typed.
 */
import { type Html, html } from '../../../html.ts'
import { bankPath } from '../../../views/page-paths.ts'
import type { ViewContext } from '../../../views/view-context.ts'

interface RecentBank {
  id: string
  name: string
}

const storageKey = 'bank-lookup.recent'
const recentMax = 5

/** Returns an empty list if the storage is blocked or if its content is not ours. */
export function readRecent(): RecentBank[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentBank).slice(0, recentMax) : []
  } catch {
    return []
  }
}

const isRecentBank = (value: unknown): value is RecentBank =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as RecentBank).id === 'string' &&
  typeof (value as RecentBank).name === 'string'

export function addRecent({ id, name }: RecentBank): void {
  store([{ id, name }, ...readRecent().filter((other) => other.id !== id)].slice(0, recentMax))
}

export const clearRecent = (): void => store([])

function store(banks: RecentBank[]): void {
  try {
    if (banks.length > 0) localStorage.setItem(storageKey, JSON.stringify(banks))
    else localStorage.removeItem(storageKey)
  } catch {
    // The browser blocks storage, so there are no recent banks.
  }
}

export const recentLine = (context: ViewContext, banks: readonly RecentBank[]): Html =>
  html`<p class="recent"><span class="recent-label">Recent</span> ${banks.map(
    ({ id, name }) => html`<a href="${bankPath(context, id)}">${name}</a> `,
  )}<button type="button" class="link" data-clear-recent>Clear</button></p>`
