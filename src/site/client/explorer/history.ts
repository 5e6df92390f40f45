/**
 * The address, the title and the history of the page. Each history entry keeps the list that its page shows and how far it
 * was scrolled, so that Back and reload restore both. An account number is never part of it.
 */
import type { BankDetail } from '../../../directory/records/bank-record.ts'
import { noChoice } from '../../views/codes/shown-code.ts'
import { bankTitle, checkTitle, countryTitle, resultsHeading, startTitle, titled } from '../../views/titles.ts'
import type { ViewContext } from '../../views/view-context.ts'
import { hasFiles, serviceUrl } from './api/send.ts'
import { addressOf, type ListView, readView, type View } from './view.ts'

interface EntryState {
  list?: ListView | undefined
  /** The code to mark on the card, unless it may be part of an account number. */
  code?: string | undefined
  scroll?: number
  /** Number of cards opened since the list, so that this many steps back lead to it. 0 if there was no list. */
  depth?: number
  /** Whether the field held text that is not in the URL. It is kept in memory at most. */
  isPrivate?: boolean
}

const entry = (): EntryState => (history.state ?? {}) as EntryState

/** The view of the current history entry. */
export function currentView(): View {
  const view = readView(location.href, serviceUrl)
  if (view.bank === '') return view
  const { list, code = '' } = entry()
  return { ...view, list, choice: { ...noChoice, ...view.choice, code } }
}

/** Number of steps back from a card to its list, or 0 if the history has no such list. */
export const stepsToList = (): number => entry().depth ?? 0

export const isPrivateEntry = (): boolean => entry().isPrivate === true

/** Adds a history entry, unless the address stays the same. */
export function pushView(view: View, previous: View, isPrivate: boolean): void {
  saveScroll()
  const address = pathOf(view)
  const state: EntryState = {
    list: view.list,
    code: isPrivate ? '' : view.choice?.code,
    depth: depthOf(view, previous),
    isPrivate,
  }
  if (address === pathOf(previous)) replaceView(view, isPrivate)
  else history.pushState(state, '', address)
}

function depthOf({ list, bank }: View, previous: View): number {
  if (bank === '' || !list) return 0
  if (previous.bank === '') return 1
  return stepsToList() && stepsToList() + 1
}

/** Replaces the entry while the user types: otherwise Back would step through a query letter by letter. */
export const replaceView = (view: View, isPrivate: boolean): void =>
  history.replaceState(
    { ...entry(), list: view.list, code: isPrivate ? '' : view.choice?.code, isPrivate },
    '',
    pathOf(view),
  )

const pathOf = (view: View): string => addressOf(view, serviceUrl, hasFiles())

function saveScroll(): void {
  if (entry().scroll !== scrollY) history.replaceState({ ...entry(), scroll: scrollY }, '')
}

/** How far the page was scrolled when the user left this entry. */
export const savedScroll = (): number | undefined => entry().scroll

/** Saves the position when scrolling ends and when the page is left. */
export function initHistory(): void {
  history.scrollRestoration = 'manual'
  addEventListener('scrollend', saveScroll)
  addEventListener('pagehide', saveScroll)
}

/** Shows the title and the canonical address of the view. `bank`: the bank of the open card, once it is loaded. */
export function showHead(context: ViewContext, view: View, bank?: BankDetail): void {
  document.title = pageTitle(context, view, bank)
  const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  const list = view.list && { ...view.list, type: '', status: '', rail: '', region: '', scheme: '' }
  const address = pathOf({ ...view, list, choice: undefined })
  if (link) link.href = `${context.publicUrl}${address.slice(context.base.length)}`
}

/** Text that may be an account number is never in the title. */
function pageTitle(context: ViewContext, { list, bank: id, choice }: View, bank?: BankDetail): string {
  if (bank) return bankTitle(context, bank, choice)
  if (id !== '' || !list) return document.title
  if (list.query !== '') return titled(resultsHeading(context, list))
  if (list.isCheck) return checkTitle
  const country = context.countries.get(list.country)
  return country ? countryTitle(context, country.code, country.bankCount) : startTitle
}
