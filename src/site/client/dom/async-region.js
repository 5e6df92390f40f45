/**
 * A region of the page that shows API responses. A new request aborts the previous one; errors are shown in the region.
 */
import { RequestError, send } from '../api.js'
import { button, byId, h, queryAll, replaceChildren } from './dom.js'

/** @import { ApiRequest, Child } from '../types.ts' */

/** Delays the spinner. Most responses arrive sooner than this, and a flickering spinner is worse than none. */
const busyDelayMs = 150

/**
 * Sets the line above the list, which screen readers announce when it changes.
 * @param {Child} text
 */
export const setStatus = (text) => replaceChildren(byId('status'), text)

/**
 * @param {string} id
 * @param {() => Child} [escapeLink] returns a link shown above an error, so that the user can leave the region
 */
export function createRegion(id, escapeLink) {
  const element = byId(id)
  let current = new AbortController()
  let loadedKey = ''
  /** @type {Child} */
  let status = ''

  /**
   * Sends the request, unless the region already shows the content for `key`. Going back to that content then needs no
   * new request.
   * @template Result
   * @param {string} key
   * @param {ApiRequest<Result>} request
   * @param {(result: Result) => { content: Child, status?: Child }} render
   */
  async function load(key, request, render) {
    if (key === loadedKey) return status && setStatus(status)
    current.abort()
    const own = new AbortController()
    current = own
    loadedKey = key
    const showBusy = () => element.setAttribute('aria-busy', 'true')
    const busyTimer = setTimeout(showBusy, busyDelayMs)
    // Show the spinner immediately if the region is empty, to reserve space for it.
    if (element.childElementCount === 0) showBusy()
    try {
      const result = await send(request, own.signal)
      if (own.signal.aborted) return
      const rendered = render(result)
      const hadFocus = element.contains(document.activeElement)
      replaceChildren(element, rendered.content)
      // Keep the keyboard focus in the list, even though its rows were replaced.
      if (hadFocus) queryAll('.entry', element)[0]?.focus()
      status = rendered.status ?? ''
      if (status) setStatus(status)
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof RequestError)) throw error
      loadedKey = status = ''
      replaceChildren(
        element,
        escapeLink?.(),
        errorNotice(error, own.signal, () => load(key, request, render)),
      )
    } finally {
      clearTimeout(busyTimer)
      if (current === own) element.removeAttribute('aria-busy')
    }
  }

  /**
   * Shows content other than an API response.
   * @param {...Child} content
   */
  function show(...content) {
    current.abort()
    loadedKey = status = ''
    element.removeAttribute('aria-busy')
    replaceChildren(element, content)
  }

  return { element, load, show }
}

/**
 * @param {RequestError} error
 * @param {AbortSignal} signal aborted when the region shows something else
 * @param {() => void} retry
 */
function errorNotice({ message, isRetryable, retryAfterS }, signal, retry) {
  const notice = h('div.notice.bad', { role: 'alert' }, h('p', message))
  if (!isRetryable) return notice
  const retryButton = button('', retry, 'Try again')
  if (retryAfterS > 0) {
    retryButton.setAttribute('disabled', '')
    setTimeout(() => retryButton.removeAttribute('disabled'), retryAfterS * 1000)
  }
  // Retry automatically when the browser is online again.
  addEventListener('online', () => retryButton.offsetParent && retry(), { signal })
  notice.append(retryButton)
  return notice
}
