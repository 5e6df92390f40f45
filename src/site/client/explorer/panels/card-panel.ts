/** The card of a bank, next to the list or, on a narrow screen, in its place. */
import { BankLookupError } from '../../../../../packages/client/src/error.ts'
import type { BankDetail } from '../../../../directory/records/bank-record.ts'
import { html } from '../../../html.ts'
import { accountAt } from '../../../views/answers/account-at-bank.ts'
import { answer } from '../../../views/answers/readings-view.ts'
import { bankCard, breadcrumbs } from '../../../views/bank-card.ts'
import { type CodeChoice, noChoice } from '../../../views/codes/shown-code.ts'
import type { ViewContext } from '../../../views/view-context.ts'
import { announce, create, queryAll, setContent } from '../../shared/dom.ts'
import { bankRequest, resolveRequest } from '../api/requests.ts'
import { cachedResponse, send } from '../api/send.ts'
import { failureMessage } from '../dom/failure-notice.ts'
import { createRegion } from '../dom/region.ts'

export type CardPanel = ReturnType<typeof createCardPanel>

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

  const isShown = (id: string, choice: CodeChoice): boolean =>
    region.has(keyOf(id, choice)) && body.childElementCount > 0

  function render(detail: BankDetail, level: 1 | 2, choice: CodeChoice): void {
    const above = level === 1 ? breadcrumbs(context, detail.country) : undefined
    setContent(body, html`${above}${bankCard(context, detail, { level, choice })}`)
    showSuccessorName(body, detail)
  }

  /** A preview has another name than an opened card, and nothing to close. */
  function markPreview(isPreview: boolean): void {
    element.hidden = false
    element.toggleAttribute('data-preview', isPreview)
    element.setAttribute('aria-label', isPreview ? 'Preview' : 'Bank')
    body.removeAttribute('data-stale')
  }

  return {
    /**
     * Shows the card of a bank. `level`: of its heading. `choice`: the code to show first. Resolves to the bank, or to
     * undefined if another bank was opened since or on failure.
     */
    show: async (id: string, level: 1 | 2, choice = noChoice): Promise<BankDetail | undefined> => {
      let bank: BankDetail | undefined
      markPreview(false)
      const request = bankRequest(id)
      const isShown = await region.load(
        keyOf(id, choice),
        (signal) => cachedResponse(request) ?? send(request, signal),
        (detail) => {
          bank = detail
          render(detail, level, choice)
        },
      )
      return isShown ? (bank ?? cachedResponse(request)) : undefined
    },
    /** Shows a bank without opening it. Then `show` keeps what is there. */
    preview: (detail: BankDetail, choice: CodeChoice): void => {
      if (!isShown(detail.id, choice)) {
        region.reset(keyOf(detail.id, choice))
        render(detail, 2, choice)
      }
      markPreview(true)
    },
    /** Whether the card shows this bank, as a preview or opened. */
    isShown,
    /** Greys out a preview that is no longer that of the active row. */
    dim: (): void => {
      if (element.hasAttribute('data-preview')) body.toggleAttribute('data-stale', true)
    },
    hide: (): void => {
      region.reset()
      element.hidden = true
      body.replaceChildren()
    },
    /** Takes over the card that the server rendered. */
    adopt: (id: string, choice = noChoice): void => region.reset(keyOf(id, choice)),
    focus: (): void => {
      const heading = body.querySelector<HTMLElement>('h1, h2')
      if (heading) heading.tabIndex = -1
      heading?.focus({ preventScroll: true })
    },
  }
}

const keyOf = (id: string, { scheme, code }: CodeChoice): string => `bank ${id} ${scheme} ${code}`

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
    if (signal.aborted) return
    setContent(place, answer(context, resolved, number))
    place.scrollIntoView({ block: 'nearest' })
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
