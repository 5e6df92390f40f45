/**
 * Decides when typed text is searched: the first key at once, later keys after a pause of 40 ms, so that a fast typist does
 * not send a request per letter.
 */

const delayMs = 40
/** A key after a pause this long counts as a first key. */
const pauseMs = 300

export function createTypingDelay(search: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastKey = Number.NEGATIVE_INFINITY
  const run = (): void => {
    clearTimeout(timer)
    timer = undefined
    search()
  }
  return {
    typed: (text: string): void => {
      const now = performance.now()
      const isFirst = text.length <= 1 || now - lastKey > pauseMs
      lastKey = now
      clearTimeout(timer)
      if (isFirst) run()
      else timer = setTimeout(run, delayMs)
    },
    /** Searches now if a search is pending. */
    flush: (): void => {
      if (timer !== undefined) run()
    },
  }
}
