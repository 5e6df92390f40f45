/**
 * Shows the card of the active row next to the list, without opening it: the focus, the address and the history stay. A narrow
 * window has no room for it, so the card is only loaded into memory there, and opens without a delay.
 */
import type { BankDetail } from '../../../../directory/records/bank-record.ts'
import { bankRequest } from '../api/requests.ts'
import { cachedResponse, send } from '../api/send.ts'
import type { CardPanel } from './card-panel.ts'

/** A row must be active for this long before its card is loaded, so that fast typing does not load every first row. */
const delayMs = 120

export interface PreviewOptions {
  card: CardPanel
  /** Whether there is room for a preview of the view, next to its list. */
  canShow(): boolean
  /** Called after the card of another bank was shown. */
  onShow(): void
}

export function createPreview({ card, canShow, onShow }: PreviewOptions) {
  let timer = 0
  let wanted: string | undefined

  function show(bank: BankDetail): void {
    const isNew = !card.isShown(bank.id)
    card.preview(bank)
    if (isNew) onShow()
  }

  async function settle(id: string): Promise<void> {
    const loading = load(id)
    if (loading instanceof Promise && canShow()) card.dim()
    const bank = await loading
    if (id !== wanted || !canShow()) return
    if (bank) show(bank)
    else card.hide()
  }

  return {
    /** `id`: of the bank in the active row, if there is one. */
    follow: (id: string | undefined): void => {
      clearTimeout(timer)
      wanted = id
      if (id === undefined || !canShow()) card.hide()
      const known = id !== undefined && cachedResponse(bankRequest(id))
      if (known && canShow() && card.isShown(id)) show(known)
      else if (id !== undefined) timer = setTimeout(settle, delayMs, id)
    },
    /** Loads nothing that is not under way. */
    stop: (): void => {
      clearTimeout(timer)
      wanted = undefined
    },
  }
}

/** Loads the card of a bank under the pointer into memory. */
export function initPrefetch(list: HTMLElement): void {
  let timer = 0
  list.addEventListener('pointerover', ({ target }) => {
    clearTimeout(timer)
    const id = target instanceof Element && target.closest<HTMLElement>('[data-bank]')?.dataset.bank
    if (id) timer = setTimeout(load, delayMs, id)
  })
}

const load = (id: string): BankDetail | undefined | Promise<BankDetail | undefined> =>
  cachedResponse(bankRequest(id)) ??
  // A failure is shown when the user opens the card.
  send(bankRequest(id), new AbortController().signal, { priority: 'low' }).catch(() => undefined)
