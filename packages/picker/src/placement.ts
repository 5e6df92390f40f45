/** Places the list below or above the field, wherever there is room, even next to a phone's on-screen keyboard. */

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
  Object.assign(popup.style, {
    left: `${left}px`,
    width: `${width}px`,
    maxHeight: `${room}px`,
    top: isBelow ? `${bottom + gap}px` : 'auto',
    bottom: isBelow ? 'auto' : `${document.documentElement.clientHeight - top + gap}px`,
  })
}

/** Calls `update` whenever the place of the field on the screen may have changed. Returns a function that stops this. */
export function onMove(update: () => void): () => void {
  const stop = new AbortController()
  // Scroll events do not bubble, so capture those of every scrolling ancestor.
  const options = { signal: stop.signal, passive: true, capture: true }
  for (const target of [window, visualViewport])
    for (const name of ['scroll', 'resize']) target?.addEventListener(name, update, options)
  return () => stop.abort()
}
