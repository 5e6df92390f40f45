/**
 * Keeps a card that is taller than the window reachable next to a long list, without a scroll box of its own. The card
 * scrolls with the page until its end is in sight, then it stays; when the user scrolls back, it scrolls until its start
 * is in sight.
 */

const marginPx = 16

/** `stickyHeight` returns the height of the bar at the top of the window. */
export function initCardPosition(card: HTMLElement, stickyHeight: () => number): { reset(): void } {
  let lastScroll = scrollY
  let top = stickyHeight()

  const place = (): void => {
    const highest = stickyHeight() + marginPx
    const lowest = Math.min(highest, innerHeight - card.offsetHeight - marginPx)
    top = Math.min(highest, Math.max(lowest, top - (scrollY - lastScroll)))
    lastScroll = scrollY
    card.style.setProperty('--card-top', `${Math.round(top)}px`)
  }
  addEventListener('scroll', place, { passive: true })
  addEventListener('resize', place)
  new ResizeObserver(place).observe(card)
  place()
  return {
    /** Brings the start of the card into sight. */
    reset: () => {
      top = Number.POSITIVE_INFINITY
      place()
    },
  }
}
