/**
 * A part of the page that shows API responses. A new request replaces the previous one, whose response is dropped. The
 * old content stays until the new content arrives: it is dimmed if that takes long, or if the request failed.
 */
import { createFailureNotice, isRetryable } from './failure-notice.ts'

/** Dims the old content after this time. Most responses arrive earlier, and flicker is worse than a short delay. */
const dimAfterMs = 300

export type Region = ReturnType<typeof createRegion>

export interface RegionOptions {
  /** Empty element above the content, for the notice about a failure. */
  notice: HTMLElement
  /** Other elements about the content, which are dimmed together with it. */
  companions?: readonly HTMLElement[]
  /** Called when the content is dimmed, to replace text that describes it. `isBusy`: while other content is loading. */
  onStale?: (isBusy: boolean) => void
}

export function createRegion(
  element: HTMLElement,
  { notice, companions = [], onStale = () => undefined }: RegionOptions,
) {
  let current = new AbortController()
  let currentKey = ''
  let isFailed = false
  let whenShown = Promise.resolve(false)
  let settle = (_isShown: boolean): void => undefined
  let repeat = (): void => undefined
  const failure = createFailureNotice(notice, () => repeat())

  for (const part of [element, ...companions]) {
    // The new content may have another code in the same place.
    const keepFromCopying = (event: Event): void => {
      const isStale = part.hasAttribute('data-stale')
      if (isStale && event.target instanceof Element && event.target.closest('.copy')) event.preventDefault()
    }
    part.addEventListener('click', keepFromCopying, { capture: true })
  }

  function dim(isDimmed: boolean, isBusy = false): void {
    if (isBusy) element.setAttribute('aria-busy', 'true')
    else element.removeAttribute('aria-busy')
    for (const part of [element, ...companions]) part.toggleAttribute('data-stale', isDimmed)
    if (isDimmed) onStale(isBusy)
  }

  async function attempt<Result>(
    request: (signal: AbortSignal) => Result | Promise<Result>,
    render: (result: Result) => void,
  ): Promise<void> {
    current.abort()
    failure.stop()
    const own = new AbortController()
    current = own
    isFailed = false
    const dimTimer = setTimeout(dim, dimAfterMs, true, true)
    try {
      const pending = request(own.signal)
      const result = pending instanceof Promise ? await pending : pending
      if (own.signal.aborted) return
      failure.hide()
      render(result)
      settle(true)
    } catch (error) {
      if (own.signal.aborted) return
      const shown = failure.show(error)
      isFailed = true
      if (!isRetryable(shown)) settle(false)
    } finally {
      clearTimeout(dimTimer)
      if (current === own) dim(isFailed)
    }
  }

  return {
    /**
     * Requests content and shows it, unless the region shows or requests the content for `key` already. `request` returns
     * the value itself if it is in memory, so that it is shown without a delay. Resolves to true when the content is shown,
     * which may be after a retry, and to false if other content was requested before that or if a retry cannot help.
     */
    load: <Result>(key: string, ...content: Parameters<typeof attempt<Result>>): Promise<boolean> => {
      if (key !== currentKey) {
        settle(false)
        currentKey = key
        whenShown = new Promise((resolve) => {
          settle = resolve
        })
        repeat = () => attempt(...content)
        repeat()
      } else if (isFailed) repeat()
      return whenShown
    },
    /** Drops the request under way. `key`: of the content that the region shows now. */
    reset: (key = ''): void => {
      current.abort()
      settle(false)
      currentKey = key
      isFailed = false
      whenShown = Promise.resolve(true)
      failure.hide()
      dim(false)
    },
    /** Whether the region shows the content for this key, or requests it. */
    has: (key: string): boolean => key === currentKey && !isFailed,
  }
}
