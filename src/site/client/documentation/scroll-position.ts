/** Keeps the contents in step with the page: scrolls to the current page, and marks the section in view. */
import { oncePerFrame } from '../shared/dom.ts'

export function initScrollPosition(): void {
  const contents = document.querySelector<HTMLElement>('.contents')
  if (contents) showCurrentPage(contents)
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.on-page li a, .contents ul ul a')]
  const ids = new Set(links.map(idOf))
  const headings = [...ids].flatMap((id) => document.getElementById(id) ?? [])
  if (headings.length === 0) return
  const mark = oncePerFrame(() => markSection(sectionInView(headings)?.id, links, contents))
  for (const event of ['scroll', 'resize', 'hashchange']) addEventListener(event, mark, { passive: true })
  mark()
}

const idOf = ({ hash }: HTMLAnchorElement | Location): string => decodeURIComponent(hash.slice(1))

/** Scrolls the contents to the title of a group, so that no group is cut in half. */
function showCurrentPage(contents: HTMLElement): void {
  const current = contents.querySelector<HTMLElement>('[aria-current=page], [aria-current=true]')
  if (!current || current.offsetTop + current.offsetHeight <= contents.clientHeight) return
  const end = (current.parentElement ?? current).getBoundingClientRect().bottom
  const titles = [...contents.querySelectorAll<HTMLElement>('.contents-nav > p')]
  const first = titles.find((title) => end - title.getBoundingClientRect().top <= contents.clientHeight) ?? current
  // Room after the last group, so that the first one can reach the top.
  contents.style.paddingBottom = '0'
  const missing = first.offsetTop + contents.clientHeight - contents.scrollHeight
  contents.style.paddingBottom = `${Math.max(0, missing)}px`
  contents.scrollTop = first.offsetTop
}

/** The section in view is the last one whose heading is where a link to it scrolls, or above. */
function sectionInView(headings: HTMLElement[]): HTMLElement | undefined {
  const topOf = (heading: HTMLElement): number => heading.getBoundingClientRect().top
  const line = landingLine(headings[0] as HTMLElement)
  const passed = headings.findLast((heading) => topOf(heading) <= line)
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  if (!isAtEnd) return passed
  // The last sections may be too short to scroll to the top: mark the one that the reader chose, or else the last one.
  const visible = headings.filter((heading) => topOf(heading) >= 0 && topOf(heading) < innerHeight)
  return visible.find(({ id }) => id === idOf(location)) ?? visible.at(-1) ?? passed
}

/** The distance from the top of the window at which a heading stops after a click on its link, with room for rounding. */
function landingLine(heading: HTMLElement): number {
  const pixels = (length: string): number => Number.parseFloat(length) || 0
  const { scrollPaddingTop } = getComputedStyle(document.documentElement)
  return pixels(scrollPaddingTop) + pixels(getComputedStyle(heading).scrollMarginTop) + 8
}

function markSection(id: string | undefined, links: HTMLAnchorElement[], contents: HTMLElement | null): void {
  for (const link of links) {
    const isMarked = link.getAttribute('aria-current') === 'location'
    if (isMarked === (idOf(link) === id)) continue
    if (isMarked) link.removeAttribute('aria-current')
    else {
      link.setAttribute('aria-current', 'location')
      if (contents?.contains(link)) keepInSight(link, contents)
    }
  }
}

/** Scrolls only the contents, whereas `scrollIntoView` may also scroll the page. */
function keepInSight(link: HTMLElement, contents: HTMLElement): void {
  const { offsetTop, offsetHeight } = link
  const isAbove = offsetTop < contents.scrollTop
  const isBelow = offsetTop + offsetHeight > contents.scrollTop + contents.clientHeight
  if (isAbove || isBelow) contents.scrollTop = offsetTop - contents.clientHeight / 2
}
