/**
 * Shows that a request failed, above the old content, and repeats it by itself: after 1, 2, 5 and then every 10 seconds,
 * and as soon as the browser is online again. The button counts down. It pauses while the page is hidden.
 */
import { BankLookupError } from '../../../../../packages/client/src/error.ts'
import { type Html, html } from '../../../html.ts'
import { setContent } from '../../shared/dom.ts'

const delaysS = [1, 2, 5, 10]

/** Sentences for users. The API's own sentence is for programmers and is shown as a detail. */
const byCode: Record<string, string> = {
  rate_limited: 'Too many requests from your network. Please wait a moment.',
  batch_limited: 'Too many requests from your network. Please wait a moment.',
  bank_unknown: 'There is no bank at this address. It may have been mistyped.',
  country_unsupported: 'This country is not covered.',
  country_malformed: 'This country is not covered.',
  query_too_long: 'This text is too long to search for. Use fewer words.',
  lists_busy: 'The service is busy. Please wait a moment.',
  responses_busy: 'The service is busy. Please wait a moment.',
}

/** Whether the service sent no response, or only a part of one. */
const isUnreachable = ({ status }: BankLookupError): boolean => status < 400

/** Whether the same request may succeed later. */
export const isRetryable = (error: BankLookupError): boolean =>
  isUnreachable(error) || error.status === 408 || error.status === 429 || error.status >= 500

export function failureMessage(error: BankLookupError): string {
  if (isUnreachable(error)) return 'Cannot reach the service. Check your connection.'
  const isBroken = error.status >= 500
  // A static site has no codes.
  if (error.status === 404 && error.code === 'unexpected_response') return byCode.bank_unknown as string
  return byCode[error.code] ?? (isBroken ? 'The service has a problem.' : 'The service did not accept this request.')
}

/** `element`: an empty element for the notice. `attempt` repeats the request. */
export function createFailureNotice(element: HTMLElement, attempt: () => void) {
  let attempts = 0
  let remainingS = 0
  /** Whether the service asked for a pause, so that the user cannot retry earlier. */
  let isForced = false
  let timer: ReturnType<typeof setInterval> | undefined

  /** Ends the countdown, because a request is under way. The notice stays until its response. */
  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  function reset(): void {
    stop()
    attempts = 0
  }

  function retry(): void {
    stop()
    attempt()
  }

  function tick(): void {
    if (document.visibilityState === 'hidden') return
    remainingS -= 1
    if (remainingS <= 0) retry()
    else showCountdown()
  }

  function showCountdown(): void {
    const button = element.querySelector('button')
    if (!button) return
    button.textContent = `Try again in ${remainingS} s`
    button.disabled = isForced
  }

  function schedule({ status, retryAfterMs = 0 }: BankLookupError): void {
    stop()
    const minimumS = status === 429 || status === 503 ? Math.ceil(retryAfterMs / 1000) : 0
    isForced = minimumS > 0
    remainingS = Math.max(minimumS, delaysS[Math.min(attempts, delaysS.length - 1)] ?? 0)
    attempts += 1
    showCountdown()
    timer = setInterval(tick, 1000)
  }

  // The service is probably reachable again, unless it asked for a pause.
  addEventListener('online', () => {
    if (timer !== undefined && !isForced) retry()
  })
  element.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button')) retry()
  })
  return {
    /** Throws any error that is not a failed request. */
    show: (error: unknown): BankLookupError => {
      if (!(error instanceof BankLookupError)) throw error
      setContent(element, notice(error))
      element.hidden = false
      if (isRetryable(error)) schedule(error)
      else reset()
      return error
    },
    stop,
    /** The next failure starts with the shortest delay again. */
    hide: (): void => {
      reset()
      element.hidden = true
      element.replaceChildren()
    },
  }
}

// The button is outside the alert: screen readers would otherwise announce every second of the countdown.
const notice = (error: BankLookupError): Html =>
  html`<div role="alert"><p>${failureMessage(error)}</p>${
    isUnreachable(error) || error.message === ''
      ? undefined
      : html`<details><summary>Details</summary><p>${error.message}</p></details>`
  }</div>${isRetryable(error) ? html`<button type="button" class="button">Try again</button>` : undefined}`
