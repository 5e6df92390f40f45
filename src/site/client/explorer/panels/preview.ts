/**
 * Shows the card of the active row next to the list, without opening it: the focus, the address and the history stay. A narrow
 * window has no room for it, so the card is only loaded into memory there, and opens without a delay.
 */
import type { BankDetail } from '../../../../directory/records/bank-record.ts'
import { noChoice } from '../../../views/codes/shown-code.ts'
import { bankRequest } from '../api/requests.ts'
import { cachedResponse, send } from '../api/send.ts'
import type { View } from '../view.ts'
import type { CardPanel } from './card-panel.ts'

/** A row must be active for this long before its card is loaded, so that fast typing does not load every first row. */
const delayMs = 120

type Row = Pick<View, 'bank' | 'choice'>

export interface PreviewOptions {
  card: CardPanel
  /** Whether there is room for a preview of the view, next to its list. */
  canShow(): boolean
  /** Called after the card of another bank was shown. */
  onShow(): void
}

export function createPreview({ card, canShow, onShow }: PreviewOptions) {
  let timer = 0
  let wanted: Row | undefined

  function show(bank: BankDetail, { choice = noChoice }: Row): void {
    const isNew = !card.isShown(bank.id, choice)
    card.preview(bank, choice)
    if (isNew) onShow()
  }

  async function settle(row: Row): Promise<void> {
    const loading = load(row.bank)
    if (loading instanceof Promise && canShow()) card.dim()
    const bank = await loading
    if (row !== wanted || !canShow()) return
    if (bank) show(bank, row)
    else card.hide()
  }

  return {
    /** `row`: the bank of the active row, if there is one, and the code that the row shows. */
    follow: (row: Row | undefined): void => {
      clearTimeout(timer)
      wanted = row
      if (!row || !canShow()) card.hide()
      const known = row && cachedResponse(bankRequest(row.bank))
      if (known && canShow() && card.isShown(row.bank, row.choice ?? noChoice)) show(known, row)
      else if (row) timer = setTimeout(settle, delayMs, row)
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
