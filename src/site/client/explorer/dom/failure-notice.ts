/**
 * Shows that a request failed, above the old content, and repeats it by itself with a countdown in its button. The API's
 * own sentence is a detail.
 */
import { type Html, html } from '../../../html.ts'
import { setContent } from '../../shared/dom.ts'
import { failureMessage } from '../api/failure-message.ts'
import { createRetry } from '../api/retry-countdown.ts'
import type { RequestError } from '../api/send.ts'

export interface FailureNotice {
  show(error: RequestError): void
  hide(): void
  /** Ends the countdown, because a request is under way. The notice stays until its response. */
  stop(): void
}

/** `element`: an empty element for the notice. */
export function createFailureNotice(element: HTMLElement, attempt: () => void): FailureNotice {
  const retry = createRetry(attempt, (seconds, isEarlierAllowed) => {
    const button = element.querySelector('button')
    if (!button) return
    button.textContent = `Try again in ${seconds} s`
    button.disabled = !isEarlierAllowed
  })
  element.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button')) retry.now()
  })
  return {
    show: (error) => {
      setContent(element, notice(error))
      element.hidden = false
      if (error.isRetryable) retry.schedule(error.status === 429 || error.status === 503 ? error.retryAfterS : 0)
      else retry.reset()
    },
    stop: retry.stop,
    hide: () => {
      retry.reset()
      element.hidden = true
      element.replaceChildren()
    },
  }
}

// The button is outside the alert: screen readers would otherwise announce every second of the countdown.
const notice = (error: RequestError): Html =>
  html`<div role="alert"><p>${failureMessage(error)}</p>${
    error.message.trim() === '' ? undefined : html`<details><summary>Details</summary><p>${error.message}</p></details>`
  }</div>${error.isRetryable ? html`<button type="button" class="button">Try again</button>` : undefined}`
