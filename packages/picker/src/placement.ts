/** Places the list below or above the field, whichever has room, also while a keyboard covers part of a phone's screen. */

const heightMax = 360
/** With this much room below the field, the list opens there, even if there is more room above. */
const heightEnough = 120
/** One row, at any zoom. */
const heightMin = 64
const gap = 4

export function place(popup: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect()
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {}
  const below = offsetTop + height - bottom - gap
  const above = top - offsetTop - gap
  const isBelow =
    below >= Math.min(heightMax, Math.max(popup.lastElementChild?.scrollHeight ?? 0, heightEnough)) || below >= above
  const room = Math.max(heightMin, Math.min(heightMax, (isBelow ? below : above) - gap))
  const { style } = popup
  style.setProperty('left', `${left}px`)
  style.setProperty('width', `${width}px`)
  style.setProperty('max-height', `${room}px`)
  style.setProperty('top', isBelow ? `${bottom + gap}px` : 'auto')
  style.setProperty('bottom', isBelow ? 'auto' : `${document.documentElement.clientHeight - top + gap}px`)
}

/** Calls `update` whenever the place of the field on the screen may have changed. Returns a function that stops this. */
export function onMove(update: () => void): () => void {
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true }
  // Scroll events do not bubble, so capture those of every scrolling ancestor.
  addEventListener('scroll', update, { ...options, capture: true })
  addEventListener('resize', update, options)
  visualViewport?.addEventListener('resize', update, options)
  visualViewport?.addEventListener('scroll', update, options)
  return () => stop.abort()
}
