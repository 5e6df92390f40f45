/** A part of the page that the service fills: only the newest request counts, waiting and failing are shown. */
import { ask, Problem } from './api.js'
import { allOf, button, fill, make, part } from './dom.js'

/** @import { Asked, Child } from './types.ts' */

/** Most answers are here sooner, and a sign that flickers is worse than none. */
const patienceMs = 150

/** @param {Child} text the line above the list, read out when it changes */
export const say = (text) => fill(part('status'), text)

/**
 * @param {string} id
 * @param {() => Child} [wayOut] from a problem
 */
export function openRegion(id, wayOut) {
  const element = part(id)
  let current = new AbortController()
  let shown = ''
  /** @type {Child} */
  let said = ''

  /**
   * What is shown already is not asked for again, so that going back finds it as it was.
   * @template Answer
   * @param {string} key
   * @param {Asked<Answer>} asked
   * @param {(answer: Answer) => { content: Child, said?: Child }} render
   */
  async function load(key, asked, render) {
    if (key === shown) return said && say(said)
    current.abort()
    const mine = new AbortController()
    current = mine
    shown = key
    const showBusy = () => element.setAttribute('aria-busy', 'true')
    const busy = setTimeout(showBusy, patienceMs)
    // Where there is nothing yet, room is kept at once.
    if (element.childElementCount === 0) showBusy()
    try {
      const answer = await ask(asked, mine.signal)
      if (mine.signal.aborted) return
      const rendered = render(answer)
      const isHeld = element.contains(document.activeElement)
      fill(element, rendered.content)
      // Whoever was in the list stays in it.
      if (isHeld) allOf('.entry', element)[0]?.focus()
      said = rendered.said ?? ''
      if (said) say(said)
    } catch (failure) {
      if (mine.signal.aborted) return
      if (!(failure instanceof Problem)) throw failure
      shown = said = ''
      fill(
        element,
        wayOut?.(),
        problemNote(failure, mine.signal, () => load(key, asked, render)),
      )
    } finally {
      clearTimeout(busy)
      if (current === mine) element.removeAttribute('aria-busy')
    }
  }

  /** @param {...Child} content instead of what was asked for */
  function put(...content) {
    current.abort()
    shown = said = ''
    element.removeAttribute('aria-busy')
    fill(element, content)
  }

  return { element, load, put }
}

/**
 * @param {Problem} problem
 * @param {AbortSignal} signal of something else being shown instead
 * @param {() => void} retry
 */
function problemNote({ message, mayPass, waitS }, signal, retry) {
  const note = make('div.notice.bad', { role: 'alert' }, make('p', message))
  if (!mayPass) return note
  const again = button('', retry, 'Try again')
  if (waitS > 0) {
    again.setAttribute('disabled', '')
    setTimeout(() => again.removeAttribute('disabled'), waitS * 1000)
  }
  // With the connection the answer comes back by itself.
  addEventListener('online', () => again.offsetParent && retry(), { signal })
  note.append(again)
  return note
}
