/** The card of a bank, next to the list or, on a narrow screen, in its place. */
import { BankLookupError } from '../../../../../packages/client/src/error.ts'
import type { BankDetail } from '../../../../directory/records/bank-record.ts'
import { html } from '../../../html.ts'
import { accountAt } from '../../../views/account-at-bank.ts'
import { bankCard, breadcrumbs } from '../../../views/bank-card.ts'
import { answer } from '../../../views/readings-view.ts'
import type { ViewContext } from '../../../views/view-context.ts'
import { announce, create, queryAll, setContent } from '../../shared/dom.ts'
import { bankRequest, resolveRequest } from '../api/requests.ts'
import { cachedResponse, send } from '../api/send.ts'
import { failureMessage } from '../dom/failure-notice.ts'
import { createRegion } from '../dom/region.ts'

/** A row must be active for this long before its card is loaded, so that fast typing does not load every first row. */
const prefetchDelayMs = 120

export function createCardPanel(context: ViewContext, element: HTMLElement) {
  const notice = create('div', { class: 'notice bad', hidden: '' })
  const bar = create('p', { class: 'card-bar' })
  setContent(
    bar,
    html`<button type="button" class="back" data-closes-card><span class="narrow">Back to the list</span><span class="wide">Close</span></button>`,
  )
  const body = create('div', { class: 'card-body' }, ...element.childNodes)
  element.append(bar, notice, body)
  const region = createRegion(body, { notice })

  element.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && 'filtersCodes' in target.dataset) filterCodes(target)
  })

  element.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.dataset.accountCheck === undefined) return
    event.preventDefault()
    checkAccount(context, form, form.dataset.accountCheck)
  })

  return {
    /**
     * Shows the card of a bank. `level`: of its heading. Resolves to the bank, or to undefined if another bank was opened
     * since or on failure.
     */
    show: async (id: string, level: 1 | 2): Promise<BankDetail | undefined> => {
      let bank: BankDetail | undefined
      const request = bankRequest(id)
      const isShown = await region.load(
        `bank ${id}`,
        (signal) => cachedResponse(request) ?? send(request, signal),
        (detail) => {
          bank = detail
          const above = level === 1 ? breadcrumbs(context, detail.country) : undefined
          setContent(body, html`${above}${bankCard(context, detail, { level })}`)
          showSuccessorName(body, detail)
        },
      )
      return isShown ? (bank ?? cachedResponse(request)) : undefined
    },
    hide: (): void => {
      region.reset()
      body.replaceChildren()
    },
    /** Takes over the card that the server rendered. */
    adopt: (id: string): void => region.reset(`bank ${id}`),
    focus: (): void => {
      const heading = body.querySelector<HTMLElement>('h1, h2')
      if (heading) heading.tabIndex = -1
      heading?.focus({ preventScroll: true })
    },
  }
}

/** Loads the successor of a bank, and then shows its name instead of its id. */
function showSuccessorName(body: HTMLElement, { successor }: BankDetail): void {
  const link = successor && body.querySelector(`.notice [data-bank="${CSS.escape(successor)}"]`)
  if (!link) return
  send(bankRequest(successor), new AbortController().signal).then(
    ({ name }) => setContent(link, name),
    () => undefined,
  )
}

/** Only the last of several checks shows its answer. */
let checking = new AbortController()

async function checkAccount(context: ViewContext, form: HTMLFormElement, bank: string): Promise<void> {
  checking.abort()
  checking = new AbortController()
  const { signal } = checking
  const number = form.querySelector<HTMLInputElement>('[name=identifier]')?.value ?? ''
  const place = form.parentElement?.querySelector<HTMLElement>('[data-account-answer]')
  if (!place || number.trim() === '') return
  try {
    const resolved = await send(resolveRequest(accountAt(bank, number), ''), signal)
    if (!signal.aborted) setContent(place, answer(context, resolved, number))
  } catch (error) {
    if (!(error instanceof BankLookupError)) throw error
    if (!signal.aborted) setContent(place, html`<p class="notice bad">${failureMessage(error)}</p>`)
  }
}

/** Hides the codes of a group that do not contain the text. */
function filterCodes(input: HTMLInputElement): void {
  const text = input.value.replaceAll(/[\s-]/g, '').toLowerCase()
  for (const item of queryAll('.code-columns li', input.closest('.code-group') ?? document)) {
    item.hidden = !item.textContent.replaceAll(/[\s-]/g, '').toLowerCase().includes(text)
  }
}

/** Returns a function that loads the card of a bank into memory, so that it opens without a delay. */
export function createPrefetch(): (id: string | undefined) => void {
  let timer = 0
  return (id) => {
    clearTimeout(timer)
    if (id === undefined || cachedResponse(bankRequest(id))) return
    timer = setTimeout(() => {
      // A failure is shown when the user opens the card.
      send(bankRequest(id), new AbortController().signal, { priority: 'low' }).catch(() => undefined)
    }, prefetchDelayMs)
  }
}

/**
 * Reads the text for a button that copies a response of the API: its path is in `data-copy-from`. Returns an empty string
 * on failure, and says so.
 */
export async function readCopiedResponse(button: HTMLElement): Promise<string> {
  delete button.dataset.failed
  try {
    return JSON.stringify(await send({ path: button.dataset.copyFrom ?? '' }, new AbortController().signal))
  } catch (error) {
    if (!(error instanceof BankLookupError)) throw error
    button.dataset.failed = 'true'
    announce(`Not copied. ${failureMessage(error)}`)
    return ''
  }
}
